import { describe, expect, test } from 'vitest'
import type { BlockHeader } from '../../../src/abci/Application.ts'
import type { BaseApp } from '../../../src/app/BaseApp.ts'
import { BugError } from '../../../src/errors/UserError.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { toHex } from '../../../src/util/bytes.ts'
import { notedWrites } from '../../support/notedWrites.ts'
import { chainId, chainRequest, genesisState, greetTx, makeBlock, openApp, startChain } from './testChain.ts'

const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const headerOf = (height: number): BlockHeader => ({
	chainId,
	height,
	time: { seconds: 9_007_199_254_740_993n, nanos: 7 },
	proposerAddress: new Uint8Array(20).fill(9),
})

const codesOf = async (app: BaseApp, ...txs: readonly Uint8Array[]) =>
	(await makeBlock(app, ...txs)).results.map(({ code }) => code)

describe('calls of an engine', () => {
	test('a chain that begins is answered with its validators by their keys and the hash of nothing', () => {
		const app = openApp()
		expect(app.info()).toMatchObject({ data: 'chain', version: '0.0.0', appVersion: 0n, lastBlockHeight: 0 })
		const validators = [3, 1, 2].map((byte) => ({ pubKey: new Uint8Array(32).fill(byte), power: BigInt(byte) }))
		const answer = app.initChain({ ...chainRequest(-1n, genesisState()), validators })
		expect(answer.validators.map(({ power }) => power)).toEqual([1n, 2n, 3n])
		expect(toHex(answer.appHash)).toBe(emptyHash)
		expect(app.moduleNames).toEqual(['auth', 'bank', 'vesting', 'params', 'greet'])
	})

	// cosmos-sdk v0.44.5 baseapp/abci.go InitChain: "During an upgrade, it'll be the hash of the last committed block."
	test('a chain that begins over a state is answered with the hash of that state', async () => {
		const app = openApp()
		startChain(app)
		const { appHash } = await makeBlock(app, greetTx())
		expect(toHex(app.initChain(chainRequest(-1n, genesisState())).appHash)).toBe(toHex(appHash))
	})

	test.each([2, 5])(
		'a chain whose first block has the height %i begins with that one and goes on from it',
		async (first) => {
			const app = openApp()
			app.initChain({ ...chainRequest(-1n, genesisState()), initialHeight: first })
			expect(app.lastHeader.height).toBe(first)
			for (const height of [0, 1, first - 1, first + 1].filter((other) => other !== first))
				expect(() => app.beginBlock({ header: headerOf(height) })).toThrow(
					new BugError(`invalid height: ${height}; expected: ${first}`),
				)
			app.beginBlock({ header: headerOf(first) })
			expect((await app.deliverTx(greetTx())).code).toBe(0)
			app.endBlock({ height: first })
			expect((await app.commit()).retainHeight).toBe(0)
			expect(app.info().lastBlockHeight).toBe(first)
			expect(() => app.beginBlock({ header: headerOf(first) })).toThrow(
				`invalid height: ${first}; expected: ${first + 1}`,
			)
			expect(await codesOf(app, greetTx({ sequence: 1n }))).toEqual([0])
		},
	)

	test('calls of a block before it has begun are a fault of the engine', async () => {
		const app = openApp()
		const early = new BugError('a block call came before beginBlock')
		await expect(app.deliverTx(greetTx())).rejects.toThrow(early)
		expect(() => app.endBlock({ height: 1 })).toThrow(early)
		await expect(app.commit()).rejects.toThrow(early)
		startChain(app)
		await makeBlock(app)
		await expect(app.deliverTx(greetTx())).rejects.toThrow(early)
	})

	test('a block is durable with the batch it is put into, and at once where there is none', async () => {
		const { db, taken } = notedWrites()
		const app = openApp(db)
		startChain(app)
		app.beginBlock({ header: headerOf(1) })
		const batch = db.batch()
		await app.commit(batch)
		expect(openApp(db).info().lastBlockHeight).toBe(0)
		await db.write(batch, { sync: true })
		expect([openApp(db).info(), openApp(db).lastHeader]).toEqual([app.info(), headerOf(1)])
		expect(app.lastHeader).toEqual(headerOf(1))
		expect(taken()).toEqual(['durable'])
		await makeBlock(app)
		expect([openApp(db).info().lastBlockHeight, taken()]).toEqual([2, ['durable']])
	})

	test('a block that is discarded has never been, and checks begin anew', async () => {
		const app = openApp()
		startChain(app)
		await makeBlock(app)
		app.beginBlock({ header: headerOf(2) })
		const first = await app.deliverTx(greetTx())
		expect((await app.checkTx({ tx: greetTx(), type: 'new' })).code).toBe(0)
		app.discardBlock()
		expect((await app.checkTx({ tx: greetTx(), type: 'new' })).code).toBe(0)
		app.beginBlock({ header: headerOf(2) })
		expect(await app.deliverTx(greetTx())).toEqual(first)
	})
})

