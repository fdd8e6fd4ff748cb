import { describe, expect, it } from 'vitest'
import type { KvDatabase } from '../../../src/store/KvDatabase.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { prefixedDb } from '../../../src/store/kv/prefixedDb.ts'
import { utf8 } from '../../../src/util/bytes.ts'
import { until } from '../../support/until.ts'
import { kvGenesis, testEngine } from './testEngine.ts'

/** A database whose writes fail, or wait, as long as a test wants it so. */
function faultyDb() {
	const real = createMemoryDb()
	const state = { fails: false, waits: undefined as Promise<void> | undefined }
	const db: KvDatabase = {
		...real,
		write: async (batch, options) => {
			if (state.fails) throw new Error('disk full')
			await state.waits
			return real.write(batch, options)
		},
		prefixed: (prefix) => prefixedDb(db, prefix),
	}
	return { db, state }
}

describe('an engine that could not write a block', () => {
	it('an engine that could not write a block stops, tells it once, and refuses whatever would change the chain', async () => {
		const { db, state } = faultyDb()
		const lines: string[] = []
		const failures: unknown[] = []
		const engine = await testEngine({
			db,
			config: { blockMode: 'interval', blockIntervalMs: 60_000 },
			log: (...line) => void lines.push(line.join(' ')),
			onFailure: (cause) => failures.push(cause),
		})
		await engine.start()
		expect(engine.production.running).toBe(true)
		state.fails = true
		await expect(engine.mine()).rejects.toThrow('disk full')
		expect([engine.production.running, engine.height]).toEqual([false, 1])
		expect(lines).toEqual(['error engine No more blocks: disk full'])
		expect(failures).toMatchObject([{ message: 'disk full' }])
		const refusal = {
			message: 'This node has stopped making blocks.',
			why: 'disk full',
			next: 'Start it again: it goes on from its last whole block.',
		}
		state.fails = false
		expect(() => engine.checkTx(utf8('a=1'))).toThrow(expect.objectContaining(refusal))
		for (const call of [
			() => engine.broadcastTxSync(utf8('a=1')),
			() => engine.broadcastTxAsync(utf8('a=1')),
			() => engine.broadcastTxCommit(utf8('a=1')),
			() => engine.broadcastTxSettled(utf8('a=1')),
			() => engine.mine(),
			() => engine.snapshot(),
			() => engine.advanceTime(1),
			() => engine.rewind(1),
			() =>
				engine.dropTxs(
					() => true,
					() => undefined,
				),
		]) {
			await expect(call()).rejects.toMatchObject(refusal)
		}
		await engine.stop()
		expect(failures).toHaveLength(1)
	})

	it('an engine that could not delete old blocks says so, and goes on with it after a later block', async () => {
		const real = createMemoryDb()
		let fails = false
		const db: KvDatabase = {
			...real,
			write: (batch, options) =>
				fails && !options.sync ? Promise.reject(new Error('disk full')) : real.write(batch, options),
			prefixed: (prefix) => prefixedDb(db, prefix),
		}
		const lines: string[] = []
		const engine = await testEngine({
			db,
			config: { keepBlocks: 1 },
			log: (...line) => void lines.push(line.join(' ')),
		})
		const kept = async () => {
			let heights = 0
			for await (const _ of db.range({ gte: utf8('eh'), lt: utf8('ei') })) heights++
			return heights
		}
		fails = true
		await engine.mine(2)
		await until(() => lines.length > 0)
		expect(lines).toEqual(['error engine Old blocks are not deleted: disk full'])
		expect(await kept()).toBe(2)
		fails = false
		await engine.mine()
		await until(async () => (await kept()) === 1)
		await engine.stop()
	})
})

describe('an engine and its callers', () => {
	it('an engine ends when the block in progress is durable', async () => {
		const { db, state } = faultyDb()
		const engine = await testEngine({ db })
		let release: () => void = () => undefined
		state.waits = new Promise((resolve) => {
			release = resolve
		})
		const mined = engine.mine()
		let ended = false
		const stopped = engine.stop().then(() => {
			ended = true
		})
		for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
		expect([ended, engine.height]).toEqual([false, 0])
		release()
		await stopped
		expect(engine.height).toBe(1)
		await mined
	})

	it('a transaction that is to be settled waits for its block in instant mode alone, and only when it was taken', async () => {
		const engine = await testEngine({ config: { blockMode: 'instant' } })
		const settled = async (text: string) => {
			const { code } = await engine.broadcastTxSettled(utf8(text))
			return [code, engine.height]
		}
		expect(await settled('a=1')).toEqual([0, 0])
		await engine.start()
		expect(engine.height).toBe(1)
		expect(await settled('b=2')).toEqual([0, 2])
		expect(await settled('bad')).toEqual([7, 2])
		engine.pause()
		expect(await settled('c=3')).toEqual([0, 2])
		engine.setBlockMode('manual')
		engine.resume()
		expect(await settled('d=4')).toEqual([0, 2])
		expect(engine.production).toMatchObject({ running: true, paused: false, mode: 'manual', intervalMs: 1000 })
		engine.setBlockMode('instant')
		await until(() => engine.height === 3)
		expect((await engine.block(3))!.txs).toEqual([utf8('c=3'), utf8('d=4')])
		// Nothing waits: there is no block that only proves the state, while another engine makes its own.
		expect(await engine.broadcastTxCommit(utf8('bad'))).toMatchObject({ height: 0, deliverTx: undefined })
		const other = await testEngine({ config: { blockMode: 'instant' } })
		await other.start()
		for (const text of ['x', 'y', 'z']) await other.broadcastTxCommit(utf8(text))
		expect(engine.height).toBe(3)
		await engine.stop()
		expect(engine.production.running).toBe(false)
		await other.stop()
	})

	it('an engine begins again with another genesis when that was checked, and runs on where it ran', async () => {
		const asked: string[] = []
		const checkGenesis = async (text: string) => {
			asked.push(text)
			if (text.includes('kv-bad')) throw new RangeError('no chain begins so')
		}
		const engine = await testEngine({ checkGenesis, config: { blockMode: 'instant' } })
		let rewinds = 0
		const end = engine.onRewind(() => rewinds++)
		await engine.mine(3)
		await expect(engine.reset(kvGenesis({ chain_id: 'kv-bad' }))).rejects.toThrow('no chain begins so')
		expect([engine.height, engine.chainId, rewinds]).toEqual([3, 'kv-chain', 0])
		expect(await engine.reset()).toBe(0)
		expect([engine.production.running, rewinds, asked.length]).toEqual([false, 1, 1])
		await engine.start()
		const other = kvGenesis({ chain_id: 'kv-2' })
		expect(await engine.reset(other)).toBe(1)
		expect([engine.production.running, engine.chainId, rewinds]).toEqual([true, 'kv-2', 2])
		expect(asked[1]).toBe(other)
		end()
		await engine.reset()
		expect(rewinds).toBe(2)
		await engine.stop()
	})
})
