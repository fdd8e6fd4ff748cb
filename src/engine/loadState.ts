import type { Application, ValidatorUpdate } from '../abci/Application.ts'
import type { Validator } from '../chain/blockTypes.ts'
import { noBlockId } from '../chain/faults.ts'
import type { GenesisDocument } from '../chain/GenesisDocument.ts'
import { emptyHash, resultsHash } from '../chain/hash/blockHashes.ts'
import { cannotBegin } from '../chain/parseGenesis.ts'
import { UserError } from '../errors/UserError.ts'
import type { KvDatabase } from '../store/KvDatabase.ts'
import { equalBytes, toHexUpper } from '../util/bytes.ts'
import type { Log } from '../util/Log.ts'
import type { DurableMark } from './EngineOptions.ts'
import type { BlockStore } from './store/BlockStore.ts'
import { decodeState, type EngineState } from './store/EngineState.ts'
import { stateKey } from './store/keys.ts'
import type { ValidatorKey } from './validatorKey.ts'

/** Newest blocks that are checked when a chain is opened. */
const checkedBlocks = 20

/** The parts of a chain that its state is read from. */
export interface StoredChain {
	readonly application: Pick<Application, 'info' | 'initChain'>
	readonly store: BlockStore
	readonly db: KvDatabase
	readonly genesis: GenesisDocument
	readonly key: ValidatorKey
}

/**
 * Reads the state of a chain between two blocks; a new chain is initialized from its genesis document. The newest
 * blocks, the state of the application and the height known to be durable must agree.
 * @param mark the newest height known to be durable; undefined where none is kept
 * @throws {UserError} for a damaged or shortened database, another validator key, and a genesis no chain can begin with.
 */
export function loadState(chain: StoredChain, mark: DurableMark | undefined, log: Log): EngineState {
	const bytes = chain.db.get(stateKey)
	const info = chain.application.info()
	const state = bytes && decodeState(bytes)
	const height = state?.height ?? 0
	if (height !== info.lastBlockHeight) {
		throw damagedChain(`Its blocks end at height ${height}, its state at height ${info.lastBlockHeight}.`)
	}
	checkMark(mark, height)
	if (state === undefined) return initChain(chain, info.appVersion, log)
	if (!equalBytes(state.appHash, info.lastBlockAppHash)) {
		throw damagedChain(`The app hash of height ${height} is not the one its block was made with.`)
	}
	checkNewestBlocks(chain.store, state)
	if (!equalBytes(state.validators[0]!.pubKey, chain.key.pubKey)) {
		throw new UserError('The validator key of this home is not the one its blocks are signed with.', {
			why: 'The file was replaced or damaged, or made anew because it was gone.',
			next: 'Put the original key file back, or begin a new chain with `chain-tui reset`.',
		})
	}
	return state
}

/** Checks the blocks that a chain in this state ends with. @throws {UserError} if one is damaged. */
export function checkNewestBlocks(store: BlockStore, state: EngineState): void {
	const fault = newestFault(store, state)
	if (fault !== undefined) throw damagedChain(`Of its newest blocks: ${fault}`)
}

/** Refuses a database that ends before the newest height that was durable. */
function checkMark(mark: DurableMark | undefined, height: number): void {
	const last = mark?.last
	if (last === undefined || last.height <= height) return
	const lost = last.height - height
	throw new UserError(
		`The newest ${lost === 1 ? 'block' : `${lost} blocks`} of this home ${lost === 1 ? 'is' : 'are'} lost.`,
		{
			why: `Its chain was at height ${last.height}, the database ends at height ${height}: its log was cut off or damaged.`,
			next: 'Restore the home from a copy, or go on from there: `chain-tui verify --repair` accepts the loss.',
		},
	)
}

function initChain({ application, genesis, key }: StoredChain, appVersion: bigint, log: Log): EngineState {
	const sole = soleValidator(genesis.validators, key, log)
	const answer = begun(() =>
		application.initChain({
			time: genesis.genesisTime,
			chainId: genesis.chainId,
			consensusParams: genesis.consensusParams,
			validators: genesis.validators.length === 0 ? [] : [sole],
			get appState() {
				return genesis.appState
			},
			initialHeight: genesis.initialHeight,
		}),
	)
	return {
		height: 0,
		earliestHeight: 0,
		time: genesis.genesisTime,
		blockId: noBlockId,
		appHash: answer.appHash.length > 0 ? answer.appHash : genesis.appHash,
		lastResultsHash: emptyHash,
		appVersion,
		validators: [answer.validators.length === 0 ? sole : soleValidator(answer.validators, key, log)],
		params: [{ from: genesis.initialHeight, params: genesis.consensusParams }],
	}
}

/** A module panics over parameters that it refuses, as the framework's does. */
function begun<T>(begin: () => T): T {
	try {
		return begin()
	} catch (cause) {
		throw cause instanceof UserError ? cause : cannotBegin(cause)
	}
}

function damagedChain(why: string): UserError {
	return new UserError('The chain database of this home is damaged.', {
		why,
		next: 'Run `chain-tui verify`: it tells what is wrong and what can be saved. Or begin a new chain with `chain-tui reset`.',
	})
}

/**
 * The validator set of this chain: only the home's key. A light engine has one key, and a light client requires that
 * the header names the validators whose signatures are in the commit. A genesis with other validators therefore starts
 * with this key in their place, with their total power, and the log says so. Without any validator the power is 10.
 */
function soleValidator(named: readonly ValidatorUpdate[], key: ValidatorKey, log: Log): Validator {
	const total = named.reduce((sum, { power }) => sum + power, 0n)
	const isSole = named.length === 1 && equalBytes(named[0]!.pubKey, key.pubKey)
	if (!isSole && named.length > 0) {
		const whose = named.length === 1 ? 'another validator' : `${named.length} validators`
		log(
			'warn',
			'engine',
			`The genesis document names ${whose}; this node signs in their place with its own key ${toHexUpper(key.address)}.`,
		)
	}
	return { address: key.address, pubKey: key.pubKey, power: named.length === 0 ? 10n : total, proposerPriority: 0n }
}

/**
 * The fault of the newest blocks of a chain, a sentence; undefined if each exists, matches its own hashes, and matches those that
 * its successor or the engine's state names.
 */
function newestFault(store: BlockStore, state: EngineState): string | undefined {
	let { blockId, lastResultsHash } = state
	for (
		let height = state.height;
		height > Math.max(0, state.earliestHeight - 1, state.height - checkedBlocks);
		height--
	) {
		try {
			const meta = store.meta(height)
			if (meta === undefined) return `block ${height} is missing.`
			// Throws where it does not match its own hashes.
			store.block(height)
			if (!equalBytes(meta.blockId.hash, blockId.hash)) return `block ${height} is not the one its successor names.`
			if (!equalBytes(resultsHash(store.results(height, meta)!.txs), lastResultsHash)) {
				return `the results of block ${height} are not those its successor names.`
			}
			blockId = meta.header.lastBlockId
			lastResultsHash = meta.header.lastResultsHash
		} catch (error) {
			if (error instanceof UserError) return `${error.message} ${error.why}`
			throw error
		}
	}
	return undefined
}
