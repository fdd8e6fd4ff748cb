import { expect, test } from 'vitest'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { createApp } from '../../../../src/node/createApp.ts'
import { createMemoryDb } from '../../../../src/store/kv/memoryDb.ts'
import { fromUtf8, utf8 } from '../../../../src/util/bytes.ts'
import { greetTx, makeBlock, openApp, startChain } from '../testChain.ts'

const app = openApp()
startChain(app)
await makeBlock(app)
await makeBlock(app, greetTx())
await makeBlock(app)

const noBytes = new Uint8Array(0)
const key = utf8('greet-count-greet-count-')
const params = '/cosmos.auth.v1beta1.Query/Params'

const panic = [111222, 'panic message redacted to hide potentially sensitive system info: panic', 0n]
const early = [18, 'cannot query with proof when height <= 1; please provide a valid height: invalid request', 0n]
const negative = [18, 'cannot query with height < 0; please provide a valid height: invalid request', 0n]
const unknown = (text: string, height = 0n) => [6, `${text}: unknown request`, height]
const unreadable = (height: bigint) => [2, 'query cannot be zero length: tx parse error', height]
const ok = (height: bigint) => [0, '', height]

// cosmos-sdk v0.44.5 store/iavl/store.go GetImmutable: a version that is not there is empty.
test('a query before the first block finds the state of nothing', async () => {
	const fresh = openApp()
	startChain(fresh)
	const asked = { path: '/chain.greet.v1beta1.Query/GreetAll', data: noBytes, height: 0n, prove: false }
	expect(await fresh.query(asked)).toMatchObject({ code: 0, value: noBytes, height: 0n })
})

// cosmos-sdk v0.44.5 baseapp/abci.go: a refusal without a reply of its own has height 0.
test.each([
	[params, 0n, false, noBytes, ok(3n)],
	[params, 1n, false, noBytes, ok(1n)],
	[params, -1n, false, noBytes, negative],
	[params, 1n, true, noBytes, early],
	[params, 2n, true, noBytes, ok(2n)],
	// No parameters are there yet: their module panics.
	[params, 99n, false, noBytes, panic],
	[
		'/cosmos.auth.v1beta1.Query/Account',
		2n,
		false,
		noBytes,
		[18, 'rpc error: code = InvalidArgument desc = Address cannot be empty: invalid request', 2n],
	],
	['/store/greet/key', 0n, true, key, ok(3n)],
	['/store/greet/key', 1n, false, key, ok(1n)],
	['/store/greet/key', 1n, true, key, early],
	['/store/greet/key', 2n, true, key, ok(2n)],
	['/store/greet/key', -1n, true, key, early],
	['/store/greet/key', -1n, false, key, [0, 'version does not exist', -1n]],
	['/store/greet/key', 2n, false, noBytes, unreadable(2n)],
	['/store/greet/key', 1n, false, noBytes, unreadable(1n)],
	[
		'/store/greet/key',
		2n,
		true,
		noBytes,
		[18, 'proof is unexpectedly empty; ensure height has not been pruned: invalid request', 2n],
	],
	['/store/greet/key/x', 2n, true, noBytes, unreadable(2n)],
	['/store/greet/subspace', 2n, true, noBytes, unreadable(2n)],
	['/store/greet/subspace', 2n, true, key, ok(2n)],
	['/store/greet/other', 2n, true, key, unknown('unexpected query path: /other', 2n)],
	['/store/greet/other/x', 1n, false, key, unknown('unexpected query path: /other/x', 1n)],
	['/store/greet', 2n, false, key, unknown('unexpected query path: ', 2n)],
	['/store/none/key', 2n, true, key, unknown('no such store: none', 2n)],
	['/store', 2n, false, key, unknown('no such store: ', 2n)],
	['/p2p/filter/addr/x', 2n, false, noBytes, ok(0n)],
	['/p2p/other/addr/x', 2n, false, noBytes, unknown("expected second parameter to be 'filter'")],
	['/p2p/filter/addr', 2n, false, noBytes, unknown('path should be p2p filter <addr|id> <parameter>')],
	['/custom', 2n, false, noBytes, unknown('no route for custom query specified')],
	['/custom/', 2n, false, noBytes, unknown('no route for custom query specified')],
	['/custom/none', 2n, false, noBytes, unknown('no custom querier found for route none')],
	['/custom/auth', 2n, false, noBytes, panic],
	['/custom/auth/params', 0n, false, noBytes, ok(3n)],
	['/custom/auth/params', 1n, false, noBytes, ok(1n)],
	['/custom/auth/params', 1n, true, noBytes, early],
	['/custom/auth/params', 2n, true, noBytes, ok(2n)],
	['/custom/auth/params', -1n, false, noBytes, negative],
	['/custom/auth/params', 99n, false, noBytes, panic],
	['/custom/auth/other', 2n, false, noBytes, unknown('unknown query path: other', 2n)],
	['/custom/auth/account', 2n, false, utf8('{}'), [1, 'internal', 2n]],
	['/app/version', 0n, true, noBytes, ok(3n)],
	['app/version/x', -1n, false, noBytes, ok(-1n)],
	['/app/simulate', 2n, false, greetTx({ sequence: 1n }), ok(2n)],
	[
		'/app/simulate',
		2n,
		false,
		utf8('x'),
		[2, 'failed to simulate tx: expected 2 wire type, got 0: tx parse error', 0n],
	],
	['/app/other/x', 2n, false, noBytes, unknown('unknown query: [app other x]')],
	['', 2n, false, noBytes, panic],
	['/', 2n, false, noBytes, unknown('unknown query path')],
	['x', 2n, false, noBytes, unknown('unknown query path')],
] as const)(
	'a query of the path "%s" at height %s, with a proof: %s, is answered as the framework answers it',
	async (...row) => {
		const [path, height, prove, data, told] = row
		const { code, codespace, log, height: at, info, index } = await app.query({ path, height, prove, data })
		expect([code, log, at]).toEqual(told)
		expect([info, index]).toEqual(['', 0])
		const classes: Readonly<Record<number, string>> = {
			0: path.includes('app/') ? 'sdk' : '',
			1: 'undefined',
			111222: 'undefined',
		}
		expect(codespace).toBe(classes[code] ?? 'sdk')
	},
)

