import type { MessagePort } from 'node:worker_threads'
import type { NodeIdentity } from '../../api/services/NodeIdentity.ts'
import type { PoolMethods } from '../../chain/port/poolMethods.ts'
import type { PortFault } from '../../chain/port/portFault.ts'
import type { EngineState } from '../../engine/store/EngineState.ts'
import type { LogLevel } from '../../util/Log.ts'
import type { ListenerName } from '../../wire/AdminSchema.ts'
import type { NodeConfig } from '../NodeConfig.ts'
import type { Listening } from '../NodeListeners.ts'

/** What a serving thread begins with. */
export interface ServingData {
	/** With the listeners of this thread alone. */
	readonly config: NodeConfig
}

/** From the thread of the blocks to a serving thread. */
export type ServingOrder =
	| {
			readonly type: 'open'
			/** Carries calls of `BlockThreadMethods`; transferred. */
			readonly port: MessagePort
			readonly memory: SharedArrayBuffer
			readonly identity: NodeIdentity
			/** Where the chain stands while its database tells nothing. */
			readonly state: EngineState
			/** Names of the admin methods. */
			readonly powers: readonly string[]
			/** Listeners of other threads. */
			readonly others: readonly ListenerName[]
	  }
	/** A port of the app; transferred. */
	| { readonly type: 'app'; readonly port: MessagePort }
	| { readonly type: 'stands'; readonly state: EngineState }
	| { readonly type: 'block'; readonly height: number }
	/** Where the whole node listens now. */
	| { readonly type: 'listening'; readonly listening: Listening }
	/** Switches a listener of this thread; answered by `switched`. */
	| { readonly type: 'switch'; readonly id: number; readonly name: ListenerName; readonly on: boolean }
	| { readonly type: 'close' }

/** From a serving thread to the thread of the blocks. */
export type ServingReport =
	| { readonly type: 'ready'; readonly listening: Listening }
	| { readonly type: 'listening'; readonly listening: Listening }
	| { readonly type: 'switched'; readonly id: number; readonly fault?: PortFault }
	| { readonly type: 'log'; readonly level: LogLevel; readonly source: string; readonly message: string }
	| { readonly type: 'failed'; readonly fault: PortFault }

/** What serving threads call in the thread of the blocks. */
export type BlockThreadMethods = PoolMethods & {
	/** Runs an admin method. */
	power(name: string, params: { readonly [name: string]: unknown }): Promise<unknown>
	/** Switches a listener of another thread. */
	setListener(name: ListenerName, on: boolean): Promise<void>
}
