import type { DescService } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { fromUtf8, toHex, utf8 } from '../../../src/util/bytes.ts'
import { greetTx, makeBlock, openApp, startChain } from './testChain.ts'

describe('BaseApp', () => {
	it('goes on after a restart with the same state, app hash and checks', async () => {
		const db = createMemoryDb()
		const first = openApp(db)
		startChain(first)
		const { results, appHash } = await makeBlock(first, greetTx())
		expect(results.map(({ code, log }) => [code, log])).toEqual([
			[
				0,
				'[{"events":[{"type":"message","attributes":[{"key":"action","value":"/chain.greet.v1beta1.MsgCreateGreet"}]}]}]',
			],
		])
		const second = openApp(db)
		expect(second.info()).toEqual(first.info())
		expect(toHex(second.info().lastBlockAppHash)).toBe(toHex(appHash))
		// The check state knows chain id, sequence and key again.
		expect((await second.checkTx({ tx: greetTx({ sequence: 1n }), type: 'new' })).code).toBe(0)
		expect((await second.checkTx({ tx: greetTx({ sequence: 1n }), type: 'new' })).code).toBe(32)
		const next = await makeBlock(second, greetTx({ sequence: 1n }))
		expect(next.results.map(({ code }) => code)).toEqual([0])
	})

	it('gives a checked transaction the same result as an unchecked one', async () => {
		const run = async (checked: boolean) => {
			const app = openApp()
			startChain(app)
			await makeBlock(app)
			const tx = greetTx()
			if (checked) expect((await app.checkTx({ tx, type: 'new' })).code).toBe(0)
			return makeBlock(app, tx)
		}
		expect(await run(true)).toEqual(await run(false))
	})

	it('refuses in the block what only a check state of another chain id would have passed', async () => {
		const app = openApp()
		startChain(app)
		await makeBlock(app)
		const { results } = await makeBlock(app, greetTx({ chainId: 'another' }))
		expect(results[0]).toMatchObject({
			code: 4,
			codespace: 'sdk',
			log: 'signature verification failed; please verify account number (0) and chain-id (chain-test): unauthorized',
		})
	})

	it('checks a transaction again after a block without verifying its signature', async () => {
		const app = openApp()
		startChain(app)
		await makeBlock(app)
		const wrong = greetTx({ chainId: 'another' })
		expect((await app.checkTx({ tx: wrong, type: 'new' })).code).toBe(4)
		expect((await app.checkTx({ tx: wrong, type: 'recheck' })).code).toBe(0)
	})

	it('keeps fee and sequence but no greeting of a transaction that passes the gas limit of the block', async () => {
		const app = openApp()
		startChain(app, 60_000n)
		const { results } = await makeBlock(app, greetTx(), greetTx({ sequence: 1n }))
		expect(results.map(({ code, log }) => `${code} ${log}`)).toEqual([
			`11 out of gas in location: block gas meter; gasWanted: 200000, gasUsed: ${results[0]?.gasUsed}: out of gas`,
			'11 no block gas left to run tx: out of gas',
		])
		const greeting = await app.query({
			path: '/store/greet/key',
			data: utf8('greet-count-greet-count-'),
			height: 0n,
			prove: false,
		})
		expect(greeting.value).toBeUndefined()
		expect((await app.checkTx({ tx: greetTx({ sequence: 1n }), type: 'new' })).code).toBe(0)
	})

	it.each([0n, -1n])('a block whose gas limit is %s takes transactions without one', async (maxGas) => {
		const app = openApp()
		startChain(app, maxGas)
		const { results } = await makeBlock(app, greetTx(), greetTx({ sequence: 1n }))
		expect(results.map(({ code, log }) => [code, code === 0 ? '' : log])).toEqual([
			[0, ''],
			[0, ''],
		])
	})

	it('begins at height 0, also where the first block has another', () => {
		const app = openApp()
		expect(app.lastHeader).toEqual({
			chainId: '',
			height: 0,
			time: { seconds: 0n, nanos: 0 },
			proposerAddress: new Uint8Array(0),
		})
		startChain(app)
		expect(app.lastHeader).toMatchObject({ chainId: 'chain-test', height: 0 })
	})

	it('makes blocks without a gas limit where InitChain was never called', async () => {
		const { results } = await makeBlock(openApp(), new Uint8Array(3), new Uint8Array(3), greetTx())
		expect(results.map(({ code }) => code)).toEqual([2, 2, 111222])
	})

	it('answers queries of services registered from outside and refuses a path twice', async () => {
		const app = openApp()
		startChain(app)
		await makeBlock(app)
		expect(app.router.route('/cosmos.auth.v1beta1.Query/Account')).toBeDefined()
		expect(app.router.route('/cosmos.auth.v1beta1.Query/ModuleAccounts')).toBeUndefined()
		const route = app.router.route('/cosmos.auth.v1beta1.Query/Params')
		const again = () => app.registerService({ desc: route!.method.parent, handlers: { Params: route!.handler } })
		expect(again).toThrow('already taken')
		const names = app.queryServices.map(({ desc }) => desc.typeName)
		expect(names).toEqual([
			'cosmos.auth.v1beta1.Query',
			'cosmos.bank.v1beta1.Query',
			'cosmos.params.v1beta1.Query',
			'chain.greet.v1beta1.Query',
		])
		// A stream is not answered at once.
		const method = { ...route!.method, name: 'Watch', methodKind: 'server_streaming' }
		const desc = { typeName: 'x.Query', methods: [method] } as unknown as DescService
		const registered = (name: string) => () => app.registerService({ desc, handlers: { [name]: route!.handler } })
		expect(registered('Watch')).toThrow('x.Query has no unary method Watch')
		expect(registered('Other')).toThrow('x.Query has no unary method Other')
	})

	it('says which path it does not know', async () => {
		const app = openApp()
		startChain(app)
		await makeBlock(app)
		const log = async (path: string) =>
			(await app.query({ path, data: new Uint8Array(), height: 0n, prove: false })).log
		expect(await log('/app/other')).toBe('unknown query: [app other]: unknown request')
		expect(await log('/app')).toBe(
			"expected second parameter to be either 'simulate' or 'version', neither was present: unknown request",
		)
		expect(await log('/custom')).toBe('no route for custom query specified: unknown request')
		expect(await log('/p2p/x')).toBe('path should be p2p filter <addr|id> <parameter>: unknown request')
		const version = await app.query({ path: '/app/version', data: new Uint8Array(), height: 0n, prove: false })
		expect(fromUtf8(version.value ?? new Uint8Array())).toBe('0.0.0')
	})
})
