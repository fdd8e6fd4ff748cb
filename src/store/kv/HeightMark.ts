import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { utf8 } from '../../util/bytes.ts'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'
import { manifestName, type SeenManifest } from '../check/checkLevelDb.ts'

/** Content of the mark. */
export interface Mark {
	/** Height of the newest block that was durable. */
	readonly height: number
	readonly manifest: SeenManifest | undefined
}

const slotSize = 128
const empty = ' '.repeat(slotSize * 2)

/**
 * The newest durable height in a small file beside the database, because a database with a truncated log opens at an
 * older block without notice. Written in place, one of two slots at a time, without a flush: after a crash of the
 * machine it may be behind, but never ahead.
 */
export class HeightMark {
	readonly #file: string
	readonly #database: string
	#handle: number | undefined
	#manifest: string | undefined
	#turn: number
	#last: Mark | undefined

	/** @param database the folder of the database */
	constructor(file: string, database: string) {
		this.#file = file
		this.#database = database
		const slots = readSlots(file)
		const newest = slots.toSorted((a, b) => b.turn - a.turn)[0]
		this.#turn = newest?.turn ?? 0
		this.#last = newest
	}

	/** The last mark; undefined if the file is missing or damaged. */
	get last(): Mark | undefined {
		return this.#last
	}

	/** Records a height once its block is durable, or a lower one before the chain goes back to it. */
	write(height: number): void {
		if (this.#handle === undefined) {
			writeFileAtomic(this.#file, empty)
			this.#handle = openSync(this.#file, 'r+')
			this.#manifest = manifestName(this.#database)
		}
		const manifest = this.#manifest === undefined ? undefined : seen(this.#database, this.#manifest)
		this.#turn++
		this.#last = { height, manifest }
		const text = JSON.stringify({ turn: this.#turn, height, manifest }).padEnd(slotSize - 9)
		const slot = utf8(`${text}${crc32(text).toString(16).padStart(8, '0')}\n`)
		writeSync(this.#handle, slot, 0, slotSize, (this.#turn % 2) * slotSize)
	}

	close(): void {
		if (this.#handle !== undefined) closeSync(this.#handle)
		this.#handle = undefined
	}
}

function seen(database: string, name: string): SeenManifest | undefined {
	const stat = statSync(join(database, name), { throwIfNoEntry: false })
	return stat && { name, size: stat.size }
}

function readSlots(file: string): readonly (Mark & { readonly turn: number })[] {
	let bytes: Buffer
	try {
		bytes = readFileSync(file)
	} catch {
		return []
	}
	return [0, slotSize].flatMap((at) => {
		const text = bytes.toString('latin1', at, at + slotSize - 9)
		const sum = bytes.toString('latin1', at + slotSize - 9, at + slotSize - 1)
		if (crc32(text).toString(16).padStart(8, '0') !== sum) return []
		return [JSON.parse(text) as Mark & { readonly turn: number }]
	})
}
