import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { ChainClient, TxProgress } from '../../../client/index.ts'
import { thrownText, UserError } from '../../../errors/UserError.ts'
import { writeFileAtomic } from '../../../util/writeFileAtomic.ts'

/** Concurrent lines: enough to fill blocks, few enough to leave room in the mempool. */
const atOnce = 50

/** A line of the file and how far it is. */
export interface BatchLine {
	/** Counted from 1, without blank lines. */
	readonly number: number
	readonly text: string
	state: 'waiting' | 'sending' | 'committed' | 'failed'
	hash: string
	/** Reason of the failure; untrusted text. */
	problem: string
}

/** Data stored on disk between two runs. */
const Kept = z.object({ lines: z.array(z.object({ committed: z.boolean(), hash: z.string() })) })

interface BatchParts {
	readonly client: ChainClient
	readonly from: string
	readonly lines: readonly BatchLine[]
	/** File of the state of the lines; empty: it is not stored. */
	readonly path: string
	readonly changed: () => void
}

/** The greetings of a text: its lines that are not blank. */
export function greetingLines(text: string): readonly string[] {
	return text.split(/\r?\n/).filter((line) => line.trim() !== '')
}

function linesOf(text: string): readonly BatchLine[] {
	return greetingLines(text).map((line, index) => ({
		number: index + 1,
		text: line,
		state: 'waiting',
		hash: '',
		problem: '',
	}))
}

/**
 * Greetings of a file, one per line, each in its own transaction. The state of each line is stored in a file beside the
 * exports, under the hash of signer and text, so that the same file continues where it stopped and no line is sent
 * twice.
 */
export class Batch {
	readonly from: string
	readonly lines: readonly BatchLine[]
	readonly #parts: BatchParts
	/** Lines are on their way. */
	running = false
	/** It was paused, and lines that had begun are still on their way. */
	pausing = false
	/** A write of the record comes with what changes until then. */
	#saving = false

	private constructor(parts: BatchParts) {
		this.#parts = parts
		this.from = parts.from
		this.lines = parts.lines
	}

	/**
	 * Reads the file, and what an earlier run did of it; while lines of one are still on their way, it is that batch.
	 * @throws {UserError} if the file cannot be read or has no line.
	 */
	static async open(options: {
		readonly client: ChainClient
		readonly file: string
		readonly from: string
		readonly folder: string
		readonly changed: () => void
	}): Promise<Batch> {
		const text = await readFile(options.file, 'utf8').catch((error: unknown) => {
			throw new UserError(`The file cannot be read: ${options.file}`, {
				why: thrownText(error),
				next: 'Name a text file with one greeting on each line.',
			})
		})
		const lines = linesOf(text)
		if (lines.length === 0)
			throw new UserError('The file has no line to send.', { next: 'Write one greeting on each line.' })
		const { chainId } = await options.client.status()
		const digest = createHash('sha256')
			.update(JSON.stringify([chainId, options.from, text]))
			.digest('hex')
			.slice(0, 16)
		const path = join(options.folder, `batch-${digest}.json`)
		const same = underWay.get(path)
		if (same !== undefined) return same
		await takeUp(lines, path, options.client)
		return new Batch({ ...options, lines, path })
	}

	/** Greetings of a text that was pasted, one per line. Nothing is stored: pasted again they are sent again. */
	static of({ text, ...parts }: Pick<BatchParts, 'client' | 'from' | 'changed'> & { readonly text: string }): Batch {
		return new Batch({ ...parts, lines: linesOf(text), path: '' })
	}

	count(state: BatchLine['state']): number {
		return this.lines.filter((line) => line.state === state).length
	}

	/** Sends the waiting lines, on request also failed ones, unless some are still pending. Resolves when none is. */
	async run(options: { readonly failedToo?: boolean } = {}): Promise<void> {
		if (this.running) return
		this.running = true
		underWay.set(this.#parts.path, this)
		if (options.failedToo === true) {
			for (const line of this.lines) if (line.state === 'failed') line.state = 'waiting'
		}
		const queue = this.lines.values()
		const worker = async (): Promise<void> => {
			for (const line of queue) {
				if (this.pausing) return
				if (line.state === 'waiting') await this.#send(line)
			}
		}
		await Promise.all(Array.from({ length: Math.min(atOnce, this.lines.length) }, worker))
		this.running = false
		this.pausing = false
		underWay.delete(this.#parts.path)
		this.#parts.changed()
	}

	/** Starts no more lines; pending ones continue. */
	pause(): void {
		this.pausing = this.running
	}

	async #send(line: BatchLine): Promise<void> {
		line.state = 'sending'
		try {
			if (await this.#cameThrough(line)) return
			for await (const progress of this.#parts.client.createGreeting(this.from, line.text)) this.#step(line, progress)
		} catch (error) {
			line.state = 'failed'
			line.problem = thrownText(error)
		} finally {
			this.#save()
			this.#parts.changed()
		}
	}

	/** Waits for what an earlier run sent and did not see in a block; whether it is there. */
	async #cameThrough(line: BatchLine): Promise<boolean> {
		if (line.hash === '' || (await this.#parts.client.sentTx(line.hash))?.code !== 0) return false
		line.state = 'committed'
		return true
	}

	#step(line: BatchLine, progress: TxProgress): void {
		if (progress.state === 'signing') return
		line.hash = progress.hash
		if (progress.state === 'in-mempool') this.#save()
		else line.state = progress.state
		line.problem = progress.state === 'failed' ? progress.problem : ''
		this.#parts.changed()
	}

	/** Writes the record; of changes that come together the last is enough. */
	#save(): void {
		if (this.#saving || this.#parts.path === '') return
		this.#saving = true
		queueMicrotask(() => {
			this.#saving = false
			const kept: z.infer<typeof Kept> = {
				lines: this.lines.map(({ state, hash }) => ({ committed: state === 'committed', hash })),
			}
			try {
				writeFileAtomic(this.#parts.path, JSON.stringify(kept), { access: 'open' })
			} catch {
				// A full disk costs the resuming, not the batch.
			}
		})
	}
}

/** Batches of files whose lines are on their way, by path of the record: opened again they are the same. */
const underWay = new Map<string, Batch>()

/** Marks lines that an earlier run got into a block, and looks up those that were pending. */
async function takeUp(lines: readonly BatchLine[], path: string, client: ChainClient): Promise<void> {
	// A damaged record counts as none.
	const kept = await readFile(path, 'utf8')
		.then((text) => Kept.parse(JSON.parse(text)))
		.catch(() => undefined)
	if (kept?.lines.length !== lines.length) return
	for (const [index, line] of lines.entries()) {
		const { committed, hash } = kept.lines[index]!
		line.hash = hash
		if (committed || (hash !== '' && (await client.tx(hash))?.code === 0)) line.state = 'committed'
	}
}
