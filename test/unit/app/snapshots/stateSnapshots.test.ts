import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Snapshot } from '../../../../src/abci/Snapshots.ts'
import type { BaseApp } from '../../../../src/app/BaseApp.ts'
import { SnapshotFolder } from '../../../../src/app/snapshots/SnapshotFolder.ts'
import { StateSnapshots } from '../../../../src/app/snapshots/StateSnapshots.ts'
import type { KvDatabase } from '../../../../src/store/KvDatabase.ts'
import { createMemoryDb } from '../../../../src/store/kv/memoryDb.ts'
import { toHex } from '../../../../src/util/bytes.ts'
import { silentLog } from '../../../../src/util/Log.ts'
import { greetTx, makeBlock, openApp, startChain } from '../testChain.ts'

let folder: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-snapshots-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function snapshotsOf(app: BaseApp, name: string, chunkBytes = 300, log = silentLog, interval = 5) {
	return new StateSnapshots({
		store: app.store,
		folder: new SnapshotFolder(join(folder, name), chunkBytes),
		interval,
		keep: 2,
		onRestored: () => app.discardBlock(),
		log,
	})
}

/** A chain with greetings in each block, and snapshots of some heights. */
async function chainTo(height: number, chunkBytes?: number) {
	const app = openApp()
	startChain(app)
	const snapshots = snapshotsOf(app, 'giver', chunkBytes)
	const hashes: Uint8Array[] = []
	for (let at = 1; at <= height; at++) {
		const { appHash, results } = await makeBlock(app, greetTx({ sequence: BigInt(at - 1) }))
		expect(results[0]?.code).toBe(0)
		hashes.push(appHash)
		snapshots.committed(at)
		await expect.poll(async () => (await snapshots.list())[0]?.height ?? 0).toBe(at - (at % 5))
	}
	return { app, snapshots, hashes }
}

async function give(giver: StateSnapshots, taker: StateSnapshots, snapshot: Snapshot, appHash: Uint8Array) {
	const offered = await taker.offer(snapshot, appHash)
	const answers: string[] = []
	for (let chunk = 0; offered === 'accept' && chunk < snapshot.chunks; chunk++) {
		const bytes = await giver.load(snapshot.height, snapshot.format, chunk)
		const { result } = await taker.apply(chunk, bytes, 'peer')
		answers.push(result)
		if (result !== 'accept') break
	}
	return { offered, answers }
}

describe('a state that is given away', () => {
	it('a state that is given away is the same state, and blocks on it have the same app hashes', async () => {
		const { app, snapshots, hashes } = await chainTo(12)
		const [newest, older] = await snapshots.list()
		expect([newest?.height, older?.height]).toEqual([10, 5])
		expect(newest!.chunks).toBeGreaterThan(3)
		const db = createMemoryDb()
		const other = openApp(db)
		const check = async (sequence: bigint) => (await other.checkTx({ tx: greetTx({ sequence }), type: 'new' })).code
		// No parameters are there yet, which checks remember until the state is another.
		expect(await check(10n)).toBe(111222)
		const { offered, answers } = await give(snapshots, snapshotsOf(other, 'taker'), newest!, hashes[9]!)
		expect(offered).toBe('accept')
		expect(new Set(answers)).toEqual(new Set(['accept']))
		expect(other.info().lastBlockHeight).toBe(10)
		expect(toHex(other.info().lastBlockAppHash)).toBe(toHex(hashes[9]!))
		// Also before the first block of its own, whose header has the chain's name: checks know the sequence already.
		expect(openApp(db).info()).toEqual(other.info())
		expect([await check(9n), await check(10n)]).toEqual([32, 4])
		for (const at of [11, 12, 13, 14]) {
			const tx = greetTx({ sequence: BigInt(at - 1) })
			const { appHash, results } = await makeBlock(other, tx)
			expect(results[0]?.code).toBe(0)
			const wanted = at <= 12 ? hashes[at - 1]! : (await makeBlock(app, tx)).appHash
			expect(toHex(appHash)).toBe(toHex(wanted))
		}
		expect(other.store.dump()).toEqual(app.store.dump())
		// What was taken over is on disk: a new process goes on from it, and old versions can still be dropped.
		expect(openApp(db).info()).toEqual(other.info())
	})

	it('a state that is given away is one chunk when it fits, and the same bytes at every node', async () => {
		const { snapshots, app, hashes } = await chainTo(5, 10_000_000)
		const [snapshot] = await snapshots.list()
		expect(snapshot!.chunks).toBe(1)
		const again = snapshotsOf(app, 'again', 10_000_000)
		again.committed(5)
		await expect.poll(async () => (await again.list()).length).toBe(1)
		expect((await again.list())[0]).toEqual(snapshot)
		const { answers } = await give(again, snapshotsOf(openApp(), 'taker'), snapshot!, hashes[4]!)
		expect(answers).toEqual(['accept'])
	})
})

