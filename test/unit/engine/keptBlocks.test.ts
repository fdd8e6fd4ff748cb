import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Engine } from '../../../src/engine/Engine.ts'
import { generateValidatorKey } from '../../../src/engine/validatorKey.ts'
import type { KvDatabase } from '../../../src/store/KvDatabase.ts'
import { openLevelDb } from '../../../src/store/kv/levelDb.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { utf8 } from '../../../src/util/bytes.ts'
import { until } from '../../support/until.ts'
import { testEngine } from './testEngine.ts'

const key = generateValidatorKey()
const engines: Engine[] = []
afterEach(async () => {
	for (const engine of engines.splice(0)) await engine.stop()
})

async function open(...options: Parameters<typeof testEngine>): Promise<Engine> {
	const engine = await testEngine({ validatorKey: () => key, ...options[0] })
	engines.push(engine)
	return engine
}

async function rowsOf(db: KvDatabase, letter: string): Promise<number> {
	let rows = 0
	for await (const [key] of db.range({
		gte: utf8(`e${letter}`),
		lt: utf8(`e${String.fromCharCode(letter.charCodeAt(0) + 1)}`),
	}))
		rows += key.length > 0 ? 1 : 0
	return rows
}

describe('blocks that are not kept', () => {
	it('blocks that are not kept are refused at once and deleted in steps, with nobody waiting 50 ms for one', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'kept-blocks-'))
		const db = await openLevelDb(join(folder, 'data'))
		const [blocks, txsInBlock] = [8, 600]
		const writer = await open({ db })
		for (let block = 0; block < blocks; block++) {
			for (let tx = 0; tx < txsInBlock; tx++) await writer.broadcastTxSync(utf8(`key${block}x${tx}=1`))
			await writer.mine()
		}
		expect(await rowsOf(db, 't')).toBe(blocks * txsInBlock)
		await writer.stop()

		// A new limit on a long chain, and two blocks of it at once.
		const engine = await open({ db, config: { keepBlocks: 2 } })
		const query = { query: 'tx.height>0', page: 1n, perPage: 1, order: 'asc' } as const
		expect((await engine.searchTxs(query)).total).toBe(blocks * txsInBlock)
		const steps: number[] = []
		let last = performance.now()
		let watching = true
		const watch = (): void => {
			steps.push(performance.now() - last)
			last = performance.now()
			if (watching) setImmediate(watch)
		}
		await engine.mine()
		watch()
		expect(engine.earliestHeight).toBe(blocks)
		expect((await engine.searchTxs(query)).total).toBe(txsInBlock)
		expect(await engine.block(blocks - 1)).toBeUndefined()
		await until(async () => (await rowsOf(db, 't')) === txsInBlock)
		await until(async () => (await rowsOf(db, 'h')) === 2)
		watching = false
		expect(await rowsOf(db, 'i')).toBe(txsInBlock * 4)
		expect(await rowsOf(db, 'x')).toBe(txsInBlock)
		const sorted = steps.toSorted((a, b) => b - a)
		process.stdout.write(
			`deleting ${(blocks - 1) * txsInBlock} transactions: longest pause ${sorted[0]?.toFixed(1)} ms\n`,
		)
		// Others use this machine too: all but the few worst turns count.
		expect(sorted[Math.floor(sorted.length / 100)]).toBeLessThan(50)
		await engine.stop()
		await db.close()
		rmSync(folder, { recursive: true })
	}, 60_000)

	it('stay while a snapshot needs them', async () => {
		const engine = await open({ config: { keepBlocks: 2 } })
		await engine.mine(3)
		await engine.snapshot('held')
		await engine.mine(10)
		expect(engine.earliestHeight).toBe(3)
		expect(await engine.revert('held')).toBe(3)
		await engine.deleteSnapshot('held')
		await engine.mine(10)
		expect(engine.earliestHeight).toBe(12)
	})

	it('blocks that are not kept are deleted to the end after a restart in the middle', async () => {
		const db = createMemoryDb()
		const writer = await open({ db })
		for (let tx = 0; tx < 900; tx++) await writer.broadcastTxSync(utf8(`key${tx}=1`))
		await writer.mine(4)
		await writer.stop()
		const first = await open({ db, config: { keepBlocks: 1 } })
		await first.mine()
		await first.stop()
		expect(await rowsOf(db, 't')).toBeGreaterThan(0)
		const second = await open({ db, config: { keepBlocks: 1 } })
		await second.mine()
		await until(async () => (await rowsOf(db, 't')) === 0 && (await rowsOf(db, 'h')) === 1)
	})
})

describe('an idle chain', () => {
	/** Waits until a chain with empty blocks at the same interval has made so many. */
	async function whileAnotherMakes(blocks: number): Promise<void> {
		const other = await open({ config: { blockMode: 'interval', blockIntervalMs: 10, emptyBlocksMs: 0 } })
		await other.start()
		await until(() => other.height >= blocks)
		await other.stop()
	}

	it('makes no blocks when they are off, but one for a transaction and one that proves its state', async () => {
		const engine = await open({
			config: { blockMode: 'interval', blockIntervalMs: 10, emptyBlocksMs: Number.POSITIVE_INFINITY },
		})
		await engine.start()
		const still = async () => {
			const { height } = engine
			await whileAnotherMakes(10)
			return engine.height - height
		}
		await until(() => engine.height >= 1)
		await until(async () => (await still()) === 0)
		const { height } = engine
		await engine.broadcastTxSync(utf8('a=1'))
		await until(() => engine.height === height + 2)
		expect(await still()).toBe(0)
		expect((await engine.blockMeta(height + 1))!.numTxs).toBe(1)
		expect((await engine.header(height + 2))!.appHash).toEqual(engine.appHash)
	})

	it('does not fill the disk while nobody uses it, where each empty block would be written', async () => {
		const db = createMemoryDb()
		const records = async () => {
			let count = 0
			for await (const _ of db.range({})) count++
			return count
		}
		const interval = { blockMode: 'interval', blockIntervalMs: 10 } as const
		const idle = await open({ db, config: { ...interval, emptyBlocksMs: Number.POSITIVE_INFINITY } })
		await idle.start()
		await until(() => idle.height >= 1)
		await whileAnotherMakes(10)
		const before = await records()
		await whileAnotherMakes(10)
		expect(await records()).toBe(before)
		await idle.stop()
		const busy = await open({ db, config: { ...interval, emptyBlocksMs: 0 } })
		const { height } = busy
		await busy.start()
		await until(() => busy.height >= height + 5)
		expect(await records()).toBeGreaterThanOrEqual(before + 5)
	})

	it('makes one after the time that was set', async () => {
		const engine = await open({ config: { blockMode: 'interval', blockIntervalMs: 10, emptyBlocksMs: 150 } })
		await engine.start()
		await until(() => engine.height >= 2)
		const { height } = engine
		const from = performance.now()
		await until(() => engine.height >= height + 2)
		expect(performance.now() - from).toBeGreaterThan(200)
	})
})
