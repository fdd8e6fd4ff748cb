import { EVMError, type ExecResult, type PrecompileInput } from '@ethereumjs/evm'
import type { Patience } from '../Patience.ts'

/** A call of a precompiled contract. */
export interface PrecompileCall extends Pick<PrecompileInput, 'data' | 'gasLimit' | 'common'> {
	/** Asked after every few milliseconds of work; throws when time is up. */
	readonly patience: Patience
	/** The library's own form of the contract. */
	readonly library?: (input: PrecompileInput) => ExecResult | Promise<ExecResult>
}

/** A contract that this chain runs itself. What need not wait makes no promise. */
export type OwnPrecompile = (call: PrecompileCall) => ExecResult | Promise<ExecResult>

/** A failed call: it takes all its gas. */
export function failed(reason: 'out of gas' | 'value out of range' | 'revert', gasLimit: bigint): ExecResult {
	return { returnValue: new Uint8Array(0), executionGasUsed: gasLimit, exceptionError: new EVMError(reason) }
}
