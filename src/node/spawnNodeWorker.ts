import { setFlagsFromString } from 'node:v8'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { BugError, UserError } from '../errors/UserError.ts'
import type { LogEntry } from '../util/Log.ts'
import { type RunningNode, readRunningNode, removeRunningNode } from './home/runningNode.ts'
import type { NodeConfig } from './NodeConfig.ts'

/** Log lines kept for listeners that subscribe later. */
const recentLines = 1_000

/**
 * More than a node needs, in megabytes. Below 2 GB of old space V8 lets garbage grow to twice the live data instead of
 * four times.
 */
const heapLimits = { maxOldGenerationSizeMb: 2000 }

/**
 * Starts a node in a worker thread, so that a full block never delays a key press. Resolves when all its listeners are
 * up. `workerUrl` is the bundled worker. Rejects with the UserError that stopped the start.
 */
export function spawnNodeWorker(config: NodeConfig, workerUrl: URL): Promise<NodeHandle> {
	// The thread of the blocks gets 2 MB for each half of its young objects. The flag outdoes the limits of a worker.
	setFlagsFromString('--max-semi-space-size=2')
	// Their first full collection comes at 24 MB, not at hundreds: what a start reads is garbage soon.
	setFlagsFromString('--initial-old-space-size=24')
	const { port1, port2 } = new MessageChannel()
	const worker = new Worker(workerUrl, {
		workerData: { config, port: port2 },
		transferList: [port2],
		resourceLimits: heapLimits,
		// The node's own stderr would corrupt the screen; its messages come as log lines.
		stdout: true,
		stderr: true,
	})
	const recent: LogEntry[] = []
	const listeners = new Set<(line: LogEntry) => void>()
	const onLine = (line: LogEntry) => {
		recent.push(line)
		if (recent.length > recentLines) recent.shift()
		for (const listener of listeners) listener(line)
	}
	let failure: Error | undefined
	const ended = new Promise<Error | undefined>((resolve) => {
		worker.once('error', (error) => {
			failure ??= error instanceof Error ? error : new BugError(String(error))
		})
		worker.once('exit', () => {
			port1.close()
			// A crashed worker could not remove its announcement itself.
			if (config.home !== undefined && readRunningNode(config.home)?.pid === process.pid) removeRunningNode(config.home)
			resolve(failure)
		})
	})
	return new Promise((resolve, reject) => {
		worker.on('message', (report: WorkerReport) => {
			if (report.type === 'log') onLine(report.line)
			else if (report.type === 'failed') failure = restoreError(report)
			else {
				resolve({
					port: port1,
					addresses: report.addresses,
					height: report.height,
					onLog(listener) {
						for (const line of recent) listener(line)
						listeners.add(listener)
						return () => listeners.delete(listener)
					},
					ended,
					async close() {
						worker.postMessage({ type: 'close' })
						await ended
					},
				})
			}
		})
		void ended.then((error) => reject(error ?? new BugError('the node ended before it was ready')))
	})
}

function restoreError(report: Extract<WorkerReport, { type: 'failed' }>): Error {
	if (report.name === 'UserError') return new UserError(report.message, { why: report.why, next: report.next })
	const error = new BugError(report.message)
	error.stack = report.stack
	return error
}

/** From the worker to its owner. The port of `ready` is transferred. */
export type WorkerReport =
	| { readonly type: 'ready'; readonly addresses: RunningNode; readonly height: number }
	| { readonly type: 'log'; readonly line: LogEntry }
	| {
			readonly type: 'failed'
			readonly name: string
			readonly message: string
			readonly why: string
			readonly next: string
			readonly stack: string
	  }

/** From the owner to the worker. */
export type WorkerOrder = { readonly type: 'close' }

/** A node that runs in a worker thread, as the client holds it. */
export interface NodeHandle {
	/** Carries Tendermint JSON-RPC, admin_* and `rest_request`; serveRpcOverPort of api/rpc defines the messages. */
	readonly port: MessagePort
	/** Current addresses of the listeners. */
	readonly addresses: RunningNode
	/** Height at the start. */
	readonly height: number
	/** Calls the listener for each log line, recent ones first, until the returned function is called. */
	onLog(listener: (line: LogEntry) => void): () => void
	/** Resolves when the worker has ended: with its error, or undefined after `close`. */
	readonly ended: Promise<Error | undefined>
	/** Finishes the block in progress, closes the database and ends the worker. */
	close(): Promise<void>
}
