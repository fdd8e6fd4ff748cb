import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { create } from '@bufbuild/protobuf'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Snapshot } from '../../../../src/abci/Snapshots.ts'
import { SnapshotFolder } from '../../../../src/app/snapshots/SnapshotFolder.ts'
import { StateSnapshots } from '../../../../src/app/snapshots/StateSnapshots.ts'
import { itemFrames, snapshotItems } from '../../../../src/app/snapshots/snapshotItems.ts'
import { decodeMessage } from '../../../../src/codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../../../src/codec/proto/encodeMessage.ts'
import { sha256 } from '../../../../src/crypto/hash.ts'
import { MetadataSchema, SnapshotItemSchema } from '../../../../src/gen/cosmos/base/snapshots/v1beta1/snapshot_pb.js'
import type { KvDatabase } from '../../../../src/store/KvDatabase.ts'
import { createMemoryDb } from '../../../../src/store/kv/memoryDb.ts'
import { joinBytes, toHex } from '../../../../src/util/bytes.ts'
import { frameOf } from '../../../../src/util/FrameReader.ts'
import { silentLog } from '../../../../src/util/Log.ts'
import { seededRandom } from '../../../support/random.js'
import { alice, genesisState, makeBlock, openApp, startChain } from '../testChain.ts'

let folder: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-snapshots-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A state of so many coins: its app hash and the items of a snapshot of it. */
async function stateOf(count: number) {
	const app = openApp()
	const genesis = JSON.parse(genesisState())
	const coins = Array.from({ length: count }, (_, index) => ({ denom: `a${1000 + index}`, amount: '1' }))
	genesis.bank.balances = [{ address: alice.text, coins }]
	startChain(app, -1n, JSON.stringify(genesis))
	return { ...(await makeBlock(app)), items: [...snapshotItems(app.store.exportVersion(1))] }
}

const { appHash, items } = await stateOf(300)

async function rows(db: KvDatabase): Promise<number> {
	let count = 0
	for await (const _ of db.range({})) count++
	return count
}

/** An empty application that takes snapshots over. */
function takerOf() {
	const db = createMemoryDb()
	const app = openApp(db)
	const taker = new StateSnapshots({
		store: app.store,
		folder: new SnapshotFolder(folder),
		...{ interval: 0, keep: 1, onRestored: () => app.discardBlock(), log: silentLog },
	})
	return { db, app, taker }
}

/** A snapshot of height 1 that is packed so, in chunks of so many bytes. */
function packedOf(packed: Uint8Array, chunkBytes: number) {
	const count = Math.ceil(packed.length / chunkBytes)
	const chunks = Array.from({ length: count }, (_, index) => packed.slice(index * chunkBytes, (index + 1) * chunkBytes))
	const metadata = encodeMessage(MetadataSchema, create(MetadataSchema, { chunkHashes: chunks.map(sha256) }))
	const snapshot: Snapshot = { height: 1, format: 1, chunks: count, hash: sha256(packed), metadata }
	return { snapshot, chunks }
}

const plain = (bytes: Uint8Array) => new Uint8Array(deflateSync(bytes, { level: 0 }))
const item = (value: Parameters<typeof create<typeof SnapshotItemSchema>>[1]) =>
	frameOf(encodeMessage(SnapshotItemSchema, create(SnapshotItemSchema, value)), itemFrames)
const accepted = { result: 'accept', refetch: [], rejectSenders: [] }
const rejected = { ...accepted, result: 'rejectSnapshot' }
const aborted = { ...accepted, result: 'abort' }

