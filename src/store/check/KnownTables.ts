import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'

/** Size and time of change of a table, as text: `1048576 1790000000000000000`. */
type Stamp = string

/**
 * The tables of a database at its last close, recorded in a file beside it. LevelDB never changes a table. A table with
 * the same size and modification time need not be read again before the database opens.
 */
export class KnownTables {
	readonly #file: string
	readonly #stamps: ReadonlyMap<string, Stamp>
	/** Tables that were passed over for being known. */
	readonly passed: string[] = []

	/** A note that is missing or damaged knows nothing. */
	constructor(file: string) {
		this.#file = file
		this.#stamps = read(file)
	}

	/** Whether a table is unchanged and can be skipped. */
	pass(folder: string, table: string): boolean {
		const known = this.#stamps.get(table)
		if (known === undefined || known !== stampOf(folder, table)) return false
		this.passed.push(table)
		return true
	}

	/** Takes the note back. */
	forget(): void {
		rmSync(this.#file, { force: true })
	}

	/** Notes the tables of a database that was closed. */
	note(folder: string): void {
		const stamps: Record<string, Stamp> = {}
		for (const table of readdirSync(folder)) {
			const stamp = /^\d{6,}\.ldb$/.test(table) ? stampOf(folder, table) : undefined
			if (stamp !== undefined) stamps[table] = stamp
		}
		const text = JSON.stringify(stamps)
		writeFileAtomic(this.#file, `${sumOf(text)} ${text}\n`)
	}
}

function stampOf(folder: string, table: string): Stamp | undefined {
	const stat = statSync(join(folder, table), { throwIfNoEntry: false, bigint: true })
	return stat && `${stat.size} ${stat.mtimeNs}`
}

function read(file: string): ReadonlyMap<string, Stamp> {
	let text: string
	try {
		text = readFileSync(file, 'utf8').trimEnd()
	} catch {
		return new Map()
	}
	const stamps = text.slice(9)
	if (text.slice(0, 8) !== sumOf(stamps)) return new Map()
	return new Map(Object.entries(JSON.parse(stamps) as Readonly<Record<string, Stamp>>))
}

function sumOf(text: string): string {
	return crc32(text).toString(16).padStart(8, '0')
}
