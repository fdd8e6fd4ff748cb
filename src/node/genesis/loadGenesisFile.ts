import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BaseApp } from '../../app/BaseApp.ts'
import { LargePart } from '../../app/genesis/LargePart.ts'
import type { LoadTurn } from '../../app/genesis/largeGenesis.ts'
import type { GenesisDocument } from '../../chain/GenesisDocument.ts'
import { cannotBegin, parseGenesis } from '../../chain/parseGenesis.ts'
import { compactJson } from '../../codec/goJson/compactJson.ts'
import { JsonScanner } from '../../codec/goJson/JsonScanner.ts'
import { storeLargeGenesis } from '../../engine/genesisRecord.ts'
import { prefixes } from '../../engine/store/keys.ts'
import { ChainError, PanicError } from '../../errors/ChainError.ts'
import { headText } from '../../migrate/documentParts.ts'
import { openFileSource } from '../../migrate/genesisFiles.ts'
import { openLevelDb } from '../../store/kv/levelDb.ts'
import { appOptionsOf, createApp } from '../createApp.ts'
import { homePaths, noteSettings, prepareHome } from '../home/home.ts'
import type { NodeConfig } from '../NodeConfig.ts'
import { refuseOtherChain, refuseWithoutEvm } from './genesisFor.ts'

/** How far the load of a genesis file is. */
export interface LoadProgress {
	readonly step: 'reading' | 'checking' | 'accounts' | 'balances' | 'trees' | 'keeping'
	/** Bytes of the file that this step has passed, of all; none while trees are built. */
	readonly bytes: number
	readonly size: number
	/** Accounts, balances or pairs of keys and values of this step so far. */
	readonly accounts: number
}

/** Who follows a load, and may end it. */
export interface LoadOptions {
	readonly progress?: (done: LoadProgress) => void
	readonly stopped?: AbortSignal
}

/**
 * Makes the database of a new home from a genesis file that is too large for the memory (`NodeConfig.genesisFile`). The
 * database is built beside its place and gets its name when it is whole.
 *
 * @throws {UserError} for a genesis that no chain can begin with; the home is as before then, and also when it is stopped.
 */
export async function loadGenesisFile(
	config: NodeConfig & { readonly home: string; readonly genesisFile: string },
	options: LoadOptions = {},
): Promise<void> {
	const { home } = config
	const wasThere = existsSync(home)
	const { data } = homePaths(home)
	const building = `${data}.new`
	const takeBack = noteSettings(home)
	prepareHome(config, home)
	rmSync(building, { recursive: true, force: true })
	try {
		await buildIn(building, config, options)
		rmSync(data, { recursive: true, force: true })
		renameSync(join(building, 'data'), data)
	} catch (cause) {
		takeBack()
		if (!wasThere) rmSync(home, { recursive: true, force: true })
		throw cause instanceof PanicError || cause instanceof ChainError ? cannotBegin(cause) : cause
	} finally {
		rmSync(building, { recursive: true, force: true })
	}
}

/** A chain that a genesis file begins, while its database is open. */
export interface BegunChain {
	/** The document; its `app_state` is in the parts. */
	readonly genesis: GenesisDocument
	readonly app: BaseApp
	readonly parts: ReadonlyMap<string, LargePart>
}

/**
 * Makes the database of a chain in a folder.
 * @param check looks at the document before its state is written; the chain is of no use afterwards
 * @throws what `loadGenesisFile` throws.
 */
export async function buildIn(
	folder: string,
	config: NodeConfig & { readonly genesisFile: string },
	{ progress = () => {}, stopped }: LoadOptions,
	check?: (chain: BegunChain, turn: LoadTurn) => Promise<void>,
): Promise<void> {
	const source = openFileSource(config.genesisFile)
	const db = await openLevelDb(join(folder, 'data'))
	try {
		const { size } = source
		const tell = (step: LoadProgress['step'], bytes: number, accounts: number): void => {
			stopped?.throwIfAborted()
			progress({ step, bytes, size, accounts })
		}
		const scanner = new JsonScanner(source, 0, (bytes) => tell('reading', bytes, 0))
		const members = await scanner.documentInTurns({ app_state: { auth: {}, bank: {} } })
		const head = headText(source, members)
		const genesis = parseGenesis(head)
		refuseOtherChain(config, genesis.chainId)
		const state = members.get('app_state')
		refuseWithoutEvm(config, genesis.chainId, () => new Set(state?.members?.keys()))
		const app = createApp({
			db: db.prefixed(prefixes.application),
			...appOptionsOf(config, genesis.chainId),
			// A tree that grows at its end alone needs those beside its last path.
			cachedNodes: 500,
		})
		const parts = new Map([...(state?.members ?? [])].map(([name, span]) => [name, new LargePart(source, span)]))
		await check?.({ genesis, app, parts }, async ({ entries, position }) => tell('checking', position, entries))
		const { genesisTime: time, ...request } = genesis
		await app.loadGenesis({ ...request, time }, parts, folder, async ({ module, entries, position }) => {
			tell(module === undefined ? 'trees' : module === 'bank' ? 'balances' : 'accounts', position, entries)
		})
		if (check !== undefined) return
		const kept = state === undefined ? [] : compactJson(source, state, (bytes) => tell('keeping', bytes, 0))
		await storeLargeGenesis(db, head, kept)
	} finally {
		source.close()
		await db.close()
	}
}
