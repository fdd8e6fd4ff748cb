import { blake2f } from './blake2f.ts'
import { blsContracts } from './bls12381.ts'
import { ecAdd, ecMul, ecPairing } from './bn254.ts'
import { modexp } from './modexp.ts'
import type { OwnPrecompile } from './PrecompileCall.ts'

/**
 * Precompiled contracts that this chain runs itself, by the last byte of their addresses: those that the library takes long for.
 * Results, prices and failures are the library's (`test/unit/modules/evm/vm/precompiles`).
 */
export const ownPrecompiles: ReadonlyMap<number, OwnPrecompile> = new Map([
	[5, modexp],
	[6, ecAdd],
	[7, ecMul],
	[8, ecPairing],
	[9, blake2f],
	...blsContracts,
])