test('a state is exported as text as its JSON stands in a document, and a faulty one of a genesis is refused', async () => {
	const app = openApp()
	startChain(app)
	await makeBlock(app, greetTx())
	await makeBlock(app)
	const states = [1, 2].map((height) => {
		const state = app.exportGenesis(height)
		expect(`{\n  "app_state": ${[...app.exportedText(height)].join('')}\n}`).toBe(
			JSON.stringify({ app_state: state }, null, 2),
		)
		return state
	})
	expect(states[0]).toEqual(states[1])
	expect(app.exportGenesis()).toEqual(states[1])
	expect(() => app.validateGenesis('[]')).toThrow('The genesis state is not a JSON object.')
	app.validateGenesis(genesisState())
	expect(app.moduleVersions).toEqual({ auth: 2, bank: 2, greet: 1, params: 1, vesting: 1 })
})

describe('powers over a chain', () => {
	test('the gas limit of a chain is changed from the block after the next, and nothing else of its parameters', async () => {
		const app = openApp()
		startChain(app)
		await makeBlock(app)
		const before = app.consensusParams
		app.limitBlockGas(60_000n)
		expect(await codesOf(app, greetTx(), greetTx({ sequence: 1n }))).toEqual([0, 0])
		expect(app.consensusParams).toEqual({ ...before, block: { ...before.block, maxGas: 60_000n } })
		expect(await codesOf(app, greetTx({ sequence: 2n }), greetTx({ sequence: 3n }))).toEqual([0, 11])
		app.limitBlockGas(-1n)
		await makeBlock(app)
		expect(app.consensusParams).toEqual(before)
	})

	test('a change of the state is made once, at the begin of the next block, in the order it was asked for', async () => {
		const app = openApp()
		startChain(app)
		await makeBlock(app)
		const seen: string[] = []
		for (const name of ['first', 'second'])
			app.editNextBlock((ctx) => seen.push(`${name} at ${ctx.header.height} ${ctx.mode}`))
		expect(seen).toEqual([])
		await makeBlock(app)
		await makeBlock(app)
		expect(seen).toEqual(['first at 2 deliver', 'second at 2 deliver'])
	})

	test('checks that are forgotten leave the state of the last block', async () => {
		const app = openApp()
		startChain(app)
		await makeBlock(app)
		const check = async (sequence: bigint) => (await app.checkTx({ tx: greetTx({ sequence }), type: 'new' })).code
		expect([await check(0n), await check(0n), await check(1n)]).toEqual([0, 32, 0])
		app.forgetChecks()
		expect([await check(1n), await check(0n)]).toEqual([32, 0])
		expect(app.lastHeader.height).toBe(1)
	})

	test('a chain that goes back has the header and the state of that block', async () => {
		const db = createMemoryDb()
		const app = openApp(db)
		startChain(app)
		const infos = []
		for (let sequence = 0n; sequence < 4n; sequence++) {
			await makeBlock(app, greetTx({ sequence }))
			infos.push(app.info())
		}
		const batch = db.batch()
		app.rewindTo(headerOf(2), batch)
		await db.write(batch, { sync: true })
		const back = openApp(db)
		expect([back.info(), back.lastHeader]).toEqual([infos[1], headerOf(2)])
		expect(await codesOf(back, greetTx({ sequence: 2n }))).toEqual([0])
		expect(back.info()).toEqual(infos[2])
	})
})

test('a block that has no gas left tells what it has used, and a refused transaction asks for nothing', async () => {
	const app = openApp()
	startChain(app, 60_000n)
	const { results } = await makeBlock(app, greetTx(), greetTx({ sequence: 1n }))
	expect(results.map(({ gasWanted }) => gasWanted)).toEqual([200_000n, 0n])
	expect(results[1]?.gasUsed).toBe(results[0]?.gasUsed)
})

test('a transaction has all the gas it needs before the first block and in a simulation, and no other', async () => {
	const app = openApp()
	startChain(app)
	const poor = greetTx({ gas: 1n })
	// A check before the first block sees no parameters, and panics over that: it never gets as far as the end of the gas.
	expect(await app.checkTx({ tx: poor, type: 'new' })).toMatchObject({ code: 111222, gasWanted: 0n })
	await makeBlock(app)
	expect((await app.checkTx({ tx: poor, type: 'new' })).code).toBe(11)
	expect((await app.simulate(poor)).code).toBe(0)
	// More gas than a signed number holds is told as Go casts it.
	const { results } = await makeBlock(app, greetTx({ gas: 2n ** 64n - 1n }))
	expect(results[0]).toMatchObject({ code: 18, gasWanted: -1n })
})

test('a block whose gas limit is the least there is takes one transaction that fails, and nothing of a second', async () => {
	const app = openApp()
	startChain(app, 1n)
	const { results } = await makeBlock(app, greetTx(), greetTx({ sequence: 1n }))
	expect(results.map(({ code, log }) => [code, log.includes('no block gas left to run tx')])).toEqual([
		[11, false],
		[11, true],
	])
})

test('a state is exported as it was after the block of a height', async () => {
	const app = openApp()
	startChain(app)
	await makeBlock(app)
	const begun = app.exportGenesis(1)
	await makeBlock(app, greetTx())
	expect(app.exportGenesis(1)).toEqual(begun)
	expect(app.exportGenesis(2)).not.toEqual(begun)
	expect(app.exportGenesis()).toEqual(app.exportGenesis(2))
	// What a block in progress has written so far is in none.
	const newest = app.exportGenesis()
	app.beginBlock({ header: headerOf(3) })
	await app.deliverTx(greetTx({ sequence: 1n }))
	expect(app.exportGenesis()).toEqual(newest)
})
