import { describe, expect, it } from 'vitest'
import type { Application, ConsensusParams } from '../../../src/abci/Application.ts'
import { parseGenesis } from '../../../src/chain/parseGenesis.ts'
import { EngineClock } from '../../../src/engine/blocks/EngineClock.ts'
import { Chain } from '../../../src/engine/Chain.ts'
import type { EngineOptions } from '../../../src/engine/EngineOptions.ts'
import { validatorKeyFromSecret } from '../../../src/engine/validatorKey.ts'
import type { KvDatabase } from '../../../src/store/KvDatabase.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { fromUtf8, utf8 } from '../../../src/util/bytes.ts'
import { silentLog } from '../../../src/util/Log.ts'
import { until } from '../../support/until.ts'
import { kvApplication } from './kvApplication.ts'
import { handClock, kvGenesis, testEngine } from './testEngine.ts'

const key = validatorKeyFromSecret('a key of a test')
const validatorKey = () => key

/** What a chain tells its mark and those who follow it. */
function listening() {
	const told: string[] = []
	const options = {
		mark: { last: undefined, write: (height: number) => void told.push(`mark ${height}`) },
		durable: {
			stands: ({ height }: { readonly height: number }) => void told.push(`stands ${height}`),
			block: (height: number) => void told.push(`block ${height}`),
			goesBack: () => void told.push('goes back'),
		},
	}
	return { options, told, take: () => told.splice(0) }
}

describe('a chain and those who follow it', () => {
	it('a chain notes each height before it tells of it, and that it goes back before it does', async () => {
		const { options, take } = listening()
		const engine = await testEngine(options)
		expect(take()).toEqual(['mark 0', 'stands 0'])
		await engine.mine(2)
		expect(take()).toEqual(['mark 1', 'block 1', 'mark 2', 'block 2'])
		await engine.rewind(1)
		expect(take()).toEqual(['goes back', 'mark 1', 'mark 1', 'stands 1'])
		await engine.reset()
		expect(take()).toEqual(['goes back', 'mark 0', 'mark 0', 'stands 0'])
	})

	it('a chain that goes back has the clock of that height, or that of the snapshot, also when it is opened again', async () => {
		const db = createMemoryDb()
		const engine = await testEngine({ db, validatorKey })
		const offset = (): number => engine.production.clock.offsetMs
		await engine.mine()
		await engine.advanceTime(1_000)
		await engine.mine()
		await engine.advanceTime(500)
		await engine.snapshot('later')
		await engine.mine(2)
		await engine.advanceTime(7)
		expect([offset(), await engine.revert('later'), offset()]).toEqual([1_507, 2, 1_500])
		await engine.mine(2)
		expect([await engine.rewind(3), offset(), engine.snapshots.length]).toEqual([3, 1_500, 1])
		expect([await engine.rewind(2), offset(), engine.snapshots.length]).toEqual([2, 1_000, 1])
		expect([await engine.rewind(1), offset(), engine.snapshots.length]).toEqual([1, 0, 0])
		await engine.mine(2)
		expect([await engine.rewind(2), offset()]).toEqual([2, 0])
		const again = await testEngine({ db, validatorKey })
		expect([again.production.clock.offsetMs, again.snapshots, again.height]).toEqual([0, [], 2])
	})

	it('a chain whose application cannot go back stays where it is, and may be told to', async () => {
		const db = createMemoryDb()
		await (await testEngine({ db, validatorKey })).mine(2)
		const chain = new Chain(optionsOf(db), parseGenesis(kvGenesis()), new EngineClock(handClock(0)))
		await expect(chain.rewind(1)).rejects.toThrow('The application of this chain cannot go back.')
		expect(chain.state.height).toBe(2)
		await chain.rewind(2)
		expect(chain.state.height).toBe(2)
	})
})

function optionsOf(db: KvDatabase): EngineOptions {
	return {
		openApplication: kvApplication,
		db,
		genesis: kvGenesis(),
		validatorKey,
		clock: handClock(0),
		log: silentLog,
		config: { blockMode: 'manual', blockIntervalMs: 1_000, keepBlocks: 0 },
	}
}

