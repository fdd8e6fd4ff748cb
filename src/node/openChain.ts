import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createQueryBackend } from '../api/services/createQueryBackend.ts'
import type { NodeIdentity } from '../api/services/NodeIdentity.ts'
import type { BaseApp } from '../app/BaseApp.ts'
import type { GenesisDocument } from '../chain/GenesisDocument.ts'
import type { ChainSettings } from '../codec/ChainSettings.ts'
import { createEngine, type Engine } from '../engine/Engine.ts'
import type { DurableListener } from '../engine/EngineOptions.ts'
import { sourceOf } from '../engine/sourceOf.ts'
import { UserError } from '../errors/UserError.ts'
import { checkLevelDb, type FileFault } from '../store/check/checkLevelDb.ts'
import { checkTablesLater } from '../store/check/checkTablesLater.ts'
import { KnownTables } from '../store/check/KnownTables.ts'
import type { KvDatabase } from '../store/KvDatabase.ts'
import { HeightMark } from '../store/kv/HeightMark.ts'
import { openLevelDb } from '../store/kv/levelDb.ts'
import { createMemoryDb } from '../store/kv/memoryDb.ts'
import { equalBytes, fromUtf8, utf8 } from '../util/bytes.ts'
import type { Clock } from '../util/Clock.ts'
import { wideMode } from '../util/fileModes.ts'
import type { Log } from '../util/Log.ts'
import { Scheduler } from '../util/schedule/Scheduler.ts'
import { genesisFor } from './genesis/genesisFor.ts'
import { ActAsList } from './home/ActAsList.ts'
import { forgetChain, homePaths, noteSettings, prepareHome, stampHome } from './home/home.ts'
import { homeKeys } from './home/homeKeys.ts'
import { refuseNetworkHome } from './home/networkHome.ts'
import type { NodeConfig } from './NodeConfig.ts'
import { nodeIdentity } from './nodeIdentity.ts'
import { type OpenedApp, openChainApp } from './openChainApp.ts'
import type { ServedChain } from './ServedChain.ts'

/** The open chain of a home, in the thread that makes its blocks. */
export interface OpenChain extends ServedChain {
	readonly engine: Engine
	/** Accounts that anyone may act as; undefined where nobody may: without --admin, out of the app. */
	readonly acting: ActAsList | undefined
	close(): Promise<void>
}

/**
 * Opens a home's chain (database, application and engine) at its last complete block or at its genesis.
 * `engine.start()` starts block production.
 * @throws {UserError} if the home, the database or the genesis cannot be used.
 */
export async function openChain(
	config: NodeConfig,
	clock: Clock,
	log: Log,
	onFailure: (cause: unknown) => void,
	durable?: DurableListener,
): Promise<OpenChain> {
	const { home, genesisFile } = config
	const takeBack = home === undefined ? () => {} : noteBeginning(home)
	if (home !== undefined) {
		refuseNetworkHome(home)
		prepareHome(config, home)
		if (genesisFile !== undefined && isNewHome(home)) {
			const { loadGenesisFile } = await import('./genesis/loadGenesisFile.ts')
			await loadGenesisFile({ ...config, home, genesisFile })
		}
	}
	const failure = { happened: false }
	const fail = (cause: unknown): void => {
		failure.happened = true
		onFailure(cause)
	}
	const { db, mark, close } =
		home === undefined ? inMemory() : await openDatabase(config, home, log, fail, failure, durable !== undefined)
	try {
		await checkChainIdentity(db, config.settings, config.evmChainId)
		const isNew = await isUnbegun(db)
		return await openOn({ db, mark, close, durable }, isNew, config, clock, log, fail)
	} catch (error) {
		await close()
		takeBack()
		throw error
	}
}

/** Returns what takes back a first start: a refused genesis must not keep a right one out of the home. */
function noteBeginning(home: string): () => void {
	if (existsSync(homePaths(home).data)) return () => {}
	const takeBack = noteSettings(home)
	return () => {
		forgetChain(home)
		takeBack()
	}
}

