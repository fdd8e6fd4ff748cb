import { ChainError } from './ChainError.ts'

/**
 * An error the framework makes without an ABCI code (`errors.New`, `fmt.Errorf`).
 *
 * Replies of CheckTx and DeliverTx show it as codespace `undefined`, code 1 with the log `internal`
 * (framework: types/errors/abci.go); its own text shows in query replies and when another error wraps it.
 */
export function plainError(text: string): ChainError {
	return new ChainError('undefined', 1, text)
}
