import { ChainError } from './ChainError.ts'
import { PanicError } from './PanicError.ts'

/** Tells whether the input is at fault: the framework refuses it or panics on it. The error's message says why. */
export function isChainFault(error: unknown): error is ChainError | PanicError {
	return error instanceof ChainError || error instanceof PanicError
}
