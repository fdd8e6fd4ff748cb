import { describe, expect, test } from 'vitest'
import type { KvDatabase } from '../../../src/store/KvDatabase.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { prefixedDb } from '../../../src/store/kv/prefixedDb.ts'
import { utf8 } from '../../../src/util/bytes.ts'
import { kvApplication } from './kvApplication.ts'
import { testEngine } from './testEngine.ts'

describe('the bounds of an engine', () => {
	test.each([10, 10.5, 60_000])('an engine takes a block interval of %d ms', async (interval) => {
		const engine = await testEngine()
		engine.setBlockMode('manual', interval)
		expect(engine.production.intervalMs).toBe(interval)
		await engine.stop()
	})

	test.each([
		[9.999, 'short'],
		[9, 'short'],
		[0, 'short'],
		[-1, 'short'],
		[Number.NaN, 'short'],
		[Number.POSITIVE_INFINITY, 'long'],
	])('an engine refuses a block interval of %d ms as too %s and keeps the one it has', async (interval, fault) => {
		const engine = await testEngine()
		expect(() => engine.setBlockMode('interval', interval)).toThrow(
			expect.objectContaining({
				message: `A block interval of ${interval} ms is too ${fault}.`,
				next: `Give ${fault === 'long' ? 'at most 9007199254740991' : 'at least 10'} ms.`,
			}),
		)
		expect(engine.production).toMatchObject({ mode: 'manual', intervalMs: 1000 })
		await engine.stop()
	})

	test('an engine makes as many blocks as it is told, none for 0, and one where no number is given', async () => {
		const engine = await testEngine()
		expect(await engine.mine(0)).toBe(0)
		expect(await engine.mine()).toBe(1)
		expect(await engine.mine(3)).toBe(4)
		await engine.stop()
	})

	test('an engine takes a snapshot from the first block on', async () => {
		const engine = await testEngine()
		await expect(engine.snapshot('early')).rejects.toThrow('There is no block yet to take a snapshot of.')
		await engine.mine()
		expect(await engine.snapshot('first')).toBe('first')
		expect(engine.snapshots).toMatchObject([{ name: 'first', height: 1 }])
		await engine.stop()
	})

	test('an engine makes the first block at its start, but not in manual mode and not twice', async () => {
		const manual = await testEngine()
		await manual.start()
		expect(manual.height).toBe(0)
		await manual.stop()
		const instant = await testEngine({ config: { blockMode: 'instant' } })
		await instant.start()
		expect(instant.height).toBe(1)
		await instant.stop()
		await instant.start()
		expect(instant.height).toBe(1)
		await instant.stop()
	})

	test('an engine goes back to its first and to its newest height, and to none beyond', async () => {
		const engine = await testEngine()
		await engine.mine(3)
		for (const height of [4, 0, 1.5]) {
			await expect(engine.rewind(height)).rejects.toMatchObject({
				message: `Height ${height} cannot be gone back to.`,
				why: 'The blocks of this node are 1 to 3.',
				next: 'Choose a height from 1 to 3.',
			})
		}
		expect(await engine.rewind(3)).toBe(3)
		expect(await engine.rewind(1)).toBe(1)
		await engine.stop()
	})

	test('an engine without a block goes back to none, and says what to do', async () => {
		const engine = await testEngine()
		await expect(engine.rewind(1)).rejects.toMatchObject({
			message: 'Height 1 cannot be gone back to.',
			why: 'There is no block yet.',
			next: 'Make blocks first, or choose another folder with --home.',
		})
		await engine.stop()
	})

	// The lowest height after five blocks and a snapshot of some of them.
	test.each([
		[0, 0, undefined, 1],
		[1, 0, undefined, 5],
		[2, 0, undefined, 4],
		[5, 0, undefined, 1],
		[6, 0, undefined, 1],
		[0, 3, undefined, 3],
		[0, 9, undefined, 5],
		[2, 3, undefined, 4],
		[4, 3, undefined, 3],
		[2, 0, 3, 3],
		[4, 0, 3, 2],
		[0, 4, 2, 2],
		[1, 0, 1, 1],
	])(
		'an engine that keeps %d blocks, whose application retains from %d and whose snapshot is of %s, has blocks from %d on',
		async (keepBlocks, retainHeight, pinned, earliest) => {
			const retaining: typeof kvApplication = (db) => {
				const app = kvApplication(db)
				return { ...app, commit: async (batch) => ({ ...(await app.commit(batch)), retainHeight }) }
			}
			const engine = await testEngine({ config: { keepBlocks }, openApplication: retaining })
			for (let height = 1; height <= 5; height++) {
				await engine.mine()
				if (height === pinned) await engine.snapshot()
			}
			expect((await engine.status()).earliestHeight).toBe(earliest)
			await engine.stop()
		},
	)

	test.each(['', '{}', '{"chain_id":"x"'])(
		'an engine that is to begin again from %j goes on as it was, and so do those that follow it',
		async (text) => {
			const told: string[] = []
			const durable = {
				stands: () => void told.push('stands'),
				block: (height: number) => void told.push(`block ${height}`),
				goesBack: () => void told.push('goes back'),
			}
			const engine = await testEngine({ durable, config: { blockMode: 'instant' } })
			await engine.start()
			await engine.mine(2)
			const before = [...told]
			await expect(engine.reset(text)).rejects.toThrow(/./)
			expect(told).toEqual(before)
			expect(engine.production.running).toBe(true)
			const { height } = engine
			// A transaction still gets its block.
			expect((await engine.broadcastTxCommit(utf8('a=1'))).height).toBe(height + 1)
			await engine.stop()
		},
	)

	test('the clock of an engine whose disk refuses the change stays as it was', async () => {
		const real = createMemoryDb()
		let isFull = false
		const db: KvDatabase = {
			...real,
			write: (batch, options) => (isFull ? Promise.reject(new Error('disk full')) : real.write(batch, options)),
			prefixed: (prefix) => prefixedDb(db, prefix),
		}
		const engine = await testEngine({ db })
		await engine.mine()
		const before = engine.production.clock
		isFull = true
		await expect(engine.setTime(Date.parse('2030-01-01'), { freeze: true })).rejects.toThrow('disk full')
		await expect(engine.advanceTime(5_000)).rejects.toThrow('disk full')
		expect(engine.production.clock).toEqual(before)
		isFull = false
		await engine.advanceTime(5_000)
		expect(engine.production.clock).toEqual({ ...before, offsetMs: before.offsetMs + 5_000 })
		await engine.stop()
	})
})
