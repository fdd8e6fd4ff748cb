import type { ConsensusParams } from '../abci/Application.ts'
import { JsonScanner, memorySource } from '../codec/goJson/JsonScanner.ts'
import { jsonFault } from '../codec/goJson/parseJson.ts'
import { sha256 } from '../crypto/hash.ts'
import { thrownText, UserError } from '../errors/UserError.ts'
import { equalBytes, fromBase64, fromHex, fromUtf8, toHexUpper, utf8 } from '../util/bytes.ts'
import { isObject } from '../util/jsonParts.ts'
import { parseTime } from './blockTime.ts'
import type { GenesisDocument, GenesisValidator } from './GenesisDocument.ts'

/**
 * Reads and checks a genesis document as Tendermint does (v0.34.15 types/genesis.go GenesisDocFromJSON and
 * ValidateAndComplete): 64-bit numbers are strings, absent consensus parameters get the defaults. The texts of the
 * checks are Tendermint's.
 * @throws {UserError} for anything a node could not start from.
 */
export function parseGenesis(text: string): GenesisDocument {
	const doc = record(parseJson(text), 'the genesis document')
	const chainId = optional(doc.chain_id, 'chain_id', string) ?? ''
	if (chainId === '') refuse('genesis doc must include non-empty chain_id')
	if (new TextEncoder().encode(chainId).length > 50) refuse('chain_id in genesis doc is too long (max: 50)')
	const initialHeight = optional(doc.initial_height, 'initial_height', int64) ?? 1n
	if (initialHeight < 0n) refuse(`initial_height cannot be negative (got ${initialHeight})`)
	if (initialHeight > BigInt(Number.MAX_SAFE_INTEGER)) refuse('initial_height is too large for this node')
	const genesisTime = parseTime(optional(doc.genesis_time, 'genesis_time', string) ?? '')
	if (genesisTime === undefined || !String(doc.genesis_time).endsWith('Z')) {
		refuse('genesis_time must be a time in UTC that ends with Z, as 2026-01-01T00:00:00Z')
	}
	const appHash = fromHex(optional(doc.app_hash, 'app_hash', string) ?? '')
	if (appHash === undefined) refuse('app_hash must be hex')
	const bytes = utf8(text)
	const state = new JsonScanner(memorySource(bytes)).document({}).get('app_state')
	// A document of ASCII alone, as nearly all are, has as many letters as bytes, and is not read back to count them.
	const lettersIn = (length: number): number =>
		bytes.length === text.length ? length : fromUtf8(bytes.subarray(0, length)).length
	return {
		text,
		genesisTime,
		chainId,
		initialHeight: initialHeight === 0n ? 1 : Number(initialHeight),
		consensusParams: doc.consensus_params == null ? defaultConsensusParams : consensusParams(doc.consensus_params),
		validators: doc.validators == null ? [] : list(doc.validators, 'validators').map(validator),
		appHash,
		// A part of the text shares its memory, and keeps the spelling.
		appState: state === undefined ? '{}' : text.slice(lettersIn(state.start), lettersIn(state.end)),
	}
}

/** The parameters of a document that names none (tendermint types.DefaultConsensusParams). */
const defaultConsensusParams: GenesisDocument['consensusParams'] = {
	block: { maxBytes: 22_020_096n, maxGas: -1n },
	timeIotaMs: 1000n,
	evidence: { maxAgeNumBlocks: 100_000n, maxAgeDuration: 172_800_000_000_000n, maxBytes: 1_048_576n },
	validator: { pubKeyTypes: ['ed25519'] },
	version: { appVersion: 0n },
}

/** Checks parameters as Tendermint does (types/params.go ValidateConsensusParams); the text of the fault or undefined. */
function consensusParamsFault(params: ConsensusParams & { readonly timeIotaMs: bigint }): string | undefined {
	const { block, evidence, validator } = params
	if (block.maxBytes <= 0n) return `block.MaxBytes must be greater than 0. Got ${block.maxBytes}`
	if (block.maxBytes > 104_857_600n) return `block.MaxBytes is too big. ${block.maxBytes} > 104857600`
	if (block.maxGas < -1n) return `block.MaxGas must be greater or equal to -1. Got ${block.maxGas}`
	if (params.timeIotaMs <= 0n) return `block.TimeIotaMs must be greater than 0. Got ${params.timeIotaMs}`
	if (evidence.maxAgeNumBlocks <= 0n) {
		return `evidence.MaxAgeNumBlocks must be greater than 0. Got ${evidence.maxAgeNumBlocks}`
	}
	if (evidence.maxAgeDuration <= 0n) {
		return `evidence.MaxAgeDuration must be grater than 0 if provided, Got ${evidence.maxAgeDuration}ns`
	}
	if (evidence.maxBytes > block.maxBytes) {
		return `evidence.MaxBytesEvidence is greater than upper bound, ${evidence.maxBytes} > ${block.maxBytes}`
	}
	if (evidence.maxBytes < 0n) return `evidence.MaxBytes must be non negative. Got: ${evidence.maxBytes}`
	if (validator.pubKeyTypes.length === 0) return 'len(Validator.PubKeyTypes) must be greater than 0'
	const unknown = validator.pubKeyTypes.findIndex((type) => type !== 'ed25519' && type !== 'secp256k1')
	if (unknown < 0) return undefined
	return `params.Validator.PubKeyTypes[${unknown}], ${validator.pubKeyTypes[unknown]}, is an unknown pubkey type`
}

