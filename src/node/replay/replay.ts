import type { AbciEvent, BlockHeader, BlockTime, QueryResponse, TxResult } from '../../abci/Application.ts'
import type { SignatureHelper } from '../../app/ante/SignaturesAhead.ts'
import type { BaseApp } from '../../app/BaseApp.ts'
import { headerHash, validatorsHash } from '../../chain/hash/blockHashes.ts'
import { cannotBegin } from '../../chain/parseGenesis.ts'
import { type ChainSettings, defaultChainSettings, evmChainIdOf } from '../../codec/ChainSettings.ts'
import { writePlainJson } from '../../codec/goJson/writeJson.ts'
import { sha256, sha256Truncated } from '../../crypto/hash.ts'
import { UserError } from '../../errors/UserError.ts'
import type { KvDatabase } from '../../store/KvDatabase.ts'
import { openLevelDb } from '../../store/kv/levelDb.ts'
import { createMemoryDb } from '../../store/kv/memoryDb.ts'
import { toBase64, toHex, toHexUpper } from '../../util/bytes.ts'
import { goStringBytes } from '../../util/goString.ts'
import { createApp } from '../createApp.ts'
import { planOf, type ReplayPlan } from './replayPlan.ts'
import { consensusParamsOf, parseReplayScript, prefixOf, type ReplayScript, type ReplayStep } from './replayScript.ts'

/** Options of a replay. */
export interface ReplayOptions {
	/** Folder of a LevelDB to keep the state in; memory when absent. */
	readonly leveldb?: string
	/** Who verifies signatures ahead, if anybody does. */
	readonly signatures?: SignatureHelper | undefined
	/** Settings of the chain. By default the prefix is that of the script's addresses, the amino names are `cosmos`. */
	readonly settings?: Partial<ChainSettings>
}

/**
 * Calls the application as a script says, given as text or as a plan, and yields one JSON line per call, after one for
 * InitChain. No engine is involved.
 * @throws {UserError} for a script that cannot be read, names an unknown call, or whose app_state begins no chain.
 */
export async function* runReplay(input: string | ReplayPlan, options: ReplayOptions = {}): AsyncGenerator<string> {
	const plan = typeof input === 'string' ? planOf(parseReplayScript(input)) : input
	const db = options.leveldb === undefined ? createMemoryDb() : await openLevelDb(options.leveldb)
	try {
		const machine = new Machine(plan.head, db, options)
		const blocks = blocksOf(plan)
		// A short script with a fault is refused before it begins.
		let next = blocks.next()
		yield writePlainJson({ op: 'init', result: machine.init() })
		for (let index = 0; next.done !== true; next = blocks.next()) {
			for (const step of next.value) {
				const result = await machine.run(step, index++)
				yield writePlainJson({ op: step.op, ...(step.note === '' ? {} : { note: step.note }), result })
				// As behind the socket, where an engine sends the transactions of a block in one go.
				if (step.op === 'begin') machine.prepare(next.value)
			}
		}
	} finally {
		await db.close()
	}
}

/** The steps in groups, each up to the next block's begin. */
function* blocksOf(plan: ReplayPlan): Generator<readonly ReplayStep[]> {
	let block: ReplayStep[] = []
	for (const part of plan.parts()) {
		for (const step of part) {
			if (step.op === 'begin' && block.length > 0) {
				yield block
				block = []
			}
			block.push(step)
		}
	}
	if (block.length > 0) yield block
}

type Result = { readonly [key: string]: unknown } | readonly unknown[]

/** Builds headers from the script alone. They do not depend on transactions or signatures. */
class HeaderChain {
	readonly #validatorsHash: Uint8Array
	#appHash: Uint8Array = new Uint8Array()
	#last: Uint8Array = new Uint8Array()

	constructor(validators: ReplayScript['validators']) {
		this.#validatorsHash =
			validators.length === 0
				? new Uint8Array()
				: validatorsHash(
						validators.map(({ pubkey, power }) => ({
							pubKey: pubkey,
							power: BigInt(power),
							address: sha256Truncated(pubkey),
							proposerPriority: 0n,
						})),
					)
	}

	committed(appHash: Uint8Array): void {
		this.#appHash = appHash
	}

	next(core: BlockHeader): { readonly header: BlockHeader; readonly hash: Uint8Array } {
		const none = new Uint8Array()
		const header = {
			...core,
			version: { block: 11n, app: 0n },
			lastBlockId: { hash: this.#last, parts: { total: 0, hash: none } },
			lastCommitHash: none,
			dataHash: none,
			validatorsHash: this.#validatorsHash,
			nextValidatorsHash: this.#validatorsHash,
			consensusHash: none,
			appHash: this.#appHash,
			lastResultsHash: none,
			evidenceHash: none,
		}
		const whole = this.#validatorsHash.length > 0 && core.proposerAddress.length === 20
		this.#last = whole ? headerHash(header) : none
		return { header, hash: this.#last }
	}
}

/** An event as the lines show it: a bloom's raw bytes as hex. */
function shownEvent(event: AbciEvent): AbciEvent {
	if (event.type !== 'block_bloom') return event
	const attributes = event.attributes.map((attribute) => ({
		...attribute,
		value: `0x${toHex(goStringBytes(attribute.value))}`,
	}))
	return { ...event, attributes }
}

/** Drives one application through its calls, as an engine would. */
class Machine {
	readonly #script: ReplayPlan['head']
	readonly #app: BaseApp
	readonly #proposer: Uint8Array
	/** Additional header data of a chain with an EVM; undefined without one. */
	readonly #headers: HeaderChain | undefined
	#height: number
	#time: BlockTime

	constructor(script: ReplayPlan['head'], db: KvDatabase, options: ReplayOptions) {
		const prefix = options.settings?.prefix ?? prefixOf(script) ?? defaultChainSettings.prefix
		const evmChainId = evmChainIdOf(script.chain_id)
		this.#script = script
		this.#app = createApp({
			db,
			settings: { ...defaultChainSettings, denom: `u${prefix}`, aminoBrand: 'cosmos', ...options.settings, prefix },
			minGasPrices: script.min_gas_prices,
			evmChainId,
			signatures: options.signatures,
			pruning: 'nothing',
			name: 'refnode',
			version: '1.0.0',
		})
		this.#height = (script.initial_height || 1) - 1
		this.#time = script.genesis_time
		this.#headers = evmChainId === undefined ? undefined : new HeaderChain(script.validators)
		const [first] = script.validators
		this.#proposer = first === undefined ? new Uint8Array() : sha256Truncated(first.pubkey)
	}

