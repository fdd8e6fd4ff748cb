import type { Abi } from '../../../client/index.ts'

/** A contract that is known here: one of the ABIs at one of its places. */
export interface KnownPlace {
	readonly name: string
	readonly abi: Abi
	/** 0x in lower case; absent for an ABI without a deployment. */
	readonly address: string | undefined
}