describe('the log of snapshots', () => {
	/** Snapshots whose log lines are kept. */
	function logged(app: BaseApp, name: string) {
		const lines: string[] = []
		return { lines, snapshots: snapshotsOf(app, name, 300, (...line) => lines.push(line.join(' '))) }
	}

	it('the log tells of a snapshot that can be given away, and of a state that is taken over', async () => {
		const { app, hashes } = await chainTo(5)
		const giver = logged(app, 'other giver')
		giver.snapshots.committed(5)
		await expect.poll(() => giver.lines.length).toBe(1)
		const [snapshot] = await giver.snapshots.list()
		expect(giver.lines).toEqual([`info snapshots height 5 can be given away in ${snapshot!.chunks} chunks`])
		const taker = logged(openApp(), 'taker')
		await give(giver.snapshots, taker.snapshots, snapshot!, new Uint8Array(32))
		await give(giver.snapshots, taker.snapshots, snapshot!, hashes[4]!)
		const begun = `info snapshots taking the state of height 5 over, ${snapshot!.chunks} chunks`
		expect(taker.lines).toEqual([
			begun,
			'warn snapshots a snapshot is not the state it was offered as',
			begun,
			'info snapshots the state of height 5 is taken over',
		])
	})

	it('the log tells why a snapshot could not be taken, and blocks are made all the same', async () => {
		const { app } = await chainTo(2)
		writeFileSync(join(folder, 'in the way'), '')
		const { lines, snapshots } = logged(app, 'in the way')
		snapshots.committed(5)
		await snapshots.close()
		expect(lines).toEqual([expect.stringMatching(/^warn snapshots No snapshot of height 5: \S/)])
		expect((await makeBlock(app, greetTx({ sequence: 2n }))).results[0]?.code).toBe(0)
	})
})

it('a state that is never to be given away has no snapshots, whatever its height', async () => {
	const app = openApp()
	startChain(app)
	await makeBlock(app)
	const never = snapshotsOf(app, 'never', 300, silentLog, 0)
	never.committed(1)
	await never.close()
	const lines: string[] = []
	const always = snapshotsOf(app, 'always', 300, (...line) => lines.push(line.join(' ')), 1)
	always.committed(1)
	await always.close()
	// It was begun, and aborted without a word.
	expect([readdirSync(folder), readdirSync(join(folder, 'always')), lines]).toEqual([['always'], [], []])
})

it('a state is given away in one snapshot at a time: what is committed meanwhile has none', async () => {
	const app = openApp()
	startChain(app)
	for (let height = 1; height <= 3; height++) await makeBlock(app)
	const lines: string[] = []
	const snapshots = snapshotsOf(app, 'busy', 300, (...line) => lines.push(line[2]), 1)
	for (const height of [1, 2]) snapshots.committed(height)
	await expect.poll(() => lines.length).toBe(1)
	snapshots.committed(3)
	await expect.poll(() => lines.length).toBe(2)
	expect(lines.map((line) => line.slice(0, 9))).toEqual(['height 1 ', 'height 3 '])
	const heights = async () => (await snapshots.list()).map(({ height }) => height)
	expect(await heights()).toEqual([3, 1])
	// Two are kept.
	snapshots.committed(2)
	await expect.poll(() => lines.length).toBe(3)
	expect(await heights()).toEqual([3, 2])
})

describe('a snapshot that is not finished', () => {
	/** Items of a size that is not packed well, which end in a fault or never. */
	function* items(count: number, fault?: Error) {
		for (let at = 0; at < count; at++) yield randomBytes(20_000)
		if (fault !== undefined) throw fault
	}

	it('a snapshot that is not finished leaves nothing behind when it is aborted, and the next is whole', async () => {
		const path = join(folder, 'aborted')
		const snapshots = new SnapshotFolder(path, 50_000)
		const ending = new AbortController()
		const endless = (function* () {
			for (let at = 0; ; at++) {
				if (at === 20) ending.abort()
				yield randomBytes(20_000)
			}
		})()
		expect(await snapshots.write(7, endless, ending.signal)).toBeUndefined()
		expect([readdirSync(path), await snapshots.list()]).toEqual([[], []])
		// What a crash left of others.
		for (const left of ['7.tmp', '5.tmp']) {
			mkdirSync(join(path, left), { recursive: true })
			writeFileSync(join(path, left, 'left'), '')
		}
		const whole = await snapshots.write(7, items(10), new AbortController().signal)
		expect([await snapshots.list(), readdirSync(path)]).toEqual([[whole], ['7']])
		expect(readdirSync(join(path, '7')).sort()).toEqual(['0', '1', '2', '3', '4', 'snapshot'])
	})

	it('a snapshot that is not finished since its state is lost is no snapshot, says why and leaves nothing', async () => {
		const path = join(folder, 'lost')
		const snapshots = new SnapshotFolder(path, 50_000)
		const { signal } = new AbortController()
		await expect(snapshots.write(7, items(10, new Error('a node is missing')), signal)).rejects.toThrow(
			'a node is missing',
		)
		// A full disk would be fuller by each that fails.
		expect([await snapshots.list(), readdirSync(path)]).toEqual([[], []])
		expect((await snapshots.write(7, items(1), signal))?.chunks).toBe(1)
	})
})

