/**
 * An input on which the framework panics. No other error handling intercepts it. The reply to the transaction or query
 * has codespace `undefined` and code 111222 (framework: types/errors ErrPanic, baseapp recovery middleware).
 *
 * It is neither a ChainError, which callers wrap and compare, nor a BugError, which is a fault of this program.
 */
export class PanicError extends Error {
	override readonly name = 'PanicError'
}
