import type { Context } from '../../app/Context.ts'
import type { AuthParams, Subspace } from '../../app/expectedKeepers.ts'
import { PanicError, plainError } from '../../errors/ChainError.ts'
import { getOrInsert } from '../../util/getOrInsert.ts'

/** Default parameters of accounts and transactions (framework: x/auth/types/params.go). */
export const defaultAuthParams: AuthParams = {
	maxMemoCharacters: 256n,
	txSigLimit: 7n,
	txSizeCostPerByte: 10n,
	sigVerifyCostEd25519: 590n,
	sigVerifyCostSecp256k1: 1000n,
}

/** Names in the params store, in the order in which the framework reads and writes them. */
const keys = {
	maxMemoCharacters: 'MaxMemoCharacters',
	txSigLimit: 'TxSigLimit',
	txSizeCostPerByte: 'TxSizeCostPerByte',
	sigVerifyCostEd25519: 'SigVerifyCostED25519',
	sigVerifyCostSecp256k1: 'SigVerifyCostSecp256k1',
} as const

/** Reads all five parameters: five store reads. */
export function readAuthParams(ctx: Context, subspace: Subspace): AuthParams {
	const read = (key: string): bigint => {
		const json = subspace.get(ctx, key)
		return getOrInsert(values, json, () => BigInt(json.slice(1, -1)))
	}
	return {
		maxMemoCharacters: read(keys.maxMemoCharacters),
		txSigLimit: read(keys.txSigLimit),
		txSizeCostPerByte: read(keys.txSizeCostPerByte),
		sigVerifyCostEd25519: read(keys.sigVerifyCostEd25519),
		sigVerifyCostSecp256k1: read(keys.sigVerifyCostSecp256k1),
	}
}

/** Parsed numbers by their JSON text: parameters hardly ever change. */
const values = new Map<string, bigint>()

/** Checks and writes all five parameters. Panics with the framework's text at the first that is invalid. */
export function writeAuthParams(ctx: Context, subspace: Subspace, params: AuthParams): void {
	for (const [field, key] of Object.entries(keys)) {
		const value = params[field as keyof AuthParams]
		const fault = faultOf(field as keyof AuthParams, value)
		if (fault !== undefined) throw new PanicError(`value from ParamSetPair is invalid: ${fault}`)
		subspace.set(ctx, key, `"${value}"`)
	}
}

/** Throws plain errors in the order of the framework's Params.Validate. */
export function validateAuthParams(params: AuthParams): void {
	for (const field of validated) {
		const fault = faultOf(field, params[field])
		if (fault !== undefined) throw plainError(fault)
	}
}

const validated = [
	'txSigLimit',
	'sigVerifyCostEd25519',
	'sigVerifyCostSecp256k1',
	'maxMemoCharacters',
	'txSizeCostPerByte',
] as const

const faults: Readonly<Record<keyof AuthParams, string>> = {
	maxMemoCharacters: 'invalid max memo characters',
	txSigLimit: 'invalid tx signature limit',
	txSizeCostPerByte: 'invalid tx size cost per byte',
	sigVerifyCostEd25519: 'invalid ED25519 signature verification cost',
	sigVerifyCostSecp256k1: 'invalid SECK256k1 signature verification cost',
}

function faultOf(field: keyof AuthParams, value: bigint): string | undefined {
	return value === 0n ? `${faults[field]}: ${value}` : undefined
}