	init(): Result {
		const { chain_id: chainId, genesis_time: time, validators, app_state: appState } = this.#script
		const request = {
			chainId,
			time,
			initialHeight: this.#height + 1,
			consensusParams: consensusParamsOf(this.#script),
			validators: validators.map(({ pubkey, power }) => ({ pubKey: pubkey, power: BigInt(power) })),
			appState: JSON.stringify(appState),
		}
		try {
			const response = this.#app.initChain(request)
			this.#headers?.committed(response.appHash)
			return { app_hash: toHexUpper(response.appHash), validators: response.validators.length }
		} catch (cause) {
			throw cannotBegin(cause)
		}
	}

	/** Has the signatures of a block's transactions verified meanwhile. */
	prepare(steps: readonly ReplayStep[]): void {
		this.#app.verifyAhead(steps.flatMap(({ op, tx }) => (op === 'deliver' && tx !== undefined ? [tx] : [])))
	}

	async run(step: ReplayStep, index: number): Promise<Result> {
		const tx = step.tx ?? new Uint8Array()
		switch (step.op) {
			case 'begin':
				return this.#begin(step)
			case 'deliver':
				return { ...txFields(await this.#app.deliverTx(tx)), hash: toHexUpper(sha256(tx)) }
			case 'check':
				return txFields(await this.#app.checkTx({ tx, type: step.type === 'recheck' ? 'recheck' : 'new' }))
			case 'simulate': {
				const { error, ...result } = await this.#app.simulate(tx)
				return { ...txFields(result), ...(error === undefined ? {} : { error }) }
			}
			case 'end': {
				const { events, validatorUpdates } = this.#app.endBlock({ height: this.#height })
				return { events: events.map(shownEvent), validator_updates: validatorUpdates.length }
			}
			case 'commit': {
				const { appHash } = await this.#app.commit()
				this.#headers?.committed(appHash)
				return { app_hash: toHexUpper(appHash), height: this.#height }
			}
			case 'query': {
				const { path, height, prove, data } = step
				return queryFields(
					await this.#app.query({ path, height: BigInt(height), prove, data: data ?? new Uint8Array() }),
				)
			}
			case 'export': {
				const height = this.#app.store.lastCommit.version + 1
				return { app_state: this.#app.exportGenesis(), height }
			}
			case 'store_dump':
				return this.#app.store.dump().map(({ name, root, pairs }) => ({
					name,
					root: toHexUpper(root),
					kv: pairs.map(([key, value]) => [toHex(key), toHex(value)]),
				}))
			default:
				throw new UserError(`Step ${index} of the script is no call this command knows.`, {
					why: `Its op is "${step.op}".`,
					next: 'Use begin, deliver, check, simulate, end, commit, query, store_dump or export.',
				})
		}
	}

	#begin({ time, proposer }: ReplayStep): Result {
		this.#height++
		this.#time = time ?? { seconds: this.#time.seconds + 5n, nanos: this.#time.nanos }
		const core = {
			chainId: this.#script.chain_id,
			height: this.#height,
			time: this.#time,
			proposerAddress: proposer === undefined || proposer.length === 0 ? this.#proposer : proposer,
		}
		if (this.#headers === undefined) {
			const { events } = this.#app.beginBlock({ header: core })
			return { events, height: this.#height }
		}
		const { header, hash } = this.#headers.next(core)
		const { events } = this.#app.beginBlock({ header, hash })
		return { events, hash: toHexUpper(hash), height: this.#height }
	}
}

function txFields(result: TxResult): { readonly [key: string]: unknown } {
	return {
		code: result.code,
		codespace: result.codespace,
		log: result.log,
		info: result.info,
		data: result.code === 0 ? toBase64(result.data) : null,
		gas_wanted: quickest(result.gasWanted),
		gas_used: quickest(result.gasUsed),
		events: result.events,
	}
}

/** A number as it is written quickest: V8 writes all but a bigint itself. */
function quickest(value: bigint): number | bigint {
	const small = Number(value)
	return Number.isSafeInteger(small) ? small : value
}

function queryFields(response: QueryResponse): { readonly [key: string]: unknown } {
	const { code, codespace, log, info, index, key, value, height, proofOps } = response
	const ops = proofOps?.map((op) => ({ type: op.type, key: toBase64(op.key), data: toBase64(op.data) }))
	return {
		code,
		codespace,
		log,
		info,
		index,
		key: key === undefined ? null : toBase64(key),
		value: value === undefined ? null : toBase64(value),
		height: Number(height),
		proof_ops: ops ?? null,
	}
}
