import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BaseApp } from '../../app/BaseApp.ts'
import { cannotBegin, parseGenesis } from '../../chain/parseGenesis.ts'
import { evmChainIdOf } from '../../codec/ChainSettings.ts'
import { UserError } from '../../errors/UserError.ts'
import { createMemoryDb } from '../../store/kv/memoryDb.ts'
import { appOptionsOf, createApp } from '../createApp.ts'
import type { NodeConfig } from '../NodeConfig.ts'
import { modulesIn, refuseWithoutEvm } from './genesisFor.ts'
import { buildIn, type LoadOptions } from './loadGenesisFile.ts'

/** What a valid genesis document begins. */
export interface ValidGenesis {
	readonly chainId: string
	readonly initialHeight: number
	/** Whether the chain has an EVM. */
	readonly isWithEvm: boolean
	/** Consensus versions of the chain's modules by name. */
	readonly moduleVersions: Readonly<Record<string, number>>
	/** Parts of the document that a chain leaves out, one sentence each. */
	readonly ignored: readonly string[]
}

/**
 * Checks whether a chain can begin with a genesis document: its form, the state of each module, and a chain in memory
 * that begins with it.
 * @param text the document
 * @param config its settings, and its number of an EVM where the chain id names none
 * @throws {UserError} for a document that no chain can begin with, naming what is wrong.
 */
export function validateGenesisFile(text: string, config: NodeConfig): ValidGenesis {
	const { chainId, initialHeight, genesisTime, consensusParams, validators, appState } = parseGenesis(text)
	const evmChainId = config.evmChainId ?? evmChainIdOf(chainId)
	refuseWithoutEvm(config, chainId, () => modulesIn(appState))
	const app = memoryApp(config, chainId)
	app.validateGenesis(appState)
	try {
		app.initChain({ time: genesisTime, chainId, consensusParams, validators, appState, initialHeight })
	} catch (cause) {
		throw cannotBegin(cause)
	}
	const { greet } = JSON.parse(appState) as { readonly greet?: unknown }
	return validGenesis({ chainId, initialHeight }, app, greet, evmChainId)
}

/**
 * Checks the same of a file that is larger than the memory. The chain that begins with it is on the disk, among
 * temporary files, while this goes on.
 * @throws {UserError} as `validateGenesisFile` does.
 */
export async function validateLargeGenesisFile(
	config: NodeConfig & { readonly genesisFile: string },
	options: LoadOptions,
): Promise<ValidGenesis> {
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-validate-'))
	let valid: ValidGenesis | undefined
	try {
		// A document is valid whichever chain is asked for elsewhere.
		await buildIn(folder, { ...config, chainIdAsked: false }, options, async ({ genesis, app, parts }, turn) => {
			await app.validateLargeGenesis(parts, turn)
			const evmChainId = config.evmChainId ?? evmChainIdOf(genesis.chainId)
			valid = validGenesis(genesis, app, parts.get('greet')?.without(''), evmChainId)
		})
		return valid!
	} catch (cause) {
		if (options.stopped?.aborted || cause instanceof UserError) throw cause
		throw cannotBegin(cause)
	} finally {
		rmSync(folder, { recursive: true, force: true })
	}
}

function validGenesis(
	{ chainId, initialHeight }: Pick<ValidGenesis, 'chainId' | 'initialHeight'>,
	{ moduleVersions }: BaseApp,
	greet: unknown,
	evmChainId: bigint | undefined,
): ValidGenesis {
	const ignored = ignoredParts(greet as Readonly<Record<string, unknown>> | null | undefined)
	return { chainId, initialHeight, isWithEvm: evmChainId !== undefined, moduleVersions, ignored }
}

/** The greet module begins empty whatever its part says, as in the reference (x/greet InitGenesis does nothing). */
function ignoredParts(greet: Readonly<Record<string, unknown>> | null | undefined): readonly string[] {
	return Object.entries(greet ?? {}).map(([name, value]) => {
		const count = Array.isArray(value) ? ` (${value.length} entries)` : ''
		return `app_state.greet.${name}${count} is ignored: greetings come into a chain by transactions alone.`
	})
}

/** The modules whose part of a genesis this program reads. */
export function genesisModules(config: NodeConfig): ReadonlySet<string> {
	return new Set(memoryApp(config, config.chainId).moduleNames)
}

function memoryApp(config: NodeConfig, chainId: string): BaseApp {
	return createApp({ ...appOptionsOf(config, chainId), db: createMemoryDb() })
}
