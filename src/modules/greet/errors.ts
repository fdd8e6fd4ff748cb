import { ChainError } from '../../errors/ChainError.ts'
import { greetModuleName } from './keys.ts'

/** The module's errors, codespace `greet`. */
export const greetErrors = {
	/** An empty greeting, or one of white space only. */
	blankMessage: new ChainError(greetModuleName, 2, 'must provide a greeting message'),
} as const
