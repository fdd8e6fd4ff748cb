import { z } from 'zod'
import type { BlockTime, ConsensusParams } from '../../abci/Application.ts'
import { parseTimestamp } from '../../codec/gatewayJson/parseTime.ts'
import { UserError } from '../../errors/UserError.ts'
import { fromBase64, fromHex } from '../../util/bytes.ts'

const base64 = z.string().transform((text, issues) => {
	const bytes = fromBase64(text)
	if (bytes === undefined) issues.addIssue('is not base64')
	return bytes ?? new Uint8Array()
})

const hex = z.string().transform((text, issues) => {
	const bytes = fromHex(text)
	if (bytes === undefined) issues.addIssue('is not hex')
	return bytes ?? new Uint8Array()
})

const time = z.string().transform((text, issues): BlockTime => {
	try {
		return parseTimestamp(text)
	} catch {
		issues.addIssue('is not an RFC 3339 time')
		return { seconds: 0n, nanos: 0 }
	}
})

const integer = z.union([z.number(), z.string()]).default(0).transform(BigInt)

const step = z.object({
	op: z.string(),
	note: z.string().default(''),
	time: time.optional(),
	proposer: hex.optional(),
	tx: base64.optional(),
	type: z.string().default(''),
	path: z.string().default(''),
	data: hex.optional(),
	height: z.number().default(0),
	prove: z.boolean().default(false),
})

const steps = z.array(step)

const consensusParams = z.object({
	block: z.object({ max_bytes: integer, max_gas: integer }),
	evidence: z.object({ max_age_num_blocks: integer, max_age_duration: integer, max_bytes: integer }),
	validator: z.object({ pub_key_types: z.array(z.string()).default([]) }),
})

const script = z.object({
	chain_id: z.string(),
	genesis_time: time,
	initial_height: z.number().default(0),
	min_gas_prices: z.string().default(''),
	consensus_params: consensusParams.nullish(),
	app_state: z.record(z.string(), z.unknown()),
	validators: z.array(z.object({ pubkey: base64, power: z.number() })).default([]),
	steps,
})

/** One ABCI call of a script. */
export type ReplayStep = z.output<typeof step>

/** A script of ABCI calls over a genesis. */
export type ReplayScript = z.output<typeof script>

/** Parses a script. @throws {UserError} that names the first fault. */
export function parseReplayScript(text: string): ReplayScript {
	const parsed = script.safeParse(parseJson(text))
	if (parsed.success) return parsed.data
	const [issue] = parsed.error.issues
	throw unusable(issue?.path ?? [], issue?.message)
}

/** Reads a list of steps. @param first number of the script's first step @throws {UserError} naming the first fault. */
export function parseReplaySteps(text: string, first: number): readonly ReplayStep[] {
	const parsed = steps.safeParse(parseJson(text))
	if (parsed.success) return parsed.data
	const [issue] = parsed.error.issues
	const [index, ...path] = issue?.path ?? []
	throw unusable(['steps', first + Number(index ?? 0), ...path], issue?.message)
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch (cause) {
		throw notJson(cause)
	}
}

/** The refusal of a script that is no JSON. */
export function notJson(cause: unknown): UserError {
	return new UserError('The script is not JSON.', { next: 'Check the file.', cause })
}

function unusable(path: readonly PropertyKey[], message = ''): UserError {
	return new UserError('The script cannot be replayed.', {
		why: `${path.join('.')}: ${message}`,
		next: 'Correct it and run the command again.',
	})
}

/** The consensus parameters of a script; without any, those an engine of the 0.34 line starts with. */
export function consensusParamsOf({
	consensus_params: given,
}: Pick<ReplayScript, 'consensus_params'>): ConsensusParams {
	const version = { appVersion: 0n }
	if (given === undefined || given === null) {
		return {
			block: { maxBytes: 22020096n, maxGas: -1n },
			evidence: { maxAgeNumBlocks: 100000n, maxAgeDuration: 172_800_000_000_000n, maxBytes: 1048576n },
			validator: { pubKeyTypes: ['ed25519'] },
			version,
		}
	}
	return {
		block: { maxBytes: given.block.max_bytes, maxGas: given.block.max_gas },
		evidence: {
			maxAgeNumBlocks: given.evidence.max_age_num_blocks,
			maxAgeDuration: given.evidence.max_age_duration,
			maxBytes: given.evidence.max_bytes,
		},
		validator: { pubKeyTypes: given.validator.pub_key_types },
		version,
	}
}

/** The bech32 prefix of the first address in a script's genesis, or undefined when there is none. */
export function prefixOf({ app_state: state }: Pick<ReplayScript, 'app_state'>): string | undefined {
	const match = /"address":"([a-z0-9]+?)1[02-9ac-hj-np-z]{6,}"/.exec(JSON.stringify([state.auth, state.bank]))
	return match?.[1]
}
