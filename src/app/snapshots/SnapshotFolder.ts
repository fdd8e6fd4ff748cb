import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDeflate } from 'node:zlib'
import { create } from '@bufbuild/protobuf'
import type { Snapshot } from '../../abci/Snapshots.ts'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../codec/proto/encodeMessage.ts'
import { MetadataSchema } from '../../gen/cosmos/base/snapshots/v1beta1/snapshot_pb.js'
import { SnapshotSchema } from '../../gen/tendermint/abci/types_pb.js'
import { equalBytes, joinBytes } from '../../util/bytes.ts'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'
import { snapshotFormat } from './snapshotItems.ts'

/** Bytes of a chunk (cosmos-sdk v0.44.5 store/rootmulti/store.go snapshotChunkSize). */
const usualChunkBytes = 10_000_000

/** Compression of the stream (rootmulti: zlib level 7). */
const zlibLevel = 7

/** Bytes of items that are handed to the compressor together. */
const pieceBytes = 65_536

/** Snapshots on disk: a folder for each height with numbered chunks and a description, which is written last. */
export class SnapshotFolder {
	readonly #folder: string
	readonly #chunkBytes: number

	constructor(folder: string, chunkBytes = usualChunkBytes) {
		this.#folder = folder
		this.#chunkBytes = chunkBytes
	}

	/** Complete snapshots, the newest first. */
	async list(): Promise<readonly Snapshot[]> {
		const heights = (await this.#names()).filter((name) => /^\d+$/.test(name)).map(Number)
		const found = await Promise.all(heights.sort((a, b) => b - a).map((height) => this.#read(height)))
		return found.filter((snapshot) => snapshot !== undefined)
	}

	/** A chunk whose bytes are those the description names; none when it is not there or damaged. */
	async load(height: number, format: number, chunk: number): Promise<Uint8Array> {
		const snapshot = format === snapshotFormat ? await this.#read(height) : undefined
		const wanted = snapshot && chunkHashesOf(snapshot)[chunk]
		if (wanted === undefined) return nothing
		const bytes = await readFile(join(this.#path(height), String(chunk))).catch(() => nothing)
		return equalBytes(sha256(bytes), wanted) ? new Uint8Array(bytes) : nothing
	}

	/** Writes a snapshot of the items and its description, one at a time. Aborts between two pieces on the signal. */
	async write(height: number, items: Iterable<Uint8Array>, signal: AbortSignal): Promise<Snapshot | undefined> {
		const path = this.#path(height)
		const temporary = `${path}.tmp`
		await this.#removeUnfinished()
		try {
			const chunks = cut(compressed(pieces(items, signal)), this.#chunkBytes)
			const snapshot = await writeIn(temporary, height, chunks, signal)
			if (snapshot === undefined) return undefined
			await rm(path, { recursive: true, force: true })
			await rename(temporary, path)
			return snapshot
		} finally {
			// Also what a full disk has cut off.
			await rm(temporary, { recursive: true, force: true })
		}
	}

	/** What a crash has cut off, of any height, would stay for ever. */
	async #removeUnfinished(): Promise<void> {
		for (const name of await this.#names())
			if (name.endsWith('.tmp')) await rm(join(this.#folder, name), { recursive: true })
	}

	/** Removes all but the newest. */
	async keep(count: number): Promise<void> {
		for (const { height } of (await this.list()).slice(count)) {
			await rm(this.#path(height), { recursive: true, force: true })
		}
	}

	async #names(): Promise<readonly string[]> {
		return existsSync(this.#folder) ? readdir(this.#folder) : []
	}

	#path(height: number): string {
		return join(this.#folder, String(height))
	}

	async #read(height: number): Promise<Snapshot | undefined> {
		const bytes = await readFile(join(this.#path(height), 'snapshot')).catch(() => undefined)
		if (bytes === undefined) return undefined
		try {
			const { format, chunks, hash, metadata } = decodeMessage(SnapshotSchema, new Uint8Array(bytes))
			const snapshot = { height, format, chunks, hash, metadata }
			return chunkHashesOf(snapshot).length === chunks ? snapshot : undefined
		} catch {
			// A snapshot with an unreadable description is not offered.
			return undefined
		}
	}
}

/** SHA-256 of each chunk. Throws a plain error for metadata of another program. */
export function chunkHashesOf({ metadata }: Snapshot): readonly Uint8Array[] {
	return decodeMessage(MetadataSchema, metadata).chunkHashes
}

const nothing = new Uint8Array(0)

/** Writes chunks and the description of a snapshot; undefined for one that was aborted. */
async function writeIn(
	folder: string,
	height: number,
	chunks: AsyncIterable<Uint8Array>,
	signal: AbortSignal,
): Promise<Snapshot | undefined> {
	await mkdir(folder, { recursive: true, mode: 0o700 })
	const hashes: Uint8Array[] = []
	const whole = createHash('sha256')
	for await (const chunk of chunks) {
		await writeFile(join(folder, String(hashes.length)), chunk, { mode: 0o600, flush: true })
		hashes.push(sha256(chunk))
		whole.update(chunk)
	}
	if (signal.aborted) return undefined
	const snapshot: Snapshot = {
		height,
		format: snapshotFormat,
		chunks: hashes.length,
		hash: new Uint8Array(whole.digest()),
		metadata: encodeMessage(MetadataSchema, create(MetadataSchema, { chunkHashes: hashes })),
	}
	const message = create(SnapshotSchema, { ...snapshot, height: BigInt(height) })
	writeFileAtomic(join(folder, 'snapshot'), encodeMessage(SnapshotSchema, message))
	return snapshot
}

function sha256(bytes: Uint8Array): Uint8Array {
	return new Uint8Array(createHash('sha256').update(bytes).digest())
}

/** Items in pieces, other work being let in between. */
async function* pieces(items: Iterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
	let held: Uint8Array[] = []
	let size = 0
	for (const item of items) {
		held.push(item)
		size += item.length
		if (size < pieceBytes) continue
		yield joinBytes(held)
		held = []
		size = 0
		await new Promise((resolve) => setImmediate(resolve))
		if (signal.aborted) return
	}
	yield joinBytes(held)
}

function compressed(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
	const deflate = createDeflate({ level: zlibLevel })
	void (async () => {
		try {
			for await (const bytes of source) {
				if (!deflate.write(bytes)) await new Promise((resolve) => deflate.once('drain', resolve))
			}
			deflate.end()
		} catch (error) {
			deflate.destroy(error instanceof Error ? error : undefined)
		}
	})()
	return deflate
}

async function* cut(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
	let held: Uint8Array[] = []
	let length = 0
	for await (const bytes of source) {
		held.push(bytes)
		length += bytes.length
		if (length < size) continue
		let all = joinBytes(held)
		for (; all.length >= size; all = all.subarray(size)) yield all.subarray(0, size)
		held = [all]
		length = all.length
	}
	if (length > 0) yield joinBytes(held)
}
