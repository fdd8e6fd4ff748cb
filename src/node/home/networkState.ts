import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BaseApp } from '../../app/BaseApp.ts'
import { parseGenesis } from '../../chain/parseGenesis.ts'
import { prefixes } from '../../engine/store/keys.ts'
import { UserError } from '../../errors/UserError.ts'
import type { KvDatabase } from '../../store/KvDatabase.ts'
import { openLevelDb } from '../../store/kv/levelDb.ts'
import { appOptionsOf, createApp } from '../createApp.ts'
import type { NodeConfig } from '../NodeConfig.ts'
import { exportedGenesis } from './exportGenesis.ts'
import { homePaths } from './home.ts'
import type { NetworkHome } from './networkHome.ts'

/**
 * The genesis document of a state of a network's node, while its application does not run. The rest of the document
 * comes from the engine's own genesis, or from `--genesis`.
 * @param height of a kept state; undefined for the newest
 * @throws {UserError} if the database is in use, no genesis is known, or the height is not kept.
 */
export async function exportNetworkHome(
	config: NodeConfig & { readonly home: string },
	{ engineHome }: NetworkHome,
	height: number | undefined,
): Promise<string> {
	const genesis = config.genesis ?? engineGenesis(config.home, engineHome)
	return withState(config, parseGenesis(genesis).chainId, (app) =>
		[...exportedGenesis({ text: genesis }, app, height)].join(''),
	)
}

/**
 * Takes the application of a network's node back to a kept height, and its engine back by one with its own `rollback`. At the
 * next start the engine has the application run its blocks after that height again, up to the newest one.
 *
 * @param engine path of the engine's program
 * @throws {UserError} if a program of the node runs, the height is not kept, or the engine refuses. Nothing is changed then.
 */
export async function rewindNetworkHome(
	config: NodeConfig & { readonly home: string },
	{ engineHome }: NetworkHome,
	height: number,
	engine: string,
): Promise<void> {
	const genesis = engineGenesis(config.home, engineHome)
	await withState(config, parseGenesis(genesis).chainId, async (app, db) => {
		const newest = app.info().lastBlockHeight
		if (height >= newest) {
			throw new UserError(`Height ${height} cannot be gone back to.`, {
				why: `The state is at height ${newest}.`,
				next: 'Choose a height before it.',
			})
		}
		const batch = db.batch()
		// The engine begins with the next block before anything else asks for the time of this one.
		app.rewindTo({ ...app.lastHeader, height }, batch)
		const { status, stdout, stderr, error } = spawnSync(engine, ['rollback', '--home', String(engineHome)], {
			encoding: 'utf8',
		})
		if (status !== 0) {
			throw new UserError('The engine could not go back.', {
				why: error?.message ?? `${stderr}${stdout}`.trim().split('\n')[0]!,
				next: `Stop the engine of ${engineHome}, then try again. The application is as it was.`,
			})
		}
		await db.write(batch, { sync: true })
	})
}

async function withState<T>(
	config: NodeConfig & { readonly home: string },
	chainId: string,
	run: (app: BaseApp, db: KvDatabase) => T | Promise<T>,
): Promise<T> {
	const level = await openLevelDb(homePaths(config.home).data)
	try {
		const db = level.prefixed(prefixes.application)
		const app = createApp({
			db,
			...appOptionsOf(config, chainId),
		})
		return await run(app, db)
	} finally {
		await level.close()
	}
}

function engineGenesis(home: string, engineHome: string | undefined): string {
	if (engineHome !== undefined) {
		const file = join(engineHome, 'config', 'genesis.json')
		if (existsSync(file)) return readFileSync(file, 'utf8')
	}
	throw new UserError(`The genesis of the chain in ${home} is not known.`, {
		why: 'This home holds the state of an application alone; its engine has the genesis.',
		next: "Give it with --genesis FILE: the engine's config/genesis.json.",
	})
}
