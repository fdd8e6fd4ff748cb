import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { CompiledQuery } from 'kysely'
import { plainError } from '../../errors/ChainError.ts'

/**
 * The program of the other thread, as text, so that the bundle needs no file for it. A statement is sent as SQL once,
 * prepared, and then referred to by number. A transaction comes as one JSON text, because a structured clone of a
 * hundred bigints costs the gateway's thread several times as much.
 */
const program = `
const { parentPort, workerData } = require('node:worker_threads')
const Database = require(workerData.libsql)
const database = new Database(workerData.file)
for (const pragma of workerData.pragmas) database.pragma(pragma)
const begin = database.prepare('begin immediate')
const commit = database.prepare('commit')
const rollback = database.prepare('rollback')
const statements = new Map()
const bound = (parameter) => (typeof parameter === 'number' ? BigInt(parameter) : parameter)
parentPort.on('message', (message) => {
	if (message === '') {
		database.close()
		parentPort.close()
		return
	}
	const { id, forget, sql, queries } = JSON.parse(message)
	try {
		if (forget) statements.clear()
		for (const [number, text] of sql) statements.set(number, database.prepare(text))
		begin.run()
		for (const [number, parameters] of queries) statements.get(number).run(...parameters.map(bound))
		commit.run()
		parentPort.postMessage({ id })
	} catch (error) {
		try {
			rollback.run()
		} catch {}
		parentPort.postMessage({ id, problem: String(error && error.message) })
	}
})
`

/** Most statements the thread keeps prepared. */
const maxStatements = 500

interface Waiting {
	readonly resolve: () => void
	readonly reject: (cause: unknown) => void
}

/** A SQLite connection in its own thread for write-only transactions: the gateway's runs on while the disk works. */
export class SqliteThread {
	readonly #file: string
	readonly #pragmas: readonly string[]
	readonly #waiting = new Map<number, Waiting>()
	#worker: Worker | undefined
	#nextId = 1
	/** Numbers of the statements the thread knows, by SQL. */
	readonly #numbers = new Map<string, number>()

	constructor(file: string, pragmas: readonly string[]) {
		this.#file = file
		this.#pragmas = pragmas
	}

	/** Runs statements in one transaction; resolves when it is on disk. */
	write(queries: readonly CompiledQuery[]): Promise<void> {
		this.#worker ??= this.#start()
		const worker = this.#worker
		const id = this.#nextId++
		return new Promise((resolve, reject) => {
			this.#waiting.set(id, { resolve, reject })
			worker.postMessage(this.#message(id, queries))
		})
	}

	#message(id: number, queries: readonly CompiledQuery[]): string {
		const numbers = this.#numbers
		const sql: [number, string][] = []
		const forget = numbers.size + queries.length > maxStatements
		if (forget) numbers.clear()
		const rows = queries.map(({ sql: text, parameters }) => {
			let number = numbers.get(text)
			if (number === undefined) {
				number = numbers.size
				numbers.set(text, number)
				sql.push([number, text])
			}
			return [number, parameters.map(sent)]
		})
		return JSON.stringify({ id, forget, sql, queries: rows })
	}

	/** Ends the thread after what it is doing. */
	async close(): Promise<void> {
		const worker = this.#worker
		if (worker === undefined) return
		const ended = new Promise((resolve) => worker.once('exit', resolve))
		worker.postMessage('')
		await ended
	}

	#start(): Worker {
		const libsql = createRequire(import.meta.url).resolve('libsql')
		const worker = new Worker(program, {
			eval: true,
			workerData: { libsql, file: this.#file, pragmas: this.#pragmas },
		})
		worker.on('message', ({ id, problem }: { id: number; problem?: string }) => {
			const waiting = this.#waiting.get(id)
			this.#waiting.delete(id)
			if (problem === undefined) waiting?.resolve()
			else {
				// The thread does not know statements it could not prepare, so all are sent again.
				this.#numbers.clear()
				waiting?.reject(plainError(problem))
			}
		})
		const end = (cause: unknown): void => {
			// A thread that failed exits after that, when the next one may have begun.
			if (this.#worker !== worker) return
			this.#worker = undefined
			this.#numbers.clear()
			for (const { reject } of this.#waiting.values()) reject(cause)
			this.#waiting.clear()
		}
		worker.on('error', end)
		worker.on('exit', () => end(plainError('the thread of the database has ended')))
		return worker
	}
}

/** A parameter as JSON carries it. Integers beyond 2^53 go as text, which an integer column reads as the number it is. */
function sent(parameter: unknown): unknown {
	if (typeof parameter !== 'bigint') return parameter
	const number = Number(parameter)
	return Number.isSafeInteger(number) ? number : String(parameter)
}
