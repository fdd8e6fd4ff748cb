import type { NodeIdentity } from '../../api/services/NodeIdentity.ts'
import type { ChainSource } from '../../chain/ChainSource.ts'
import type { PortCaller } from '../../chain/port/PortCaller.ts'
import { createPortApplication, createPortPool } from '../../chain/port/portSource.ts'
import { ChainFollower } from '../../engine/follow/ChainFollower.ts'
import type { Pulse } from '../../engine/follow/Pulse.ts'
import type { EngineState } from '../../engine/store/EngineState.ts'
import { openLevelReader } from '../../store/kv/levelReader.ts'
import type { Log } from '../../util/Log.ts'
import { homePaths } from '../home/home.ts'
import type { NodeConfig } from '../NodeConfig.ts'
import { type OpenedApp, openChainApp } from '../openChainApp.ts'
import type { ServedChain } from '../ServedChain.ts'
import type { BlockThreadMethods } from './servingMessages.ts'

/** Cached nodes per tree. A serving thread reads what clients request, and no block waits for it. */
const cachedNodes = 4_000

/** Connection of a serving thread to the block-making thread. */
export interface FollowedParts {
	readonly caller: PortCaller<BlockThreadMethods>
	readonly pulse: Pulse
	readonly identity: NodeIdentity
	/** Status of the chain while its database is empty. */
	readonly state: EngineState
	readonly log: Log
}

/** A chain whose blocks another thread makes. */
export interface FollowedChain extends ServedChain {
	readonly follower: ChainFollower
	close(): Promise<void>
}

/** Opens a home's chain for serving: committed state is read here, the block-making thread does the rest. */
export async function openFollowedChain(
	config: NodeConfig & { readonly home: string },
	{ caller, pulse, identity, state, log }: FollowedParts,
): Promise<FollowedChain> {
	const reader = await openLevelReader(homePaths(config.home).data)
	const late: { opened?: OpenedApp; source?: ChainSource } = {}
	const follower = new ChainFollower({
		reader,
		pulse,
		state,
		log,
		openApplication: (db, chainId) => {
			const surroundings = { source: () => late.source!, identity: () => identity, cachedNodes }
			late.opened = openChainApp(config, db, chainId, surroundings)
			return late.opened
		},
	})
	const opened = (): OpenedApp => {
		follower.refresh()
		return late.opened!
	}
	const application = createPortApplication(caller, {
		info: () => opened().app.info(),
		query: (request) => opened().app.query(request),
	})
	const source: ChainSource = { chain: follower, pool: createPortPool(caller), application }
	late.source = source
	return {
		source,
		follower,
		identity,
		registry: opened().registry,
		app: () => opened().app,
		evm: () => opened().evm,
		backend: {
			get queryServices() {
				return opened().app.queryServices
			},
			// Everything this thread sees is durable: nothing holds a query back.
			createQueryContext: async (height) => opened().app.createQueryContext(height),
		},
		head: () => follower,
		close: () => reader.close(),
	}
}
