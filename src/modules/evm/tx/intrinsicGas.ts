import { type ChainConfig, isForked } from '../chainConfig.ts'
import { authorizationGas } from './authorizations.ts'
import type { AccessEntry, Authorization, EthTx } from './EthTx.ts'

/** The values that determine intrinsic gas. */
export interface CallOutline {
	readonly data: Uint8Array
	readonly accessList: readonly AccessEntry[] | undefined
	readonly authorizations?: readonly Authorization[] | undefined
	readonly creates: boolean
}

/** What the price of a transaction depends on. */
export function outlineOf({
	data,
	accessList,
	authorizations,
	to,
}: Pick<EthTx, 'data' | 'accessList' | 'authorizations' | 'to'>): CallOutline {
	return { data, accessList, authorizations, creates: to === undefined }
}

/** Gas of a transaction before anything runs (go-ethereum v1.10.16 core IntrinsicGas; EIP-3860 from Shanghai on, EIP-7702). */
export function intrinsicGas(
	{ data, accessList, authorizations = [], creates }: CallOutline,
	config: ChainConfig,
	height: number,
): bigint {
	const homestead = isForked(config, 'homestead', height)
	const nonZeroPrice = isForked(config, 'istanbul', height) ? 16n : 68n
	let gas = creates && homestead ? 53_000n : 21_000n
	const nonZero = countNonZero(data)
	gas += BigInt(nonZero) * nonZeroPrice + BigInt(data.length - nonZero) * 4n
	for (const { storageKeys } of accessList ?? []) gas += 2400n + 1900n * BigInt(storageKeys.length)
	gas += authorizationGas * BigInt(authorizations.length)
	if (creates && isForked(config, 'shanghai', height)) gas += 2n * BigInt(Math.ceil(data.length / 32))
	return gas
}

/** The least gas a transaction costs from Prague on (EIP-7623); 0 before. */
export function floorGas({ data }: CallOutline, config: ChainConfig, height: number): bigint {
	if (!isForked(config, 'prague', height)) return 0n
	const nonZero = countNonZero(data)
	return 21_000n + 10n * BigInt(data.length - nonZero + nonZero * 4)
}

function countNonZero(data: Uint8Array): number {
	let count = 0
	for (const byte of data) if (byte !== 0) count++
	return count
}
