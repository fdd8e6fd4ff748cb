import { createHash } from 'node:crypto'
import { createInflate, type Inflate } from 'node:zlib'
import type { ChunkAnswer, Snapshot } from '../../abci/Snapshots.ts'
import type { StateImport } from '../../store/multi/StateImport.ts'
import { equalBytes } from '../../util/bytes.ts'
import { FrameReader } from '../../util/FrameReader.ts'
import { chunkHashesOf } from './SnapshotFolder.ts'
import { importItem, itemFrames } from './snapshotItems.ts'

const accepted: ChunkAnswer = { result: 'accept', refetch: [], rejectSenders: [] }

/** Takes an accepted snapshot over, chunk by chunk: what comes is checked, unpacked and written as it comes. */
export class SnapshotTaker {
	readonly #state: StateImport
	readonly #hashes: readonly Uint8Array[]
	readonly #appHash: Uint8Array
	readonly #inflate: Inflate = createInflate()
	/** Resolves when all items are in the state: undefined, or the error. */
	readonly #read: Promise<unknown>
	#next = 0

	constructor(snapshot: Snapshot, appHash: Uint8Array, state: StateImport) {
		this.#state = state
		this.#hashes = chunkHashesOf(snapshot)
		this.#appHash = appHash
		this.#read = this.#readItems().then(
			() => undefined,
			(error: unknown) => {
				this.#inflate.destroy()
				return error ?? new Error('unreadable')
			},
		)
	}

	/** Takes a chunk; the last one makes the state durable when its app hash is the one expected. */
	async apply(index: number, chunk: Uint8Array, sender: string): Promise<ChunkAnswer> {
		if (index !== this.#next) return { ...accepted, result: 'retry', refetch: [this.#next] }
		const wanted = this.#hashes[index]
		if (wanted === undefined) return this.#reject()
		if (!equalBytes(new Uint8Array(createHash('sha256').update(chunk).digest()), wanted)) {
			return { result: 'retry', refetch: [index], rejectSenders: sender === '' ? [] : [sender] }
		}
		this.#next++
		if (!this.#inflate.destroyed && !this.#inflate.write(chunk)) {
			const drained = new Promise((resolve) => this.#inflate.once('drain', resolve))
			await Promise.race([drained, this.#read])
		}
		if (this.#next < this.#hashes.length) return this.#inflate.destroyed ? this.#reject() : accepted
		this.#inflate.end()
		if ((await this.#read) !== undefined) return this.#reject()
		try {
			return (await this.#state.finish(this.#appHash)) ? accepted : { ...accepted, result: 'rejectSnapshot' }
		} catch {
			return this.#reject()
		}
	}

	/** Takes back what was written. */
	async abort(): Promise<void> {
		this.#inflate.destroy()
		await this.#read
		await this.#state.abort()
	}

	async #reject(): Promise<ChunkAnswer> {
		await this.abort()
		return { ...accepted, result: 'rejectSnapshot' }
	}

	async #readItems(): Promise<void> {
		const frames = new FrameReader(itemFrames)
		for await (const bytes of this.#inflate) {
			for (const item of frames.push(bytes as Uint8Array)) await importItem(item, this.#state)
		}
		if (frames.isInside) throw new RangeError('the snapshot ends inside of an item')
	}
}
