import { toHex } from '../../../util/bytes.ts'
import { type ChainConfig, type Fork, isForked } from '../chainConfig.ts'

/** A contract that the interpreter itself is. */
interface Precompile {
	/** go-ethereum's name (v1.17 core/vm/contracts.go). */
	readonly name: string
	/** The last byte of its address; the other 19 are zero. */
	readonly number: number
	/** The fork that brought it; undefined for those of the first block. */
	readonly fork: Fork | undefined
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
]

/** The precompiled contracts at a height: hex of their addresses, without 0x, by go-ethereum's names. */
export function precompilesAt(config: ChainConfig, height: number): ReadonlyMap<string, string> {
	const active = precompiles.filter(({ fork }) => fork === undefined || isForked(config, fork, height))
	return new Map(active.map(({ name, number }) => [name, toHex(addressOf(number))]))
}

/** Those of them that work, as hex addresses with 0x by name, in order of names. */
export function workingPrecompilesAt(config: ChainConfig, height: number): Readonly<Record<string, string>> {
	const working = [...precompilesAt(config, height)]
		.filter(([name]) => name !== pointEvaluation || isForked(config, 'prague', height))
		.map(([name, address]) => [name, `0x${address}`] as const)
	return Object.fromEntries(working.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function addressOf(number: number): Uint8Array {
	const address = new Uint8Array(20)
	address[19] = number
	return address
}
