import { ChainError } from './ChainError.ts'

/**
 * An error without an ABCI code (`errors.New`, `fmt.Errorf` of the framework).
 *
 * CheckTx and DeliverTx reply with codespace `undefined`, code 1 and the log `internal` (framework:
 * types/errors/abci.go). Its own text shows in query replies and where another error wraps it.
 */
export function plainError(text: string): ChainError {
	return new ChainError('undefined', 1, text)
}
