import { type Transferable, Worker } from 'node:worker_threads'
import { fromPortFault } from '../../chain/port/portFault.ts'
import { BugError } from '../../errors/UserError.ts'
import type { Log } from '../../util/Log.ts'
import type { ListenerName } from '../../wire/AdminSchema.ts'
import type { Listener, NodeConfig } from '../NodeConfig.ts'
import type { Listening } from '../servers/NodeListeners.ts'
import { Stillness } from './Stillness.ts'
import type { ServingData, ServingOrder, ServingReport } from './servingMessages.ts'

/** More than a serving thread needs, in megabytes: of 12 for young objects, V8 uses 8. */
const heapLimits = { maxOldGenerationSizeMb: 1500, maxYoungGenerationSizeMb: 12 }

/** Intervals of looking whether a thread's event loop turns, in milliseconds. */
const lookMs = 500

/** Receives the reports of a thread. */
export interface ThreadListener {
	readonly log: Log
	readonly onListening: () => void
	/** The thread ended unexpectedly. */
	readonly onBreak: (cause: Error) => void
}

/** A serving thread and its listeners, seen from the block-making thread. */
export class ServingThread {
	/** Listeners of this thread. */
	readonly names: readonly ListenerName[]
	readonly #url: URL
	#config: NodeConfig
	#worker: Worker
	#listening: Listening = { listeners: {}, moved: {} }
	#listener: ThreadListener | undefined
	#opened: { resolve(): void; reject(error: Error): void } | undefined
	readonly #switches = new Map<number, { resolve(): void; reject(error: Error): void }>()
	#lastSwitch = 0
	#closing: Promise<void> | undefined
	/** The error that ended it. */
	#failure: Error | undefined
	/** Resolves when the worker is gone. */
	#ended: Promise<void> = Promise.resolve()
	/** Counts the turns of its event loop, now and then. */
	readonly #beats = new Int32Array(new SharedArrayBuffer(4))
	#watch: ReturnType<typeof setInterval> | undefined
	/** Why it was ended. */
	#stillness: Error | undefined

	/** @param names configured listeners of this thread */
	constructor(url: URL, config: NodeConfig, names: readonly ListenerName[]) {
		this.#url = url
		this.names = names
		this.#config = withListeners(config, names)
		this.#worker = this.#spawn()
	}

	/** Addresses of its listeners. */
	get listening(): Listening {
		return this.#listening
	}

	/** Opens its listeners. Rejects with the reason if that fails. */
	open(order: Extract<ServingOrder, { type: 'open' }>, listener: ThreadListener): Promise<void> {
		this.#listener = listener
		return new Promise((resolve, reject) => {
			if (this.#failure !== undefined) return reject(this.#failure)
			this.#opened = { resolve, reject }
			this.order(order, [order.port])
		})
	}

	/** Sends an order; a thread that has ended ignores it. */
	order(order: ServingOrder, transfer: readonly Transferable[] = []): void {
		this.#worker.postMessage(order, transfer)
	}

	/** Switches one of its listeners. Rejects with UserError if it cannot listen. */
	set(name: ListenerName, on: boolean): Promise<void> {
		const id = ++this.#lastSwitch
		return new Promise((resolve, reject) => {
			this.#switches.set(id, { resolve, reject })
			this.order({ type: 'switch', id, name, on })
		})
	}

	/** Restarts it after a crash, with listeners on the same addresses. */
	restart(): void {
		const before = Object.entries(this.#listening.listeners) as [ListenerName, string][]
		const listeners = Object.fromEntries(
			this.names.map((name) => [name, listenerAt(before.find(([other]) => other === name)?.[1])]),
		)
		this.#config = { ...this.#config, listeners: { ...this.#config.listeners, ...listeners } }
		this.#worker = this.#spawn()
	}

	/** Closes its listeners and ends it. */
	close(): Promise<void> {
		this.#closing ??= this.#ended
		this.order({ type: 'close' })
		return this.#closing
	}

	#spawn(): Worker {
		const workerData: ServingData = { config: this.#config, beats: this.#beats }
		const worker = new Worker(this.#url, { workerData, resourceLimits: heapLimits })
		this.#failure = undefined
		this.#stillness = undefined
		let failure: Error | undefined
		worker.on('message', (report: ServingReport) => this.#hear(report))
		worker.on('error', (error) => {
			failure = error instanceof Error ? error : new BugError(String(error))
		})
		this.#ended = new Promise((resolve) => worker.once('exit', () => resolve()))
		worker.on('exit', (code) => {
			clearInterval(this.#watch)
			const cause = this.#stillness ?? failure ?? new BugError(`it ended with ${code}`)
			this.#failure = cause
			for (const waiting of this.#switches.values()) waiting.reject(cause)
			this.#switches.clear()
			if (this.#closing !== undefined) return
			const opened = this.#opened
			this.#opened = undefined
			if (opened !== undefined) opened.reject(cause)
			else this.#listener?.onBreak(cause)
		})
		return worker
	}

	/**
	 * Ends the worker if it stops turning: code that nothing interrupts would keep its clients waiting for ever. Time in which this
	 * thread stood still too, as when the process is stopped, does not count.
	 */
	#watchOver(worker: Worker): void {
		const stillness = new Stillness()
		this.#watch = setInterval(() => {
			const { user, system } = process.cpuUsage()
			const stillMs = stillness.look(Atomics.load(this.#beats, 0), lookMs, (user + system) / 1000)
			if (stillMs === undefined) return
			clearInterval(this.#watch)
			this.#stillness = new BugError(`it worked at one thing for ${Math.round(stillMs / 1000)} s and was ended`)
			void worker.terminate()
		}, lookMs)
		this.#watch.unref()
	}

	#hear(report: ServingReport): void {
		switch (report.type) {
			case 'log':
				this.#listener?.log(report.level, report.source, report.message)
				break
			case 'ready':
				this.#listening = report.listening
				this.#watchOver(this.#worker)
				this.#opened?.resolve()
				this.#opened = undefined
				break
			case 'listening':
				this.#listening = report.listening
				this.#listener?.onListening()
				break
			case 'switched': {
				const waiting = this.#switches.get(report.id)
				this.#switches.delete(report.id)
				if (report.fault === undefined) waiting?.resolve()
				else waiting?.reject(fromPortFault(report.fault))
				break
			}
			case 'failed': {
				const error = fromPortFault(report.fault)
				if (this.#opened === undefined) this.#listener?.log('error', 'node', error.message)
				this.#opened?.reject(error)
				this.#opened = undefined
			}
		}
	}
}

const off: Listener = { on: false }

function withListeners(config: NodeConfig, names: readonly ListenerName[]): NodeConfig {
	const { eth = off, ...rest } = config.listeners
	const listeners = Object.fromEntries(
		Object.entries({ ...rest, eth }).map(([name, listener]) => [
			name,
			names.includes(name as ListenerName) ? listener : off,
		]),
	)
	return { ...config, listeners: { ...config.listeners, ...listeners } }
}

function listenerAt(address: string | undefined): Listener {
	if (address === undefined) return off
	const { hostname, port } = new URL(address.includes('://') ? address : `http://${address}`)
	return { on: true, host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), asked: true }
}
