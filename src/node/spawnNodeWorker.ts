import { setFlagsFromString } from 'node:v8'
import { MessageChannel, Worker } from 'node:worker_threads'
import { BugError } from '../errors/BugError.ts'
import { UserError } from '../errors/UserError.ts'
import type { NodeConfig } from './NodeConfig.ts'
import type { NodeHandle, NodeLogLine } from './NodeHandle.ts'
import { readRunningNode, removeRunningNode } from './runningNode.ts'
import type { WorkerReport } from './workerMessages.ts'

/** Log lines kept for listeners that subscribe later. */
const recentLines = 1_000

/**
 * More than a node needs, in megabytes. Below 2 GB of old space V8 lets garbage grow to twice the live data instead of
 * four times. Of 12 for young objects V8 uses 8.
 */
const heapLimits = { maxOldGenerationSizeMb: 2000, maxYoungGenerationSizeMb: 12 }

/**
 * Starts a node in a worker thread, so that a full block never delays a key press. Resolves when all its listeners are
 * up.
 *
 * `workerUrl` is the bundled worker. Rejects with the UserError that stopped the start.
 */
export function spawnNodeWorker(config: NodeConfig, workerUrl: URL): Promise<NodeHandle> {
	// The threads of the node begin with the room that they may have: the app stops growth for the whole process.
	setFlagsFromString('--min-semi-space-size=4')
	const { port1, port2 } = new MessageChannel()
	const worker = new Worker(workerUrl, {
		workerData: { config, port: port2 },
		transferList: [port2],
		resourceLimits: heapLimits,
		// The node's own stderr would corrupt the screen; its messages come as log lines.
		stdout: true,
		stderr: true,
	})
	const recent: NodeLogLine[] = []
	const listeners = new Set<(line: NodeLogLine) => void>()
	const onLine = (line: NodeLogLine) => {
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
