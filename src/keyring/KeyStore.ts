import type { KeyRecord } from './KeyRecord.ts'
import type { KeyringBackend } from './keyringBackends.ts'

/**
 * Stores keys. Listing never needs the passphrase; secrets need it if the backend has one. Every method throws
 * UserError for a locked or unreadable store. Names are unique; the caller checks them.
 */
export interface KeyStore {
	readonly backend: KeyringBackend
	/** Whether `secret` and `put` need a passphrase first. */
	isLocked(): boolean
	/** Whether no passphrase is set yet, so that the next `unlock` sets it; false for stores without a passphrase. */
	isNew(): Promise<boolean>
	/** Checks the passphrase, or sets it on a new store. */
	unlock(passphrase: string): Promise<void>
	/** In order of creation. */
	list(): Promise<readonly KeyRecord[]>
	/** The 32 bytes of a `local` key. */
	secret(name: string): Promise<Uint8Array>
	/** Adds a key at index `place` of the list, or at its end. @throws {UserError} if the name is taken. */
	put(record: KeyRecord, secret?: Uint8Array, place?: number): Promise<void>
	rename(from: string, to: string): Promise<void>
	remove(name: string): Promise<void>
	/** Another provider's API key, kept as the secrets are; undefined if there is none of that id. */
	apiKey(id: string): Promise<string | undefined>
	/** Keeps an API key, or forgets it. */
	setApiKey(id: string, value: string | undefined): Promise<void>
	/** Ids of the API keys; readable without the passphrase. */
	apiKeyIds(): Promise<readonly string[]>
}