describe('a snapshot that is not what it says', () => {
	it('a snapshot that is not what it says is refused with another app hash, and the state stays empty for the next one', async () => {
		const { snapshots, hashes } = await chainTo(5)
		const [snapshot] = await snapshots.list()
		const db = createMemoryDb()
		const other = openApp(db)
		const taker = snapshotsOf(other, 'taker')
		const wrong = await give(snapshots, taker, snapshot!, new Uint8Array(32))
		expect(wrong.answers.at(-1)).toBe('rejectSnapshot')
		expect(other.info().lastBlockHeight).toBe(0)
		expect(await keys(db)).toBe(0)
		const right = await give(snapshots, taker, snapshot!, hashes[4]!)
		expect(right.answers.at(-1)).toBe('accept')
		expect(other.info().lastBlockHeight).toBe(5)
	})

	it('loses the peer that sent a chunk with other bytes, and asks for it again', async () => {
		const { snapshots, hashes } = await chainTo(5)
		const [snapshot] = await snapshots.list()
		const taker = snapshotsOf(openApp(), 'taker')
		expect(await taker.offer(snapshot!, hashes[4]!)).toBe('accept')
		const bytes = await snapshots.load(5, 1, 0)
		const broken = Uint8Array.from(bytes, (byte, index) => (index === 9 ? byte ^ 1 : byte))
		expect(await taker.apply(0, broken, 'liar')).toEqual({ result: 'retry', refetch: [0], rejectSenders: ['liar'] })
		// The engine names no sender where it does not know it.
		expect(await taker.apply(0, broken, '')).toEqual({ result: 'retry', refetch: [0], rejectSenders: [] })
		expect(await taker.apply(1, bytes, 'peer')).toEqual({ result: 'retry', refetch: [0], rejectSenders: [] })
		expect((await taker.apply(0, bytes, 'peer')).result).toBe('accept')
	})

	it('a snapshot that is not what it says is refused in another format, without chunks, and by a node that has a state', async () => {
		const { snapshots, app, hashes } = await chainTo(5)
		const [snapshot] = await snapshots.list()
		const taker = snapshotsOf(openApp(), 'taker')
		expect(await taker.offer({ ...snapshot!, format: 2 }, hashes[4]!)).toBe('rejectFormat')
		expect(await taker.offer({ ...snapshot!, chunks: 0, metadata: new Uint8Array(0) }, hashes[4]!)).toBe('reject')
		expect(await taker.offer({ ...snapshot!, metadata: Uint8Array.of(0xff) }, hashes[4]!)).toBe('reject')
		expect(await taker.offer({ ...snapshot!, chunks: snapshot!.chunks + 1 }, hashes[4]!)).toBe('reject')
		expect(await taker.offer({ ...snapshot!, height: 0 }, hashes[4]!)).toBe('reject')
		expect(await snapshotsOf(app, 'own').offer(snapshot!, hashes[4]!)).toBe('abort')
		expect((await taker.apply(0, new Uint8Array(3), 'peer')).result).toBe('abort')
	})

	it('a snapshot that is not what it says is not given away when its chunk on disk is damaged', async () => {
		const { snapshots } = await chainTo(5)
		const file = join(folder, 'giver', '5', '1')
		const bytes = readFileSync(file)
		bytes[3] = bytes[3]! ^ 0xff
		writeFileSync(file, bytes)
		expect((await snapshots.load(5, 1, 1)).length).toBe(0)
		expect((await snapshots.load(5, 1, 0)).length).toBeGreaterThan(0)
		expect((await snapshots.load(5, 2, 0)).length).toBe(0)
		expect((await snapshots.load(7, 1, 0)).length).toBe(0)
		writeFileSync(join(folder, 'giver', '5', 'snapshot'), 'nonsense')
		expect(await snapshots.list()).toEqual([])
	})
})

async function keys(db: KvDatabase): Promise<number> {
	let count = 0
	for await (const _ of db.range({})) count++
	return count
}
