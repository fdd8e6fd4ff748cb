import { type ChainError, sdkErrors } from '../errors/ChainError.ts'

/** A panic of the framework: an error of class `undefined/111222` whose text starts with the panic's. */
export function storePanic(text: string): ChainError {
	return sdkErrors.panic.wrap(text)
}

/** Refuses an empty key (framework: store/types AssertValidKey). @throws {ChainError} of class panic. */
export function assertValidKey(key: Uint8Array): void {
	if (key.length === 0) throw storePanic('key is nil')
}

/** Refuses an empty bound of an iterator over memory (tm-db v0.6.6 errKeyEmpty). @throws {ChainError} class panic */
export function assertValidBounds(start: Uint8Array | undefined, end: Uint8Array | undefined): void {
	if (start?.length === 0 || end?.length === 0) throw storePanic('key cannot be empty')
}