/** The database of a chain, the record of its newest height, and the listener of durable writes. */
interface ChainDatabase {
	readonly db: KvDatabase
	readonly mark: HeightMark | undefined
	readonly durable: DurableListener | undefined
	readonly close: () => Promise<void>
}

function inMemory(): Omit<ChainDatabase, 'durable'> {
	const db = createMemoryDb()
	return { db, mark: undefined, close: () => db.close() }
}

/** Size of tables that can be read in well under a second. Reading more would delay the opening of a long chain. */
const tablesReadFirst = 256 * 1024 * 1024

/**
 * Checks the files of a home's database and opens it. In a database of more than 256 MB, tables unchanged since the
 * last close are checked afterwards, while the chain runs; `onFailure` receives a fault found there.
 * @throws {UserError} for a damaged database; nothing is changed.
 */
async function openDatabase(
	config: NodeConfig,
	home: string,
	log: Log,
	onFailure: (cause: unknown) => void,
	failure: { readonly happened: boolean },
	shared: boolean,
): Promise<Omit<ChainDatabase, 'durable'>> {
	const { data, mark: markFile, tables } = homePaths(home)
	const mark = new HeightMark(markFile, data)
	if (mark.last !== undefined && mark.last.height > 0 && isNewHome(home)) {
		throw damagedFiles(home, { file: 'CURRENT', why: 'it is not there' })
	}
	const known = new KnownTables(tables)
	const [first, ...others] = await checkLevelDb(data, mark.last?.manifest, {
		known,
		readAll: config.tablesReadFirst ?? tablesReadFirst,
	})
	if (first !== undefined) throw damagedFiles(home, first, others.length)
	stampHome(home)
	const db = await openLevelDb(data, { say: (message) => log('warn', 'store', message), shared })
	const ended = new AbortController()
	const checked = checkTablesLater(data, known.passed, ended.signal).then((fault) => {
		if (fault === undefined) return
		const damage = damagedFiles(home, fault, 0, '')
		log('error', 'store', damage.text)
		onFailure(damage)
	})
	return {
		db,
		mark,
		async close() {
			ended.abort()
			await checked
			mark.close()
			await db.close()
			// After a failure the next opening reads everything.
			if (failure.happened) known.forget()
			else known.note(data)
		},
	}
}

function damagedFiles(home: string, { file, why }: FileFault, others = 0, change = ' Nothing was changed.'): UserError {
	return new UserError(`The database of ${home} is damaged.${change}`, {
		why: `${file}: ${why}${others === 0 ? '' : `, and ${others} more`}.`,
		next: 'Run `chain-tui verify`: it tells what is wrong and what can be saved. Or restore the home from a copy.',
	})
}

