import { ChainError } from '../../errors/ChainError.ts'
import { bankModuleName } from './keys.ts'

/** The module's errors, codespace `bank` (framework: x/bank/types/errors.go). */
export const bankErrors = {
	noInputs: new ChainError(bankModuleName, 2, 'no inputs to send transaction'),
	noOutputs: new ChainError(bankModuleName, 3, 'no outputs to send transaction'),
	inputOutputMismatch: new ChainError(bankModuleName, 4, 'sum inputs != sum outputs'),
	sendDisabled: new ChainError(bankModuleName, 5, 'send transactions are disabled'),
} as const
