import { randomBytes } from 'node:crypto'
import { closeSync, createReadStream, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { type ByteSource, memorySource } from '../codec/goJson/JsonScanner.ts'
import { thrownText, UserError } from '../errors/UserError.ts'

/** A file as a source; call `close` when it is read. */
export interface FileSource extends ByteSource {
	close(): void
}

/** Opens a file of any size. @param next what to do if it cannot be read @throws {UserError} if it cannot be read. */
export function openFileSource(path: string, next = 'Check the path.'): FileSource {
	try {
		const file = openSync(path, 'r')
		const stat = fstatSync(file)
		// A pipe can be read once only.
		if (!stat.isFile()) return { ...memorySource(readFileSync(file)), close: () => closeSync(file) }
		const { size } = stat
		return {
			size,
			read: (position, length) => {
				const wanted = Math.max(0, Math.min(length, size - position))
				const buffer = Buffer.allocUnsafeSlow(wanted)
				let filled = 0
				for (;;) {
					// Nothing is read when nothing is left to be.
					const bytesRead = readSync(file, buffer, filled, wanted - filled, position + filled)
					if (bytesRead === 0) return buffer.subarray(0, filled)
					filled += bytesRead
				}
			},
			close: () => closeSync(file),
		}
	} catch (cause) {
		throw new UserError(`The genesis file ${path} cannot be read.`, {
			why: thrownText(cause),
			next,
			cause,
		})
	}
}

/** Parts of a document in a file beside its target, whose name it gets when it is whole. */
export class Spool {
	readonly #path: string
	readonly #file: Promise<FileHandle>
	#parts: string[] = []
	#length = 0

	/** @param beside path of the target */
	constructor(beside: string) {
		this.#path = `${beside}.${randomBytes(6).toString('hex')}.part`
		this.#file = open(this.#path, 'w')
		// The first write tells why there is no file.
		this.#file.catch(() => {})
	}

	/** Adds a part. */
	async write(text: string): Promise<void> {
		this.#parts.push(text)
		this.#length += text.length
		if (this.#length >= partLength) await this.#flush()
	}

	/** Ends the document, and gives it its name. */
	async become(target: string): Promise<void> {
		await this.#end()
		await rename(this.#path, target)
	}

	/** Ends the document, and reads it. */
	async *texts(): AsyncGenerator<string> {
		await this.#end()
		yield* createReadStream(this.#path, { encoding: 'utf8', highWaterMark: partLength })
	}

	/** Deletes what has no name yet. */
	async remove(): Promise<void> {
		const file = await this.#file.catch(() => undefined)
		await file?.close()
		await rm(this.#path, { force: true })
	}

	async #end(): Promise<void> {
		await this.#flush()
		await (await this.#file).close()
	}

	async #flush(): Promise<void> {
		const text = this.#parts.join('')
		this.#parts = []
		this.#length = 0
		try {
			await (await this.#file).appendFile(text)
		} catch (cause) {
			throw new UserError('The new genesis cannot be written.', {
				why: thrownText(cause),
				next: 'Name another file with --output, or make room on the disk.',
				cause,
			})
		}
	}
}

const partLength = 1 << 20