async function openOn(
	{ db, mark, durable, close }: ChainDatabase,
	isNew: boolean,
	config: NodeConfig,
	clock: Clock,
	log: Log,
	onFailure: (cause: unknown) => void,
): Promise<OpenChain> {
	const keys = homeKeys(config.home)
	const acting = actAsList(config)
	const scheduler = new Scheduler()
	if (config.home !== undefined) warnOfWideKeys(config.home, log)
	// The application's services use the engine, which is created after it.
	const late: { opened?: OpenedApp; engine?: Engine; identity?: NodeIdentity } = {}
	const engineOf = () => late.engine!
	const openApplication = (appDb: KvDatabase, chainId: string): BaseApp => {
		const opened = openChainApp(config, appDb, chainId, {
			acting,
			scheduler,
			source: () => sourceOf(engineOf()),
			identity: () => late.identity!,
			isPinned: (version) => late.engine?.snapshots.some(({ height }) => height === version) ?? false,
		})
		late.opened = opened
		return opened.app
	}
	const engine = await createEngine({
		db,
		openApplication,
		genesis: isNew ? genesisFor(config, keys.ownValidator, new Date(clock.now()).toISOString()) : undefined,
		async checkGenesis(text) {
			const { validateGenesisFile } = await import('./genesis/validateGenesisFile.ts')
			validateGenesisFile(text, config)
		},
		validatorKey: (genesis: GenesisDocument) => keys.validator(genesis),
		rewindApplication: (header, batch) => late.opened!.app.rewindTo(header, batch),
		...(mark === undefined ? {} : { mark }),
		...(durable === undefined ? {} : { durable }),
		clock,
		config: {
			blockMode: config.blockMode,
			blockIntervalMs: config.blockIntervalMs,
			emptyBlocksMs: config.emptyBlocksMs,
			keepBlocks: config.keepBlocks ?? 0,
		},
		log,
		onFailure,
	})
	const { rpc } = config.listeners
	const document = await engine.genesis()
	const identity = nodeIdentity({
		nodeId: keys.nodeId(document),
		moniker: document.validators[0]?.name || 'chain-tui',
		rpcAddress: rpc.on ? `${rpc.host}:${rpc.port}` : '',
	})
	late.engine = engine
	late.identity = identity
	return {
		engine,
		acting,
		source: sourceOf(engine, () => late.opened!.app.forgetChecks()),
		registry: late.opened!.registry,
		identity,
		app: () => late.opened!.app,
		evm: () => late.opened!.evm,
		backend: createQueryBackend(engine.application, () => late.opened!.app),
		scheduler,
		head: () => engine,
		async close() {
			await engine.stop()
			await close()
		},
	}
}

function actAsList({ home, settings, admin, developer, inApp }: NodeConfig): ActAsList | undefined {
	if (!admin && developer !== true && inApp !== true) return undefined
	return new ActAsList(home === undefined ? undefined : homePaths(home).actAs, settings.prefix)
}

function warnOfWideKeys(home: string, log: Log): void {
	const { validatorKey, nodeKey } = homePaths(home)
	for (const file of [validatorKey, nodeKey]) {
		const wide = wideMode(file)
		if (wide !== '') log('warn', 'node', wide)
	}
}

/** Whether no database was ever opened there. */
function isNewHome(home: string): boolean {
	return !existsSync(join(homePaths(home).data, 'CURRENT'))
}

/** Whether a database has at most the chain's settings: a kill in the first moments leaves one without a genesis. */
async function isUnbegun(db: KvDatabase): Promise<boolean> {
	for await (const [key] of db.range({ limit: 2 })) if (!equalBytes(key, settingsKey)) return false
	return true
}

/** Key of the settings that a chain was created with. */
const settingsKey = utf8('n/settings')

/**
 * Compares the settings that a chain was created with to those of its home, and stores them in a new database.
 * Addresses and amounts of every reply depend on them.
 * @throws {UserError} if they differ.
 */
async function checkChainIdentity(db: KvDatabase, settings: ChainSettings, evmChainId?: bigint): Promise<void> {
	const { prefix, denom, coinType, aminoBrand } = settings
	const now = { prefix, denom, coinType, aminoBrand, evmChainId: evmChainId?.toString() ?? '' }
	const stored = db.get(settingsKey)
	if (stored === undefined) {
		const batch = db.batch()
		batch.put(settingsKey, utf8(JSON.stringify(now)))
		await db.write(batch, { sync: true })
		return
	}
	// A chain created before this program had an EVM has none.
	const kept = { evmChainId: '', ...(JSON.parse(fromUtf8(stored)) as Omit<typeof now, 'evmChainId'>) }
	for (const name of ['prefix', 'denom', 'coinType', 'aminoBrand', 'evmChainId'] as const) {
		if (kept[name] === now[name]) continue
		throw new UserError(
			kept[name] === ''
				? `This chain began without ${name}.`
				: `The ${name} of this chain is ${kept[name]}, not ${now[name] || 'left out'}.`,
			{
				why: 'It cannot change once a chain has begun; config.json of the home was changed or damaged.',
				next: `${kept[name] === '' ? 'Leave it out' : `Put ${kept[name]} back`}, or choose another folder with --home.`,
			},
		)
	}
}