// cosmos-sdk v0.44.5 snapshots/types/convert.go and store/rootmulti/store.go: protoio's delimited writer, no value within a tree.
test('a stream of items has the length of each in front, and values only where a tree ends', () => {
	const decoded = items.map((bytes) => {
		const [first, second] = bytes as unknown as [number, number]
		const [length, start] = first < 0x80 ? [first, 1] : [(first & 0x7f) + second * 0x80, 2]
		expect(bytes.length).toBe(start + length)
		return decodeMessage(SnapshotItemSchema, bytes.slice(start)).item
	})
	const nodes = decoded.flatMap(({ case: kind, value }) => (kind === 'iavl' ? [value] : []))
	expect(new Set(nodes.map(({ height, value }) => `${height === 0} ${value.length > 0}`))).toEqual(
		new Set(['true true', 'false false']),
	)
})

describe('a stream of items that is taken over', () => {
	test('a stream of items may come in chunks larger than what is unpacked at once', async () => {
		const { snapshot, chunks } = packedOf(plain(joinBytes(items)), 30_000)
		expect(chunks.length).toBeGreaterThan(1)
		const { app, taker } = takerOf()
		expect(await taker.offer(snapshot, appHash)).toBe('accept')
		for (const [index, chunk] of chunks.entries()) expect(await taker.apply(index, chunk, 'peer')).toEqual(accepted)
		expect([app.info().lastBlockHeight, toHex(app.info().lastBlockAppHash)]).toEqual([1, toHex(appHash)])
		// It is done: there is nothing to apply any more.
		expect(await taker.apply(chunks.length, chunks[0]!, 'peer')).toEqual(aborted)
	})

	test('a stream of items that is offered anew is taken over from its beginning', async () => {
		const { snapshot, chunks } = packedOf(plain(joinBytes(items)), 30_000)
		const { app, taker } = takerOf()
		for (let time = 0; time < 2; time++) {
			expect(await taker.offer(snapshot, appHash)).toBe('accept')
			expect(await taker.apply(0, chunks[0]!, 'peer')).toEqual(accepted)
		}
		for (const [index, chunk] of chunks.entries())
			if (index > 0) expect(await taker.apply(index, chunk, 'peer')).toEqual(accepted)
		expect(app.info().lastBlockHeight).toBe(1)
	})

	const [store, node] = items as [Uint8Array, Uint8Array]
	test.each([
		['that is not packed', joinBytes(items)],
		['that is cut while it is unpacked', plain(joinBytes(items)).slice(0, -2)],
		['that ends within an item', plain(joinBytes(items).slice(0, -1))],
		['that lacks its last item', plain(joinBytes(items.slice(0, -1)))],
		['of which a node comes before its store', plain(joinBytes([node, ...items]))],
		['of which a store comes twice', plain(joinBytes([store, ...items]))],
		[
			'with a store that the state does not have',
			plain(joinBytes([...items, item({ item: { case: 'store', value: { name: 'x' } } })])),
		],
		['with an item that is nothing', plain(joinBytes([...items, item({})]))],
		['without any item', plain(new Uint8Array(0))],
	])('a stream of items %s is no snapshot, and leaves nothing behind', async (_what, packed) => {
		for (const chunkBytes of [20_000, 1_000_000]) {
			const { snapshot, chunks } = packedOf(packed, chunkBytes)
			const { db, app, taker } = takerOf()
			expect(await taker.offer(snapshot, appHash)).toBe('accept')
			const answers: object[] = []
			for (const [index, chunk] of chunks.entries()) {
				const answer = await taker.apply(index, chunk, 'peer')
				answers.push(answer)
				if (answer.result !== 'accept') break
			}
			expect(answers.pop()).toEqual(rejected)
			for (const answer of answers) expect(answer).toEqual(accepted)
			expect(await taker.apply(0, chunks[0]!, 'peer')).toEqual(aborted)
			expect([await rows(db), app.info().lastBlockHeight]).toEqual([0, 0])
		}
	})

	test('a stream of more items than are written at once is taken back when it proves wrong, and when it is offered anew', async () => {
		const large = await stateOf(2_700)
		const bytes = joinBytes(large.items)
		const { db, app, taker } = takerOf()
		/** All chunks but the last are taken; the last one, and the rows before it. */
		const almost = async (packed: Uint8Array) => {
			const { snapshot, chunks } = packedOf(packed, 100_000)
			expect(await taker.offer(snapshot, large.appHash)).toBe('accept')
			expect(await rows(db)).toBe(0)
			const last = chunks.length - 1
			for (const [index, chunk] of chunks.slice(0, -1).entries())
				expect(await taker.apply(index, chunk, 'peer')).toEqual(accepted)
			await expect.poll(() => rows(db)).toBeGreaterThan(1_000)
			return () => taker.apply(last, chunks[last]!, 'peer')
		}
		expect(await (await almost(plain(bytes.slice(0, -1))))()).toEqual(rejected)
		expect(await rows(db)).toBe(0)
		await almost(plain(bytes))
		const finish = await almost(plain(bytes))
		expect(await finish()).toEqual(accepted)
		expect(toHex(app.info().lastBlockAppHash)).toBe(toHex(large.appHash))
	})
})

