/**
 * An input on which the framework panics. It ends what runs without another error getting at it: a transaction or query
 * is answered with codespace `undefined`, code 111222 (framework: types/errors ErrPanic, baseapp recovery middleware).
 *
 * It is neither a ChainError, which callers wrap and compare, nor a BugError, which is our own fault.
 */
export class PanicError extends Error {
	override readonly name = 'PanicError'
}
