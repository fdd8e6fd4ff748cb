import { EthFault } from '../rpc/EthFault.ts'

/** Codes of what a simulation refuses (execution-apis eth_simulateV1; go-ethereum v1.17 internal/ethapi/errors.go). */
const codes = {
	internal: -32603,
	invalidParams: -32602,
	nonceTooLow: -38010,
	nonceTooHigh: -38011,
	baseFeeTooLow: -38012,
	intrinsicGas: -38013,
	insufficientFunds: -38014,
	blockGasLimit: -38015,
	blockNumber: -38020,
	timestamp: -38021,
	initCodeSize: -38025,
	tooMuch: -38026,
} as const

/** Name of a refusal. */
export type SimulateRefusal = keyof typeof codes

/** Code of a call that the EVM failed, other than by a revert. */
export const vmErrorCode = -32015

/** What a simulation refuses, as an error with its code. */
export function simulateFault(refusal: SimulateRefusal, message: string): EthFault {
	return new EthFault(message, codes[refusal])
}