describe('a snapshot on disk', () => {
	const never = new AbortController().signal

	test('a snapshot on disk is of chunks of one length and a rest, which only its owner may read', async () => {
		const whole = await new SnapshotFolder(join(folder, 'whole')).write(7, items, never)
		const packed = readFileSync(join(folder, 'whole', '7', '0'))
		expect(whole).toMatchObject({ height: 7, format: 1, chunks: 1, hash: sha256(new Uint8Array(packed)) })
		for (const [size, lengths] of [
			[packed.length, [packed.length]],
			[packed.length - 1, [packed.length - 1, 1]],
			[Math.ceil(packed.length / 2), [Math.ceil(packed.length / 2), Math.floor(packed.length / 2)]],
		] as const) {
			const path = join(folder, String(size))
			const snapshot = await new SnapshotFolder(path, size).write(7, items, never)
			expect(snapshot).toMatchObject({ chunks: lengths.length, hash: whole!.hash })
			const chunks = lengths.map((_, index) => readFileSync(join(path, '7', String(index))))
			expect(chunks.map(({ length }) => length)).toEqual(lengths)
			expect(Buffer.concat(chunks).equals(packed)).toBe(true)
		}
		const modeOf = (...parts: readonly string[]) => (statSync(join(folder, 'whole', ...parts)).mode & 0o777).toString(8)
		expect([modeOf('7'), modeOf('7', '0')]).toEqual(['700', '600'])
	})

	// cosmos-sdk v0.44.5 store/rootmulti/store.go Snapshot: zlib.NewWriterLevel(bufWriter, 7).
	test('a snapshot on disk is packed as tightly as the framework packs it', async () => {
		const random = seededRandom(1)
		const bytes = Uint8Array.from({ length: 60_000 }, () => Math.floor(random() * 3))
		const packed = (level: number) => toHex(sha256(new Uint8Array(deflateSync(bytes, { level }))))
		expect(new Set([6, 7, 8].map(packed)).size).toBe(3)
		const snapshot = await new SnapshotFolder(folder).write(7, [bytes], never)
		expect(toHex(snapshot!.hash)).toBe(packed(7))
	})

	test('a snapshot on disk is replaced by a later one of its height, and is the first to go where too many are kept', async () => {
		const snapshots = new SnapshotFolder(folder, 1000)
		for (const height of [9, 10, 8]) await snapshots.write(height, items, never)
		const other = await snapshots.write(9, items.slice(1), never)
		expect((await snapshots.list()).map(({ height }) => height)).toEqual([10, 9, 8])
		expect((await snapshots.list())[1]).toEqual(other)
		await snapshots.keep(2)
		expect(readdirSync(folder).sort()).toEqual(['10', '9'])
		await snapshots.keep(0)
		expect([readdirSync(folder), (await snapshots.load(9, 1, 0)).length]).toEqual([[], 0])
	})
})
