import { createHash } from 'node:crypto'
import { createInflate, type Inflate } from 'node:zlib'
import type { ChunkAnswer, OfferAnswer, Snapshot, Snapshots } from '../../abci/Snapshots.ts'
import { thrownText } from '../../errors/UserError.ts'
import type { CommitMultiStore } from '../../store/MultiStore.ts'
import type { StateImport } from '../../store/multi/StateImport.ts'
import { equalBytes } from '../../util/bytes.ts'
import { FrameReader } from '../../util/FrameReader.ts'
import type { Log } from '../../util/Log.ts'
import { chunkHashesOf, type SnapshotFolder } from './SnapshotFolder.ts'
import { importItem, itemFrames, snapshotFormat, snapshotItems } from './snapshotItems.ts'

/** Dependencies of state sync. */
export interface StateSnapshotsOptions {
	readonly store: CommitMultiStore
	readonly folder: SnapshotFolder
	/** Heights between two snapshots; 0 takes none. */
	readonly interval: number
	/** Snapshots that stay on disk. */
	readonly keep: number
	/** Called when another node's state has become the application's own. */
	readonly onRestored: () => void
	readonly log: Log
}

/** State sync in the framework's format 1: states are given away and taken over with the same app hash. */
export class StateSnapshots implements Snapshots {
	readonly #options: StateSnapshotsOptions
	readonly #ending = new AbortController()
	#writing: Promise<void> | undefined
	#taker: SnapshotTaker | undefined

	constructor(options: StateSnapshotsOptions) {
		this.#options = options
	}

	/** Called after each durable commit: starts a snapshot if the height calls for one and none is being written. */
	committed(height: number): void {
		const { interval } = this.#options
		// Where the interval is 0, no height has a remainder: it is no number.
		if (height % interval !== 0 || this.#writing !== undefined) return
		this.#writing = this.#write(height).finally(() => {
			this.#writing = undefined
		})
	}

	/** Aborts a snapshot in progress and resolves when none is being written. */
	async close(): Promise<void> {
		this.#ending.abort()
		await this.#writing
	}

	list(): Promise<readonly Snapshot[]> {
		return this.#options.folder.list()
	}

	load(height: number, format: number, chunk: number): Promise<Uint8Array> {
		return this.#options.folder.load(height, format, chunk)
	}

	async offer(snapshot: Snapshot, appHash: Uint8Array): Promise<OfferAnswer> {
		const { store, log } = this.#options
		if (snapshot.format !== snapshotFormat) return 'rejectFormat'
		// An own state, or one that is being restored, is not replaced.
		if (store.lastCommit.version !== 0) return 'abort'
		await this.#taker?.abort()
		this.#taker = undefined
		try {
			if (snapshot.height < 1 || snapshot.chunks < 1 || chunkHashesOf(snapshot).length !== snapshot.chunks)
				return 'reject'
			this.#taker = new SnapshotTaker(snapshot, appHash, store.importVersion(snapshot.height))
		} catch {
			return 'reject'
		}
		log('info', 'snapshots', `taking the state of height ${snapshot.height} over, ${snapshot.chunks} chunks`)
		return 'accept'
	}

	async apply(index: number, chunk: Uint8Array, sender: string): Promise<ChunkAnswer> {
		const { store, log, onRestored } = this.#options
		if (this.#taker === undefined) return { result: 'abort', refetch: [], rejectSenders: [] }
		const answer = await this.#taker.apply(index, chunk, sender)
		if (answer.result === 'rejectSnapshot') {
			this.#taker = undefined
			log('warn', 'snapshots', 'a snapshot is not the state it was offered as')
		} else if (store.lastCommit.version !== 0) {
			this.#taker = undefined
			onRestored()
			log('info', 'snapshots', `the state of height ${store.lastCommit.version} is taken over`)
		}
		return answer
	}

	async #write(height: number): Promise<void> {
		const { store, folder, keep, log } = this.#options
		try {
			const snapshot = await folder.write(height, snapshotItems(store.exportVersion(height)), this.#ending.signal)
			if (snapshot === undefined) return
			await folder.keep(keep)
			log('info', 'snapshots', `height ${height} can be given away in ${snapshot.chunks} chunks`)
		} catch (cause) {
			// The version may have been pruned meanwhile, or the disk be full: blocks are made all the same.
			log('warn', 'snapshots', `No snapshot of height ${height}: ${thrownText(cause)}`)
		}
	}
}

const accepted: ChunkAnswer = { result: 'accept', refetch: [], rejectSenders: [] }

/** Takes an accepted snapshot over, chunk by chunk: what comes is checked, unpacked and written as it comes. */
class SnapshotTaker {
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
			(error: unknown) => error,
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
