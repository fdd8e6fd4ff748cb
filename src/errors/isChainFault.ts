import { ChainError } from './ChainError.ts'
import { PanicError } from './PanicError.ts'

/** Whether the input is at fault, not this program: the framework refuses it or panics on it. Their message says why. */
export function isChainFault(error: unknown): error is ChainError | PanicError {
	return error instanceof ChainError || error instanceof PanicError
}
