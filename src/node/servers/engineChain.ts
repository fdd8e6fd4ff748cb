import { setTimeout as wait } from 'node:timers/promises'
import type { QueryApplication } from '../../abci/Application.ts'
import type { NodeIdentity } from '../../api/services/NodeIdentity.ts'
import type { BaseApp } from '../../app/BaseApp.ts'
import type { ChainReader } from '../../chain/ChainReader.ts'
import type { ChainSource } from '../../chain/ChainSource.ts'
import { createEngineReader } from '../../engineRpc/createEngineReader.ts'
import { createEngineTxPool } from '../../engineRpc/createEngineTxPool.ts'
import type { EngineClient } from '../../engineRpc/EngineClient.ts'
import { UserError } from '../../errors/UserError.ts'
import type { Clock } from '../../util/Clock.ts'
import type { Log } from '../../util/Log.ts'
import type { Listener, NodeConfig } from '../NodeConfig.ts'
import { engineIdentity } from '../nodeIdentity.ts'
import type { ServedChain } from '../ServedChain.ts'

/** Default RPC address of engines. */
export const usualEngineUrl = 'http://127.0.0.1:26657'

/** Time an engine may take to start before its silence is told, in milliseconds. */
const startMs = 5_000

/**
 * A chain that a real engine runs: blocks and mempool over its RPC, state of the application. It ends at the height that the
 * application has committed: an engine tells of a block a moment before it has the application commit it, and its state
 * cannot be read until then.
 */
export function createEngineSource(
	client: EngineClient,
	application: QueryApplication,
	app: () => Pick<BaseApp, 'info'>,
): ChainSource {
	const reader = createEngineReader(client)
	const chain: ChainReader = {
		...reader,
		async status() {
			const status = await reader.status()
			return { ...status, height: Math.min(status.height, app().info().lastBlockHeight) }
		},
	}
	return { chain, pool: createEngineTxPool(client), application }
}

/** What servers know of such a chain without asking its engine: the heights that the application has. */
export function engineHead(chainId: string, app: BaseApp): ReturnType<ServedChain['head']> {
	return { chainId, height: app.info().lastBlockHeight, earliestHeight: app.store.earliestVersion }
}

/** The configuration of the servers a real engine lacks: those named, at exactly these addresses, without admin. */
export function engineServersConfig<Config extends NodeConfig>(config: Config): Config {
	const named = ([name, listener]: [string, Listener]): [string, Listener] => [
		name,
		name !== 'rpc' && listener.on && (listener.asked || listener.kept) ? { ...listener, asked: true } : { on: false },
	]
	const listeners = Object.fromEntries(Object.entries(config.listeners).map(named)) as Config['listeners']
	return { ...config, admin: false, developer: false, inApp: false, listeners }
}

/** Waits for the engine's RPC, which answers once the engine has connected to the application. */
export async function awaitEngine(
	client: EngineClient,
	{ clock, log, signal }: { readonly clock: Clock; readonly log: Log; readonly signal: AbortSignal },
): Promise<NodeIdentity> {
	const from = clock.now()
	for (let told = false; ; ) {
		try {
			return await engineIdentity(client)
		} catch (cause) {
			if (!(cause instanceof UserError)) throw cause
			// An engine needs a moment to start. After that the address may be wrong, and nobody would see why nothing opens.
			if (!told && clock.now() - from > startMs) {
				told = true
				const why = cause.why === '' ? '' : ` (${cause.why})`
				log('warn', 'engine', `${cause.message}${why} ${cause.next} The servers open once it answers.`)
			}
			await wait(200, undefined, { signal })
		}
	}
}
