import type { NodeIdentity } from '../../api/services/NodeIdentity.ts'
import type { ChainSource } from '../../chain/ChainSource.ts'
import type { PortCaller } from '../../chain/port/PortCaller.ts'
import { createPortApplication, createPortPool } from '../../chain/port/portSource.ts'
import { ChainFollower } from '../../engine/follow/ChainFollower.ts'
import type { Pulse } from '../../engine/follow/Pulse.ts'
import { prefixes } from '../../engine/store/keys.ts'
import { EngineClient } from '../../engineRpc/EngineClient.ts'
import type { KvDatabase } from '../../store/KvDatabase.ts'
import { type LevelReader, openLevelReader } from '../../store/kv/levelReader.ts'
import type { Log } from '../../util/Log.ts'
import { Scheduler } from '../../util/schedule/Scheduler.ts'
import { homePaths } from '../home/home.ts'
import type { NodeConfig } from '../NodeConfig.ts'
import { type OpenedApp, openChainApp } from '../openChainApp.ts'
import type { ServedChain } from '../ServedChain.ts'
import { createEngineSource, engineHead } from '../servers/engineChain.ts'
import type { BlockSource, BlockThreadMethods } from './servingMessages.ts'

/** Cached nodes per tree. A serving thread reads what clients request, and no block waits for it. */
const cachedNodes = 4_000

/** Connection of a serving thread to the block-making thread. */
export interface FollowedParts {
	readonly caller: PortCaller<BlockThreadMethods>
	readonly pulse: Pulse
	readonly identity: NodeIdentity
	readonly blocks: BlockSource
	readonly log: Log
}

/** A chain whose blocks another thread makes, or a real engine in another process. */
export interface FollowedChain extends ServedChain {
	/** Absent for a real engine, which tells of its blocks itself. */
	readonly follower?: ChainFollower
	close(): Promise<void>
}

/** Opens a home's chain for serving: committed state is read here, the block-making thread does the rest. */
export async function openFollowedChain(
	config: NodeConfig & { readonly home: string },
	{ caller, pulse, identity, blocks, log }: FollowedParts,
): Promise<FollowedChain> {
	const reader = await openLevelReader(homePaths(config.home).data)
	const scheduler = new Scheduler()
	const late: { opened?: OpenedApp; source?: ChainSource } = {}
	const openApplication = (db: KvDatabase, chainId: string): OpenedApp => {
		const surroundings = { source: () => late.source!, identity: () => identity, cachedNodes, scheduler }
		late.opened = openChainApp(config, db, chainId, surroundings)
		return late.opened
	}
	const opened = (): OpenedApp => {
		refresh()
		return late.opened!
	}
	const application = createPortApplication(caller, {
		info: () => opened().app.info(),
		query: (request) => opened().app.query(request),
	})
	const { refresh, source, ...rest } = ((): FollowedBlocks => {
		if ('state' in blocks) {
			const follower = new ChainFollower({ reader, pulse, state: blocks.state, log, openApplication })
			const source = { chain: follower, pool: createPortPool(caller), application }
			return { refresh: () => follower.refresh(), source, follower, head: () => follower }
		}
		const { engineUrl, chainId } = blocks
		const engineRpc = new EngineClient(engineUrl)
		const source = createEngineSource(engineRpc, application, () => opened().app)
		const refresh = followState(reader, pulse, (db) => openApplication(db, config.chainId))
		return { refresh, source, engineRpc, head: () => engineHead(chainId, opened().app) }
	})()
	late.source = source
	return {
		...rest,
		source,
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
		scheduler,
		close: () => reader.close(),
	}
}

/** What differs by who makes the blocks. */
interface FollowedBlocks extends Pick<FollowedChain, 'source' | 'head' | 'follower' | 'engineRpc'> {
	/** Moves on to the newest durable state. */
	refresh(): void
}

/** Follows the state alone. What it returns moves the application on to the newest one that another thread has committed. */
function followState(
	reader: LevelReader,
	pulse: Pulse,
	openApplication: (db: KvDatabase) => { follow(): void },
): () => void {
	// Read before the view: a commit between the two is then read twice, never missed.
	let seen = pulse.changes
	const view = reader.view()
	const application = openApplication(view.db.prefixed(prefixes.application))
	return () => {
		const { changes } = pulse
		if (changes === seen) return
		seen = changes
		view.advance(() => true)
		application.follow()
	}
}
