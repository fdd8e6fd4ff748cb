/** Stores of keys: of the system, an encrypted file, a file without a passphrase (for tests alone), or none. Help lists them, so nothing heavy stands beside them. */
export const keyringBackends = ['os', 'file', 'test', 'memory'] as const
export type KeyringBackend = (typeof keyringBackends)[number]