type JsonRecord = { readonly [key: string]: unknown }

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch (cause) {
		throw new UserError('The genesis document is not JSON.', {
			why: jsonFault(text),
			next: 'Give the file `init` or `export` wrote.',
			cause,
		})
	}
}

function consensusParams(value: unknown): GenesisDocument['consensusParams'] {
	const doc = record(value, 'consensus_params')
	const block = record(doc.block ?? {}, 'consensus_params.block')
	const evidence = record(doc.evidence ?? {}, 'consensus_params.evidence')
	const validator = record(doc.validator ?? {}, 'consensus_params.validator')
	const version = record(doc.version ?? {}, 'consensus_params.version')
	const number = (from: JsonRecord, key: string): bigint => optional(from[key], key, int64) ?? 0n
	const params = {
		block: { maxBytes: number(block, 'max_bytes'), maxGas: number(block, 'max_gas') },
		timeIotaMs: number(block, 'time_iota_ms'),
		evidence: {
			maxAgeNumBlocks: number(evidence, 'max_age_num_blocks'),
			maxAgeDuration: number(evidence, 'max_age_duration'),
			maxBytes: number(evidence, 'max_bytes'),
		},
		validator: {
			pubKeyTypes: list(validator.pub_key_types ?? [], 'pub_key_types').map((type) => string(type, 'pub_key_types')),
		},
		version: { appVersion: number(version, 'app_version') },
	}
	const fault = consensusParamsFault(params)
	return fault === undefined ? params : refuse(fault)
}

function validator(value: unknown): GenesisValidator {
	const doc = record(value, 'a validator')
	const key = record(doc.pub_key, 'pub_key of a validator')
	const pubKey = key.type === 'tendermint/PubKeyEd25519' ? fromBase64(string(key.value, 'pub_key.value')) : undefined
	if (pubKey?.length !== 32) return refuse('a validator needs a pub_key of type tendermint/PubKeyEd25519 with 32 bytes')
	const power = optional(doc.power, 'power', int64) ?? 0n
	const name = optional(doc.name, 'name', string) ?? ''
	const right = sha256(pubKey).slice(0, 20)
	if (power <= 0n) {
		const kind = power === 0n ? 'no' : 'negative'
		refuse(`the genesis file cannot contain validators with ${kind} voting power: ${toHexUpper(right)}`)
	}
	const written = optional(doc.address, 'address', string) ?? ''
	const address = written === '' ? right : fromHex(written)
	if (address === undefined || !equalBytes(address, right)) {
		refuse(`incorrect address for validator ${written} in the genesis file, should be ${toHexUpper(right)}`)
	}
	return { address: right, pubKey, power, name }
}

function refuse(problem: string): never {
	throw new UserError(`The genesis document is not usable: ${problem}.`, {
		next: 'Correct the file, or start from another one with --genesis FILE.',
	})
}

function record(value: unknown, name: string): JsonRecord {
	if (!isObject(value)) refuse(`${name} must be an object`)
	return value as JsonRecord
}

function list(value: unknown, name: string): readonly unknown[] {
	return Array.isArray(value) ? value : refuse(`${name} must be a list`)
}

function string(value: unknown, name: string): string {
	return typeof value === 'string' ? value : refuse(`${name} must be a text`)
}

function int64(value: unknown, name: string): bigint {
	// What is within the quotes is read as JSON, spaces and null included (tendermint v0.34.15 libs/json).
	const text = typeof value === 'string' ? value.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '') : ''
	if (text === 'null') return 0n
	if (!/^-?(?:0|[1-9]\d{0,18})$/.test(text)) refuse(`${name} must be a whole number written as a text`)
	const number = BigInt(text)
	return BigInt.asIntN(64, number) === number ? number : refuse(`${name} must have at most 64 bits`)
}

function optional<T>(value: unknown, name: string, read: (value: unknown, name: string) => T): T | undefined {
	return value === undefined || value === null ? undefined : read(value, name)
}

/** What a user reads of a genesis that is refused by the modules of a chain that begins with it. */
export function cannotBegin(cause: unknown): UserError {
	return new UserError('No chain can begin with this genesis.', {
		why: thrownText(cause),
		next: 'Mend the named part of app_state in the file.',
		cause,
	})
}
