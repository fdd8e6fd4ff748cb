import type { MessagePort } from 'node:worker_threads'
import type { NodeIdentity } from '../../api/services/NodeIdentity.ts'
import type { PortFault } from '../../chain/port/portFault.ts'
import type { PoolMethods } from '../../chain/port/portSource.ts'
import type { EngineState } from '../../engine/store/EngineState.ts'
import type { SentNote } from '../../serve/requests/RequestNote.ts'
import type { LogLevel } from '../../util/Log.ts'
import type { ListenerName } from '../../wire/AdminSchema.ts'
import type { NodeConfig } from '../NodeConfig.ts'
import type { Listening } from '../servers/NodeListeners.ts'

/** Start data of a serving thread. */
export interface ServingData {
	/** Has only the listeners of this thread. */
	readonly config: NodeConfig
	/** Shared memory in which the thread counts as long as its event loop turns. */
	readonly beats: Int32Array
}

/** Where the blocks come from: status of a light chain while its database is empty, or a real engine. */
export type BlockSource = { readonly state: EngineState } | { readonly engineUrl: string; readonly chainId: string }

/** From the block-making thread to a serving thread. */
export type ServingOrder =
	| {
			readonly type: 'open'
			/** Carries calls of `BlockThreadMethods`; transferred. */
			readonly port: MessagePort
			readonly memory: SharedArrayBuffer
			readonly identity: NodeIdentity
			readonly blocks: BlockSource
			/** Names of the admin methods. */
			readonly powers: readonly string[]
			/** Listeners of other threads. */
			readonly others: readonly ListenerName[]
	  }
	/** A port of the app; transferred. */
	| { readonly type: 'app'; readonly port: MessagePort }
	| { readonly type: 'stands'; readonly state: EngineState }
	| { readonly type: 'block'; readonly height: number }
	/** Current addresses of the whole node. */
	| { readonly type: 'listening'; readonly listening: Listening }
	/** Switches a listener of this thread; `switched` replies. */
	| { readonly type: 'switch'; readonly id: number; readonly name: ListenerName; readonly on: boolean }
	/** A request that the block-making thread noted. */
	| { readonly type: 'note'; readonly note: SentNote }
	| { readonly type: 'close' }

/** From a serving thread to the block-making thread. */
export type ServingReport =
	| { readonly type: 'ready'; readonly listening: Listening }
	| { readonly type: 'listening'; readonly listening: Listening }
	| { readonly type: 'switched'; readonly id: number; readonly fault?: PortFault }
	| { readonly type: 'log'; readonly level: LogLevel; readonly source: string; readonly message: string }
	| { readonly type: 'failed'; readonly fault: PortFault }

/** Methods of the block-making thread that serving threads call. */
export type BlockThreadMethods = PoolMethods & {
	/** Runs an admin method. */
	power(name: string, params: { readonly [name: string]: unknown }): Promise<unknown>
	/** Switches a listener of another thread. */
	setListener(name: ListenerName, on: boolean): Promise<void>
	/** Whether the listeners of the block-making thread note requests. */
	record(on: boolean): Promise<void>
}
