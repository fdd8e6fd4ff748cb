import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { CompiledQuery } from 'kysely'
import { plainError } from '../../errors/plainError.ts'

/**
 * The other thread's whole program. It is text, so that the bundle needs no file of its own for it; statements are prepared
 * once.
 */
const program = `
const { parentPort, workerData } = require('node:worker_threads')
const Database = require(workerData.libsql)
const database = new Database(workerData.file)
for (const pragma of workerData.pragmas) database.pragma(pragma)
let statements = new Map()
const prepared = (sql) => {
	let statement = statements.get(sql)
	if (statement === undefined) {
		if (statements.size >= 500) statements = new Map()
		statement = database.prepare(sql)
		statements.set(sql, statement)
	}
	return statement
}
parentPort.on('message', ({ id, queries }) => {
	if (queries === undefined) {
		database.close()
		parentPort.close()
		return
	}
	try {
		prepared('begin immediate').run()
		for (const [sql, parameters] of queries) prepared(sql).run(...parameters)
		prepared('commit').run()
		parentPort.postMessage({ id })
	} catch (error) {
		try {
			prepared('rollback').run()
		} catch {}
		parentPort.postMessage({ id, problem: String(error && error.message) })
	}
})
`

interface Waiting {
	readonly resolve: () => void
	readonly reject: (cause: unknown) => void
}

/**
 * A second connection to a SQLite file in a thread of its own, for transactions that only write. While one waits for the
 * disk the gateway's thread goes on with other calls.
 */
export class SqliteThread {
	private readonly file: string
	private readonly pragmas: readonly string[]
	private readonly waiting = new Map<number, Waiting>()
	private worker: Worker | undefined
	private nextId = 1

	constructor(file: string, pragmas: readonly string[]) {
		this.file = file
		this.pragmas = pragmas
	}

	/** Runs statements in one transaction; resolves when it is on disk. */
	write(queries: readonly CompiledQuery[]): Promise<void> {
		this.worker ??= this.start()
		const worker = this.worker
		const id = this.nextId++
		return new Promise((resolve, reject) => {
			this.waiting.set(id, { resolve, reject })
			worker.postMessage({ id, queries: queries.map(({ sql, parameters }) => [sql, parameters]) })
		})
	}

	/** Ends the thread after what it is doing. */
	async close(): Promise<void> {
		const { worker } = this
		if (worker === undefined) return
		const ended = new Promise((resolve) => worker.once('exit', resolve))
		worker.postMessage({})
		await ended
	}

	private start(): Worker {
		const libsql = createRequire(import.meta.url).resolve('libsql')
		const worker = new Worker(program, {
			eval: true,
			workerData: { libsql, file: this.file, pragmas: this.pragmas },
		})
		worker.on('message', ({ id, problem }: { id: number; problem?: string }) => {
			const waiting = this.waiting.get(id)
			this.waiting.delete(id)
			if (problem === undefined) waiting?.resolve()
			else waiting?.reject(plainError(problem))
		})
		const end = (cause: unknown): void => {
			if (this.worker === worker) this.worker = undefined
			for (const { reject } of this.waiting.values()) reject(cause)
			this.waiting.clear()
		}
		worker.on('error', end)
		worker.on('exit', () => end(plainError('the thread of the database has ended')))
		worker.unref()
		return worker
	}
}
