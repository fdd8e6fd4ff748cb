import { closeSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { BugError, thrownText, UserError } from '../../errors/UserError.ts'
import { newBytes } from '../../util/newBytes.ts'
import { byteString, compareKeys } from '../keyBytes.ts'

/** A pair of a key and its value. */
export type Pair = readonly [key: Uint8Array, value: Uint8Array]

/** Bytes of the lengths before each pair: four for the key's, four for the value's. */
const headBytes = 8

/** Pairs of a run from one whose place is known to the next. */
const pairsBetweenMarks = 64

/** Bytes of a run that are read together. */
const chunkBytes = 1 << 16

/** Pairs that were added together, in the order of their keys: `[start, end)` of the file. */
interface Run {
	readonly start: number
	readonly end: number
	/** Keys as byte strings, with the places of their pairs. */
	readonly marks: readonly { readonly key: string; readonly at: number }[]
}

/**
 * Pairs that come in any order and go out in the order of their keys, more than memory holds: they lie in a file, in runs
 * that are sorted and merged when they are read. Of equal keys the pair that was added last counts.
 */
export class SortedRuns {
	/** Pairs that were added; those of equal keys count each. */
	count = 0
	readonly #path: string
	readonly #runs: Run[] = []
	#file: number | undefined
	#end = 0

	/** @param path of a file that is made at the first pair and removed by `close` */
	constructor(path: string) {
		this.#path = path
	}

	/** Writes a run. @param pairs by their keys as byte strings @throws {UserError} if the file cannot be written. */
	add(pairs: ReadonlyMap<string, Uint8Array>): void {
		if (pairs.size === 0) return
		let size = 0
		for (const [key, value] of pairs) size += headBytes + key.length + value.length
		const bytes = Buffer.allocUnsafe(size)
		const start = this.#end
		const marks: { key: string; at: number }[] = []
		let at = 0
		for (const [index, key] of [...pairs.keys()].sort().entries()) {
			if (index % pairsBetweenMarks === 0) marks.push({ key, at: start + at })
			const value = pairs.get(key)!
			at = bytes.writeUInt32LE(value.length, bytes.writeUInt32LE(key.length, at))
			at += bytes.write(key, at, 'latin1')
			bytes.set(value, at)
			at += value.length
		}
		this.#write(bytes)
		this.count += pairs.size
		this.#runs.push({ start, end: this.#end, marks })
	}

	#write(bytes: Uint8Array): void {
		try {
			this.#file ??= openSync(this.#path, 'w+', 0o600)
			writeFileSync(this.#file, bytes)
			this.#end += bytes.length
		} catch (cause) {
			throw new UserError(`The file ${this.#path} cannot be written.`, {
				why: thrownText(cause),
				next: 'Make room on the disk, and check that the folder may be written.',
				cause,
			})
		}
	}

	/** The value of a key; undefined if there is none. */
	get(key: Uint8Array): Uint8Array | undefined {
		const text = byteString(key)
		for (const run of [...this.#runs].reverse()) {
			const before = run.marks.findLastIndex((mark) => mark.key <= text)
			if (before < 0) continue
			const cursor = new RunCursor(this.#file!, run.marks[before]!.at, run.marks[before + 1]?.at ?? run.end)
			while (cursor.next()) if (compareKeys(cursor.key, key) === 0) return Uint8Array.from(cursor.value)
		}
		return undefined
	}

	/** All pairs in the order of their keys. */
	*pairs(): Generator<Pair> {
		const cursors = this.#runs.map(({ start, end }, age) => new RunCursor(this.#file!, start, end, age))
		const ahead = cursors.filter((cursor) => cursor.next()).sort(inOrder)
		let last: Uint8Array | undefined
		while (ahead.length > 0) {
			const first = ahead[0]!
			if (last === undefined || compareKeys(last, first.key) !== 0) {
				last = copyOf(first.key)
				yield [last, copyOf(first.value)]
			}
			if (!first.next()) ahead.shift()
			else {
				let place = 0
				for (; place + 1 < ahead.length && inOrder(ahead[place + 1]!, first) < 0; place++)
					ahead[place] = ahead[place + 1]!
				ahead[place] = first
			}
		}
	}

	/** Removes the file. */
	close(): void {
		if (this.#file === undefined) return
		closeSync(this.#file)
		this.#file = undefined
		rmSync(this.#path, { force: true })
	}
}

/** Reads a run or a part of one, pair by pair. */
class RunCursor {
	/** Of the present pair; valid until `next`, as is the value. */
	key: Uint8Array = new Uint8Array()
	value: Uint8Array = new Uint8Array()
	readonly age: number
	readonly #file: number
	readonly #end: number
	/** Position in the file of what is not in the buffer yet. */
	#position: number
	#buffer = Buffer.alloc(0)
	#at = 0

	constructor(file: number, start: number, end: number, age = 0) {
		this.#file = file
		this.#position = start
		this.#end = end
		this.age = age
	}

	/** Goes to the next pair; false at the end. */
	next(): boolean {
		if (!this.#has(headBytes)) return false
		const keyLength = this.#buffer.readUInt32LE(this.#at)
		const valueLength = this.#buffer.readUInt32LE(this.#at + 4)
		this.#has(headBytes + keyLength + valueLength)
		const keyAt = this.#at + headBytes
		this.#at = keyAt + keyLength + valueLength
		this.key = this.#buffer.subarray(keyAt, keyAt + keyLength)
		this.value = this.#buffer.subarray(keyAt + keyLength, this.#at)
		return true
	}

	/** Makes sure that so many bytes are in the buffer; false if the run has ended. */
	#has(bytes: number): boolean {
		if (this.#buffer.length - this.#at >= bytes) return true
		const kept = this.#buffer.subarray(this.#at)
		const wanted = Math.min(this.#end - this.#position, Math.max(chunkBytes, bytes))
		if (wanted === 0) return false
		const buffer = Buffer.allocUnsafeSlow(kept.length + wanted)
		buffer.set(kept)
		for (let filled = kept.length; filled < buffer.length; ) {
			const read = readSync(this.#file, buffer, filled, buffer.length - filled, this.#position)
			if (read === 0) throw new BugError('a file of sorted pairs has lost its end')
			this.#position += read
			filled += read
		}
		this.#buffer = buffer
		this.#at = 0
		return true
	}
}

/** By key; of equal ones the newest run comes first. */
function inOrder(a: RunCursor, b: RunCursor): number {
	return compareKeys(a.key, b.key) || b.age - a.age
}

/** The buffer of a run is read over. */
function copyOf(bytes: Uint8Array): Uint8Array {
	const copy = newBytes(bytes.length)
	copy.set(bytes)
	return copy
}
