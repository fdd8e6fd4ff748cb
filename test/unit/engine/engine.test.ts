import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { formatTime } from '../../../src/chain/blockTime.ts'
import { headerHash } from '../../../src/chain/hash/blockHashes.ts'
import { newValidatorKey } from '../../../src/engine/validatorKey.ts'
import type { KvDatabase } from '../../../src/store/KvDatabase.ts'
import { openLevelDb } from '../../../src/store/kv/levelDb.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { fromUtf8, toHexUpper, utf8 } from '../../../src/util/bytes.ts'
import { kvApplication } from './kvApplication.ts'
import { handClock, kvGenesis, testEngine } from './testEngine.ts'

const folders: string[] = []
afterEach(() => {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function folder(): string {
	const made = mkdtempSync(join(tmpdir(), 'engine-'))
	folders.push(made)
	return made
}

describe('blocks', () => {
	it('link to each other by hash and carry the signed commit of the one before', async () => {
		const engine = await testEngine()
		await engine.broadcastTxSync(utf8('a=1'))
		await engine.mine(3)
		for (const height of [2, 3]) {
			const block = (await engine.block(height))!
			const before = (await engine.blockMeta(height - 1))!
			expect(block.header.lastBlockId).toEqual(before.blockId)
			expect(toHexUpper(headerHash(before.header))).toBe(toHexUpper(before.blockId.hash))
			expect(block.lastCommit).toEqual((await engine.commit(height - 1))!.commit)
			expect(block.lastCommit.signatures[0]!.timestamp).toEqual(block.header.time)
		}
		expect((await engine.commit(3))!.canonical).toBe(false)
		expect(await engine.heightByHash((await engine.blockMeta(2))!.blockId.hash)).toBe(2)
		expect((await engine.block(1))!.txs.map(fromUtf8)).toEqual(['a=1'])
		expect((await engine.blockResults(1))!.txs[0]!.events[0]!.type).toBe('app')
	})

	it('begin at the initial height with the genesis time', async () => {
		const engine = await testEngine({ genesis: kvGenesis({ initial_height: '100' }) })
		await engine.mine(2)
		expect(engine.height).toBe(101)
		expect(engine.earliestHeight).toBe(100)
		expect(formatTime((await engine.header(100))!.time)).toBe('2026-01-01T00:00:00Z')
		expect((await engine.block(100))!.lastCommit.signatures).toEqual([])
	})

	it('check waiting transactions again and drop those that are no longer valid', async () => {
		const engine = await testEngine({ genesis: kvGenesis({ consensus_params: smallBlocks }) })
		for (const text of ['x=1', 'a=0', 'once:a', 'y=1']) expect((await engine.broadcastTxSync(utf8(text))).code).toBe(0)
		await engine.mine()
		expect((await engine.block(1))!.txs.map(fromUtf8)).toEqual(['x=1', 'a=0'])
		expect((await engine.mempoolTxs(10)).map(fromUtf8)).toEqual(['y=1'])
		expect((await engine.broadcastTxSync(utf8('once:a'))).code).toBe(8)
	})

	it('sign with the own key in the place of other validators, and say so', async () => {
		const lines: string[] = []
		const validators = [
			{
				address: '736F8CAF51B960BA10A0B6EEA7E1DA88D43462CF',
				pub_key: { type: 'tendermint/PubKeyEd25519', value: 'xP0bw9r4z9OHHYTfuXQqrfI0F/wefrdjkKoxWuW0zF8=' },
				power: '10',
				name: 'a',
			},
		]
		const own = newValidatorKey(await (await testEngine()).genesis())
		const engine = await testEngine({
			genesis: kvGenesis({ validators }),
			validatorKey: () => own,
			log: (_level, _source, message) => lines.push(message),
		})
		await engine.mine()
		expect((await engine.status()).validator).toMatchObject({ address: own.address, power: 10n })
		expect(lines.join()).toContain('signs in their place')
	})
})

describe('a home', () => {
	it('goes on after its last block when opened again', async () => {
		const path = folder()
		const key = newValidatorKey(await (await testEngine()).genesis())
		const open = async (db: KvDatabase) => testEngine({ db, validatorKey: () => key })
		const first = await openLevelDb(path)
		const engine = await open(first)
		await engine.broadcastTxSync(utf8('kept=yes'))
		await engine.mine(2)
		const hash = (await engine.blockMeta(2))!.blockId.hash
		await engine.stop()
		await first.close()

		const second = await openLevelDb(path)
		const again = await testEngine({ db: second, genesis: undefined, validatorKey: () => key })
		expect(again.height).toBe(2)
		await again.mine()
		expect(toHexUpper((await again.header(3))!.lastBlockId.hash)).toBe(toHexUpper(hash))
		const answer = await again.application.query({ path: '', data: utf8('kept'), height: 0n, prove: false })
		expect(fromUtf8(answer.value!)).toBe('yes')
		await second.close()
	})

	it('a home is refused when its key is another one or its database ends in two places', async () => {
		const db = createMemoryDb()
		await (await testEngine({ db })).mine()
		await expect(testEngine({ db })).rejects.toThrow('validator key')
		const key = newValidatorKey(await (await testEngine()).genesis())
		const other = createMemoryDb()
		await (await testEngine({ db: other, validatorKey: () => key })).mine()
		const batch = other.batch()
		batch.put(utf8('astate'), utf8('{"height":5,"size":0}'))
		await other.write(batch, { sync: true })
		await expect(testEngine({ db: other, validatorKey: () => key })).rejects.toThrow('damaged')
	})

	it('needs a genesis document once', async () => {
		await expect(testEngine({ genesis: undefined })).rejects.toThrow('no genesis document')
	})

	it('writes nothing of a block whose write fails, and then makes no more', async () => {
		const real = createMemoryDb()
		let broken = false
		const db: KvDatabase = {
			...real,
			write: (batch, options) => (broken ? Promise.reject(new Error('disk full')) : real.write(batch, options)),
		}
		let cause: unknown
		const engine = await testEngine({ db, onFailure: (fault) => (cause = fault) })
		await engine.mine()
		await engine.broadcastTxSync(utf8('lost=1'))
		broken = true
		await expect(engine.mine()).rejects.toThrow('disk full')
		expect(cause).toBeInstanceOf(Error)
		expect(engine.height).toBe(1)
		await expect(engine.broadcastTxSync(utf8('more=1'))).rejects.toThrow('stopped making blocks')
	})
})

describe('time', () => {
	it('follows the clock but always grows', async () => {
		const clock = handClock(Date.parse('2026-05-01T12:00:00Z'))
		const engine = await testEngine({ clock })
		await engine.mine(2)
		expect(formatTime((await engine.header(2))!.time)).toBe('2026-05-01T12:00:00Z')
		await engine.mine()
		expect(formatTime((await engine.header(3))!.time)).toBe('2026-05-01T12:00:00.001Z')
		clock.ms -= 5000
		await engine.mine()
		expect(formatTime((await engine.header(4))!.time)).toBe('2026-05-01T12:00:00.002Z')
	})

	it('gives blocks seconds of their own when asked, but not those of an interval', async () => {
		const clock = handClock(Date.parse('2026-05-01T12:00:00.25Z'))
		const engine = await testEngine({ clock })
		await engine.mine(2)
		engine.keepSecondsApart()
		const timeAfter = async (ms: number): Promise<string> => {
			clock.ms += ms
			return formatTime((await engine.header(await engine.mine()))!.time)
		}
		expect(await timeAfter(0)).toBe('2026-05-01T12:00:01Z')
		expect(await timeAfter(10)).toBe('2026-05-01T12:00:02Z')
		expect(await timeAfter(1_300)).toBe('2026-05-01T12:00:03.3Z')
		await engine.advanceTime(60_000)
		expect(await timeAfter(0)).toBe('2026-05-01T12:01:03.3Z')
		await engine.setTime(Date.parse('2030-01-01T00:00:00.5Z'), { freeze: true })
		expect([await timeAfter(0), await timeAfter(0)]).toEqual(['2030-01-01T00:00:00.5Z', '2030-01-01T00:00:01Z'])
		engine.setBlockMode('interval', 60_000)
		expect(await timeAfter(0)).toBe('2030-01-01T00:00:01.001Z')
	})

	it('can be set, frozen and advanced', async () => {
		const clock = handClock(Date.parse('2026-05-01T12:00:00Z'))
		const engine = await testEngine({ clock })
		await engine.mine()
		await engine.setTime(Date.parse('2030-01-01T00:00:00Z'), { freeze: true })
		clock.ms += 60_000
		await engine.mine()
		expect(formatTime((await engine.header(2))!.time)).toBe('2030-01-01T00:00:00Z')
		await engine.advanceTime(3_600_000)
		await engine.mine()
		expect(formatTime((await engine.header(3))!.time)).toBe('2030-01-01T01:00:00Z')
		await engine.setTime(Date.parse('2031-01-01T00:00:00Z'), { freeze: false })
		clock.ms += 1500
		await engine.mine()
		expect(formatTime((await engine.header(4))!.time)).toBe('2031-01-01T00:00:01.5Z')
	})
})

describe('history', () => {
	const stored = async (engine: Awaited<ReturnType<typeof testEngine>>, key: string) => {
		const { value } = await engine.application.query({ path: '', data: utf8(key), height: 0n, prove: false })
		return value && fromUtf8(value)
	}

	it('goes back to a snapshot, twice nested, and makes the same blocks again', async () => {
		const engine = await testEngine()
		await engine.mine()
		const outer = await engine.snapshot()
		await engine.broadcastTxSync(utf8('a=1'))
		await engine.mine()
		const hash = toHexUpper((await engine.blockMeta(2))!.blockId.hash)
		const inner = await engine.snapshot()
		await engine.broadcastTxSync(utf8('a=2'))
		await engine.mine()
		let rewinds = 0
		engine.onRewind(() => rewinds++)
		expect(await engine.revert(inner)).toBe(2)
		expect(engine.snapshots.map(({ name, height }) => [name, height])).toEqual([
			[outer, 1],
			[inner, 2],
		])
		expect(await stored(engine, 'a')).toBe('1')
		expect(await engine.block(3)).toBeUndefined()
		expect((await engine.searchTxs({ query: "app.key='a'", page: 1n, perPage: 10, order: 'asc' })).total).toBe(1)
		expect(await engine.revert(outer)).toBe(1)
		expect(await stored(engine, 'a')).toBeUndefined()
		await engine.broadcastTxSync(utf8('a=1'))
		await engine.mine()
		expect(toHexUpper((await engine.blockMeta(2))!.blockId.hash)).toBe(hash)
		expect(rewinds).toBe(2)
		await expect(engine.revert(inner)).rejects.toThrow('no snapshot')
	})

	it('begins again from genesis on reset', async () => {
		const db = createMemoryDb()
		const engine = await testEngine({ db })
		await engine.broadcastTxSync(utf8('a=1'))
		await engine.mine(3)
		expect(await engine.reset(kvGenesis({ chain_id: 'kv-2' }))).toBe(0)
		expect(engine.chainId).toBe('kv-2')
		expect(await stored(engine, 'a')).toBeUndefined()
		await engine.mine()
		expect((await engine.header(1))!.chainId).toBe('kv-2')
	})

	it('finishes a reset that was cut short', async () => {
		const db = createMemoryDb()
		const engine = await testEngine({ db })
		await engine.mine(2)
		const batch = db.batch()
		batch.put(utf8('eR'), utf8(kvGenesis({ chain_id: 'kv-new' })))
		await db.write(batch, { sync: true })
		const again = await testEngine({ db, genesis: undefined })
		expect({ height: again.height, chainId: again.chainId }).toEqual({ height: 0, chainId: 'kv-new' })
	})

	it('keeps as many blocks as it is told, and their index entries', async () => {
		const db = createMemoryDb()
		const engine = await testEngine({ db, config: { keepBlocks: 3 } })
		for (let i = 0; i < 10; i++) {
			await engine.broadcastTxSync(utf8(`key${i}=1`))
			await engine.mine()
		}
		expect(engine.earliestHeight).toBe(8)
		expect(await engine.block(7)).toBeUndefined()
		expect(await engine.block(8)).toBeDefined()
		expect((await engine.searchTxs({ query: 'tx.height>0', page: 1n, perPage: 100, order: 'asc' })).total).toBe(3)
		expect(
			(await engine.searchBlocks({ query: 'begin.parity EXISTS', page: 1n, perPage: 100, order: 'asc' })).heights,
		).toEqual([8, 9, 10])
		const entries = async () => {
			let index = 0
			for await (const [key] of db.range({ gte: utf8('ei'), lt: utf8('ej') })) index += key.length > 0 ? 1 : 0
			return index
		}
		await expect.poll(entries).toBe(3 * 4)
	})
})

describe('block modes', () => {
	it('makes a block for each transaction at once when instant', async () => {
		const engine = await testEngine({ config: { blockMode: 'instant' } })
		await engine.start()
		expect(engine.height).toBe(1)
		const { height, deliverTx } = await engine.broadcastTxCommit(utf8('a=1'))
		expect({ height, code: deliverTx!.code }).toEqual({ height: 2, code: 0 })
		await engine.stop()
	})

	it('makes blocks by the interval, none while paused, and any on command', async () => {
		const engine = await testEngine({ config: { blockMode: 'interval', blockIntervalMs: 20 } })
		await engine.start()
		let reached: () => void = () => undefined
		const fourth = new Promise<void>((resolve) => {
			reached = resolve
		})
		const stop = await engine.subscribe("tm.event='NewBlock'", (event) => {
			if (event.type === 'NewBlock' && event.block.header.height >= 4) reached()
		})
		await fourth
		stop()
		engine.pause()
		const { height } = engine
		await expect(engine.broadcastTxCommit(utf8('waits=1'), 60)).rejects.toThrow('timed out')
		expect(engine.height - height).toBeLessThanOrEqual(1)
		expect(await engine.mine(2)).toBe(engine.height)
		expect(engine.tx).toBeDefined()
		expect((await engine.mempoolSize()).count).toBe(0)
		engine.resume()
		expect((await engine.broadcastTxCommit(utf8('goes=1'))).height).toBeGreaterThan(height)
		await engine.stop()
	})

	it('tells a failed CheckTx and a failed DeliverTx apart', async () => {
		const engine = await testEngine({ config: { blockMode: 'instant' } })
		await engine.start()
		expect(await engine.broadcastTxCommit(utf8('bad'))).toMatchObject({
			checkTx: { code: 7 },
			deliverTx: undefined,
			height: 0,
		})
		expect(await engine.broadcastTxCommit(utf8('fail'))).toMatchObject({ checkTx: { code: 0 }, deliverTx: { code: 9 } })
		await engine.stop()
	})
})

const smallBlocks = {
	block: { max_bytes: '2000', max_gas: '2', time_iota_ms: '1' },
	evidence: { max_age_num_blocks: '1', max_age_duration: '1', max_bytes: '1' },
	validator: { pub_key_types: ['ed25519'] },
	version: {},
}

describe('the application', () => {
	it('never shows a state that is not durable', async () => {
		const real = createMemoryDb()
		let release: () => void = () => undefined
		let hold = false
		const db: KvDatabase = {
			...real,
			write: async (batch, options) => {
				if (hold) await new Promise<void>((resolve) => (release = resolve))
				return real.write(batch, options)
			},
		}
		const engine = await testEngine({ db, openApplication: kvApplication })
		await engine.broadcastTxSync(utf8('a=1'))
		hold = true
		const block = engine.mine()
		await new Promise((resolve) => setImmediate(resolve))
		let answered = false
		const query = engine.application.query({ path: '', data: utf8('a'), height: 0n, prove: false }).then((answer) => {
			answered = true
			return answer
		})
		await new Promise((resolve) => setImmediate(resolve))
		expect(answered).toBe(false)
		hold = false
		release()
		expect(fromUtf8((await query).value!)).toBe('1')
		await block
	})
})