test('a query of a key has its value at that height, and a proof where it is asked for', async () => {
	const ask = async (height: bigint, prove: boolean) => {
		const { key: found, value, proofOps } = await app.query({ path: '/store/greet/key', height, prove, data: key })
		return [fromUtf8(found!), value && fromUtf8(value), proofOps?.length ?? 0]
	}
	expect(await ask(1n, false)).toEqual([fromUtf8(key), undefined, 0])
	expect(await ask(2n, false)).toEqual([fromUtf8(key), '1', 0])
	expect(await ask(2n, true)).toEqual([fromUtf8(key), '1', 2])
})

test('a query at a height whose state is gone is refused on every way, and one at the newest or a later is not', async () => {
	const pruned = createApp({
		...{ db: createMemoryDb(), settings: defaultChainSettings, minGasPrices: '', name: 'chain', version: '0.0.0' },
		pruning: 'everything',
	})
	startChain(pruned)
	for (let height = 1; height <= 30; height++) await makeBlock(pruned)
	const ask = async (path: string, height: bigint) => {
		const { code, log } = await pruned.query({ path, height, prove: false, data: key })
		return [code, log]
	}
	const gone = (height: bigint) => [
		18,
		`failed to load state at height ${height}; version does not exist (latest height: 30): invalid request`,
	]
	for (const height of [1n, 2n]) {
		for (const path of ['/cosmos.bank.v1beta1.Query/TotalSupply', '/store/greet/key', '/custom/bank/total_supply'])
			expect(await ask(path, height), path).toEqual(gone(height))
	}
	expect(await ask('/store/greet/key', 30n)).toEqual([0, ''])
	expect(await ask('/store/greet/key', 31n)).toEqual([0, 'version does not exist'])
	expect(await ask('/custom/auth/params', 30n)).toEqual([0, ''])
	expect(() => pruned.createQueryContext(-1)).toThrow('cannot query with height < 0; please provide a valid height')
	expect(pruned.createQueryContext(0).header.height).toBe(30)
	expect(() => pruned.createQueryContext(1)).toThrow('failed to load state at height 1;')
})
