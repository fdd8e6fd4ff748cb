import { toHex } from '../../../../util/bytes.ts'
import { byKey } from '../../../../util/order.ts'
import { type Fork, isForked } from '../../chainConfig.ts'
import type { EvmParams } from '../../evmParams.ts'

/** A contract that the interpreter itself is. */
interface Precompile {
	/** go-ethereum's name (v1.17 core/vm/contracts.go). */
	readonly name: string
	/** Its address as a number. */
	readonly number: number
	/** The fork that brought it, or the EIP that a parameter switches on; undefined for those of the first block. */
	readonly fork: Fork | number | undefined
}

/** The contract that proves data of blobs: before Prague it always fails. */
const pointEvaluation = 'KZG_POINT_EVALUATION'

const precompiles: readonly Precompile[] = [
	{ name: 'ECREC', number: 1, fork: undefined },
	{ name: 'SHA256', number: 2, fork: undefined },
	{ name: 'RIPEMD160', number: 3, fork: undefined },
	{ name: 'ID', number: 4, fork: undefined },
	{ name: 'MODEXP', number: 5, fork: 'byzantium' },
	{ name: 'BN254_ADD', number: 6, fork: 'byzantium' },
	{ name: 'BN254_MUL', number: 7, fork: 'byzantium' },
	{ name: 'BN254_PAIRING', number: 8, fork: 'byzantium' },
	{ name: 'BLAKE2F', number: 9, fork: 'istanbul' },
	{ name: pointEvaluation, number: 0x0a, fork: 'cancun' },
	{ name: 'BLS12_G1ADD', number: 0x0b, fork: 'prague' },
	{ name: 'BLS12_G1MSM', number: 0x0c, fork: 'prague' },
	{ name: 'BLS12_G2ADD', number: 0x0d, fork: 'prague' },
	{ name: 'BLS12_G2MSM', number: 0x0e, fork: 'prague' },
	{ name: 'BLS12_PAIRING_CHECK', number: 0x0f, fork: 'prague' },
	{ name: 'BLS12_MAP_FP_TO_G1', number: 0x10, fork: 'prague' },
	{ name: 'BLS12_MAP_FP2_TO_G2', number: 0x11, fork: 'prague' },
	{ name: 'P256VERIFY', number: 0x100, fork: 7951 },
]

/** The precompiled contracts at a height: hex of their addresses, without 0x, by go-ethereum's names. */
export function precompilesAt({ chainConfig, extraEips }: EvmParams, height: number): ReadonlyMap<string, string> {
	const active = precompiles.filter(({ fork }) =>
		typeof fork === 'number'
			? extraEips?.includes(fork) === true
			: fork === undefined || isForked(chainConfig, fork, height),
	)
	return new Map(active.map(({ name, number }) => [name, toHex(addressOf(number))]))
}

/** Those of them that work, as hex addresses with 0x by name, in order of names. */
export function workingPrecompilesAt(params: EvmParams, height: number): Readonly<Record<string, string>> {
	const working = [...precompilesAt(params, height)]
		.filter(([name]) => name !== pointEvaluation || isForked(params.chainConfig, 'prague', height))
		.map(([name, address]) => [name, `0x${address}`] as const)
	return Object.fromEntries(working.sort(byKey))
}

function addressOf(number: number): Uint8Array {
	const address = new Uint8Array(20)
	address.set([number >> 8, number & 0xff], 18)
	return address
}
