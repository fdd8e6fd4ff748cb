import type { NodeLogLine } from './NodeHandle.ts'
import type { RunningNode } from './runningNode.ts'

/** From the worker to its owner. The port of `ready` is transferred. */
export type WorkerReport =
	| { readonly type: 'ready'; readonly addresses: RunningNode; readonly height: number }
	| { readonly type: 'log'; readonly line: NodeLogLine }
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
