import type { ConsensusParams, ConsensusParamUpdates } from '../abci/Application.ts'
import { plainError } from '../errors/plainError.ts'
import type { Context } from './Context.ts'
import type { Subspace } from './expectedKeepers.ts'

/** Name of the parameter subspace of the application itself (framework: baseapp.Paramspace). */
export const baseAppSubspace = 'baseapp'

const keys = { block: 'BlockParams', evidence: 'EvidenceParams', validator: 'ValidatorParams' } as const

/**
 * The consensus parameters as they are stored: a look and a read for each of the three parts, so six store operations.
 * Source: cosmos-sdk v0.44.5 baseapp GetConsensusParams.
 */
export function readConsensusParams(ctx: Context, subspace: Subspace): ConsensusParamUpdates {
	const block = readPart(ctx, subspace, keys.block, parseBlock)
	const evidence = readPart(ctx, subspace, keys.evidence, parseEvidence)
	const validator = readPart(ctx, subspace, keys.validator, parseValidator)
	return {
		...(block === undefined ? {} : { block }),
		...(evidence === undefined ? {} : { evidence }),
		...(validator === undefined ? {} : { validator }),
	}
}

/** Stores the consensus parameters of the genesis as amino JSON, without checking them (framework: StoreConsensusParams). */
export function writeConsensusParams(ctx: Context, subspace: Subspace, params: ConsensusParams): void {
	const { block, evidence, validator } = params
	subspace.set(ctx, keys.block, json({ max_bytes: block.maxBytes, max_gas: block.maxGas }))
	subspace.set(
		ctx,
		keys.evidence,
		json({
			max_age_num_blocks: evidence.maxAgeNumBlocks,
			max_age_duration: evidence.maxAgeDuration,
			max_bytes: evidence.maxBytes,
		}),
	)
	subspace.set(
		ctx,
		keys.validator,
		validator.pubKeyTypes.length === 0 ? '{}' : JSON.stringify({ pub_key_types: validator.pubKeyTypes }),
	)
}

/** Amino JSON of 64-bit integers; zero ones are left out, as their struct tags say. */
function json(fields: Readonly<Record<string, bigint>>): string {
	const shown = Object.entries(fields).filter(([name, value]) => name === 'max_age_duration' || value !== 0n)
	return JSON.stringify(Object.fromEntries(shown.map(([name, value]) => [name, value.toString()])))
}

const parsed = new Map<string, unknown>()

function readPart<T>(
	ctx: Context,
	subspace: Subspace,
	key: string,
	parse: (value: Readonly<Record<string, unknown>>) => T,
): T | undefined {
	if (!subspace.has(ctx, key)) return undefined
	const text = subspace.get(ctx, key)
	const cacheKey = `${key} ${text}`
	let part = parsed.get(cacheKey) as T | undefined
	if (part === undefined) {
		part = parse(JSON.parse(text) as Readonly<Record<string, unknown>>)
		parsed.set(cacheKey, part)
	}
	return part
}

function parseBlock(value: Readonly<Record<string, unknown>>): ConsensusParams['block'] {
	return { maxBytes: integer(value.max_bytes), maxGas: integer(value.max_gas) }
}

function parseEvidence(value: Readonly<Record<string, unknown>>): ConsensusParams['evidence'] {
	return {
		maxAgeNumBlocks: integer(value.max_age_num_blocks),
		maxAgeDuration: integer(value.max_age_duration),
		maxBytes: integer(value.max_bytes),
	}
}

function parseValidator(value: Readonly<Record<string, unknown>>): ConsensusParams['validator'] {
	const types = value.pub_key_types
	return { pubKeyTypes: Array.isArray(types) ? types.map(String) : [] }
}

function integer(value: unknown): bigint {
	if (value === undefined) return 0n
	if (typeof value !== 'string') throw plainError('a consensus parameter is not a number in quotes')
	return BigInt(value)
}