describe('a chain and its blocks', () => {
	it('a chain needs a block to prove its state until the newest header has its hash', async () => {
		const chain = new Chain(optionsOf(createMemoryDb()), parseGenesis(kvGenesis()), new EngineClock(handClock(0)))
		const make = async () => {
			await chain.makeBlock({ inNextSecond: false, secondsBetween: undefined, isEmpty: false })
			return chain.needsProofBlock
		}
		expect(chain.needsProofBlock).toBe(true)
		expect(await make()).toBe(false)
		await chain.addTx(utf8('a=1'))
		expect([await make(), await make()]).toEqual([true, false])
	})

	it('a chain that begins at a later height has its first block there, without a commit, at the time of the genesis', async () => {
		const engine = await testEngine({ genesis: kvGenesis({ initial_height: '5' }) })
		await engine.mine(2)
		expect([(await engine.block(5))!.lastCommit.height, (await engine.block(6))!.lastCommit.height]).toEqual([0, 5])
		const { genesisTime } = await engine.genesis()
		expect((await engine.header(5))!.time).toEqual(genesisTime)
	})

	it('a version that an application asks for is in the header from the next block on', async () => {
		const updating = (db: KvDatabase): Application => ({
			...kvApplication(db),
			endBlock: ({ height }) => ({
				events: [],
				validatorUpdates: [],
				...(height === 2 ? { consensusParamUpdates: { version: { appVersion: 9n } } as ConsensusParams } : {}),
			}),
		})
		const engine = await testEngine({ openApplication: updating })
		await engine.mine(4)
		const versions = [1, 2, 3, 4].map(async (height) => (await engine.header(height))!.version.app)
		expect(await Promise.all(versions)).toEqual([1n, 1n, 9n, 9n])
		expect((await engine.consensusParams(2))!.version.appVersion).toBe(0n)
		expect((await engine.consensusParams(3))!.version.appVersion).toBe(9n)
	})

	it('what waits is gone from the mempool of a chain that goes back or begins again, and may come once more', async () => {
		const engine = await testEngine()
		await engine.mine(3)
		for (const goBack of [() => engine.rewind(2), () => engine.rewind(2), () => engine.reset()]) {
			for (const text of ['a=1', 'b=2']) expect((await engine.broadcastTxSync(utf8(text))).code).toBe(0)
			await goBack()
			expect(await engine.mempoolSize()).toEqual({ count: 0, bytes: 0 })
			expect(await engine.mempoolTxs(9)).toEqual([])
		}
		expect((await engine.broadcastTxSync(utf8('a=1'))).code).toBe(0)
	})

	it('transactions that are taken out of the mempool may come again, and the others are checked anew', async () => {
		const calls: string[] = []
		const noting = (db: KvDatabase): Application => {
			const app = kvApplication(db)
			return {
				...app,
				checkTx: (request) => {
					calls.push(`${request.type} ${fromUtf8(request.tx)}`)
					return app.checkTx(request)
				},
			}
		}
		const engine = await testEngine({ openApplication: noting })
		for (const text of ['a=1', 'b=2', 'c=3']) await engine.broadcastTxSync(utf8(text))
		calls.length = 0
		const forget = () => void calls.push('forget')
		expect(await engine.dropTxs(() => false, forget)).toBe(0)
		expect(calls).toEqual([])
		expect(await engine.dropTxs((tx) => fromUtf8(tx) !== 'b=2', forget)).toBe(2)
		expect(calls).toEqual(['forget', 'recheck b=2'])
		expect((await engine.mempoolTxs(9)).map(fromUtf8)).toEqual(['b=2'])
		expect((await engine.broadcastTxSync(utf8('a=1'))).code).toBe(0)
	})

	it('a chain that began again, or was stopped and started, deletes its old blocks anew', async () => {
		const db = createMemoryDb()
		const engine = await testEngine({ db, config: { keepBlocks: 1 } })
		const kept = async () => {
			const heights: number[] = []
			for await (const [at] of db.range({ gte: utf8('eh'), lt: utf8('ei') })) heights.push(at.at(-1)!)
			return heights.join()
		}
		await engine.mine(5)
		await until(async () => (await kept()) === '5')
		await engine.reset()
		await engine.mine(3)
		await until(async () => (await kept()) === '3')
		expect(engine.earliestHeight).toBe(3)
		await engine.stop()
		await engine.start()
		await engine.mine(3)
		await until(async () => (await kept()) === '6')
		expect(engine.earliestHeight).toBe(6)
	})
})
