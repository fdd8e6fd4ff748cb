import type { ConsensusParams, ConsensusParamUpdates } from '../abci/Application.ts'
import { plainError } from '../errors/ChainError.ts'
import type { Context } from './Context.ts'
import type { Subspace } from './expectedKeepers.ts'

/** Name of the parameter subspace of the application itself (framework: baseapp.Paramspace). */
export const baseAppSubspace = 'baseapp'

const keys = { block: 'BlockParams', evidence: 'EvidenceParams', validator: 'ValidatorParams' } as const

/** The stored consensus parameters, a look and a read a part: six operations (v0.44.5 baseapp GetConsensusParams). */
export function readConsensusParams(ctx: Context, subspace: Subspace): ConsensusParamUpdates {
	const block = readText(ctx, subspace, keys.block)
	const evidence = readText(ctx, subspace, keys.evidence)
	const validator = readText(ctx, subspace, keys.validator)
	if (last !== undefined && last.block === block && last.evidence === evidence && last.validator === validator) {
		return last.params
	}
	const params = parse(block, evidence, validator)
	last = { block, evidence, validator, params }
	return params
}

/** Cache of the last parsed texts, because the parameters rarely change. */
let last:
	| {
			readonly block: string | undefined
			readonly evidence: string | undefined
			readonly validator: string | undefined
			readonly params: ConsensusParamUpdates
	  }
	| undefined

function readText(ctx: Context, subspace: Subspace, key: string): string | undefined {
	return subspace.has(ctx, key) ? subspace.get(ctx, key) : undefined
}

function parse(
	block: string | undefined,
	evidence: string | undefined,
	validator: string | undefined,
): ConsensusParamUpdates {
	return {
		...(block === undefined ? {} : { block: parseBlock(fieldsOf(block)) }),
		...(evidence === undefined ? {} : { evidence: parseEvidence(fieldsOf(evidence)) }),
		...(validator === undefined ? {} : { validator: parseValidator(fieldsOf(validator)) }),
	}
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
	return JSON.parse(text) as Readonly<Record<string, unknown>>
}

/** Stores the consensus parameters of the genesis as amino JSON, without checking them (framework: StoreConsensusParams). */
export function writeConsensusParams(
	ctx: Context,
	subspace: Subspace,
	params: Pick<ConsensusParams, 'block' | 'evidence' | 'validator'>,
): void {
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

/** Amino JSON of 64-bit integers; zeros are omitted, as by their struct tags. */
function json(fields: Readonly<Record<string, bigint>>): string {
	const shown = Object.entries(fields).filter(([name, value]) => name === 'max_age_duration' || value !== 0n)
	return JSON.stringify(Object.fromEntries(shown.map(([name, value]) => [name, value.toString()])))
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
