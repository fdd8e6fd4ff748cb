import type { MessagePort } from 'node:worker_threads'
import type { LogLevel } from '../util/Log.ts'
import type { RunningNode } from './runningNode.ts'

/** A log line as it leaves the node. */
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
	 * Carries Tendermint JSON-RPC, the admin_* methods and `rest_request`; the message shapes are those of
	 * api/rpc serveRpcOverPort.
	 */
	readonly port: MessagePort
	/** Where the node listens now. */
	readonly addresses: RunningNode
	/** Height at which the chain went on. */
	readonly height: number
	/** Calls the listener for each log line until the returned function is called; recent lines come first. */
	onLog(listener: (line: NodeLogLine) => void): () => void
	/** Resolves when the worker has ended: with the error that ended it, or undefined after `close`. */
	readonly ended: Promise<Error | undefined>
	/** Finishes the block in progress, closes the database and ends the worker. */
	close(): Promise<void>
}
