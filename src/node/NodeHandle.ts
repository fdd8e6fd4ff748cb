import type { MessagePort } from 'node:worker_threads'
import type { LogLevel } from '../util/Log.ts'
import type { RunningNode } from './runningNode.ts'

/** A log line of the node. */
export interface NodeLogLine {
	/** ISO 8601 in UTC. */
	readonly time: string
	readonly level: LogLevel
	readonly source: string
	readonly message: string
}

/** A node that runs in a worker thread, as the client holds it. */
export interface NodeHandle {
	/**
	 * Carries Tendermint JSON-RPC, the admin_* methods and `rest_request`. serveRpcOverPort of api/rpc defines the
	 * messages.
	 */
	readonly port: MessagePort
	/** Current addresses of the listeners. */
	readonly addresses: RunningNode
	/** Height at the start. */
	readonly height: number
	/** Calls the listener for each log line, recent ones first, until the returned function is called. */
	onLog(listener: (line: NodeLogLine) => void): () => void
	/** Resolves when the worker has ended: with its error, or undefined after `close`. */
	readonly ended: Promise<Error | undefined>
	/** Finishes the block in progress, closes the database and ends the worker. */
	close(): Promise<void>
}
