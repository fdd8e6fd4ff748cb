import type { KeyRecord, KeyringBackend } from './KeyRecord.ts'

/**
 * A place that keeps keys. Listing never needs the passphrase; secrets do where the backend has one.
 *
 * Every method throws UserError for a locked or unreadable store. Names are unique; the caller checks them.
 */
export interface KeyStore {
	readonly backend: KeyringBackend
	/** Whether a passphrase is needed before `secret` and `put`. */
	isLocked(): boolean
	/** Whether no passphrase was ever set: the next `unlock` sets it. Always false for stores without one. */
	isNew(): Promise<boolean>
	/** Checks the passphrase, or sets it on a new store. */
	unlock(passphrase: string): Promise<void>
	/** In order of creation. */
	list(): Promise<readonly KeyRecord[]>
	/** The 32 bytes of a `local` key. */
	secret(name: string): Promise<Uint8Array>
	/** Adds a key, before the one at `place` of the list or at its end. Throws UserError when the name is taken. */
	put(record: KeyRecord, secret?: Uint8Array, place?: number): Promise<void>
	rename(from: string, to: string): Promise<void>
	remove(name: string): Promise<void>
}
