import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BaseApp } from '../../app/BaseApp.ts'
import { parseGenesis } from '../../chain/parseGenesis.ts'
import { evmChainIdOf } from '../../codec/ChainSettings.ts'
import { prefixes } from '../../engine/store/keys.ts'
import { UserError } from '../../errors/UserError.ts'
import { openLevelDb } from '../../store/kv/levelDb.ts'
import { createApp } from '../createApp.ts'
import type { NodeConfig } from '../NodeConfig.ts'
import { programVersion } from '../version.ts'
import { homePaths } from './home.ts'
import type { NetworkHome } from './networkHome.ts'

/**
 * The genesis document of the state of a network's node, while its application does not run. The rest of the document
 * comes from the engine's own genesis, or from `--genesis`.
 *
 * @throws {UserError} if the database is in use, or no genesis is known.
 */
export async function exportNetworkHome(
	config: NodeConfig & { readonly home: string },
	{ engineHome }: NetworkHome,
): Promise<string> {
	const genesis = config.genesis ?? engineGenesis(config.home, engineHome)
	const { chainId } = parseGenesis(genesis)
	const db = await openLevelDb(homePaths(config.home).data)
	try {
		const app = createApp({
			db: db.prefixed(prefixes.application),
			settings: config.settings,
			minGasPrices: config.minimumGasPrices,
			pruning: config.pruning,
			name: 'chain-tui',
			version: programVersion,
			evmChainId: config.evmChainId ?? evmChainIdOf(chainId),
		})
		const { lastBlockHeight } = app.info()
		// Before the first block there is no state: the chain's own document is the genesis.
		return lastBlockHeight === 0 ? genesis.trimEnd() : exportedGenesis(genesis, lastBlockHeight, app)
	} finally {
		await db.close()
	}
}

function engineGenesis(home: string, engineHome: string | undefined): string {
	const file = engineHome === undefined ? undefined : join(engineHome, 'config', 'genesis.json')
	if (file !== undefined && existsSync(file)) return readFileSync(file, 'utf8')
	throw new UserError(`The genesis of the chain in ${home} is not known.`, {
		why: 'This home holds the state of an application alone; its engine has the genesis.',
		next: "Give it with --genesis FILE: the engine's config/genesis.json.",
	})
}

/**
 * The genesis document of the current state as JSON text, as the framework's `export` prints it: the chain's own
 * document with the modules' exported state, starting at the next height (cosmos-sdk v0.44.5 server/export.go).
 */
export function exportedGenesis(text: string, height: number, app: BaseApp): string {
	const document = JSON.parse(text) as Record<string, unknown>
	return JSON.stringify(
		{ ...document, initial_height: String(height + 1), app_hash: '', app_state: app.exportGenesis() },
		null,
		2,
	)
}
