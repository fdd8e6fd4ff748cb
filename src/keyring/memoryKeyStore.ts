import { UserError } from '../errors/UserError.ts'
import type { KeyRecord } from './KeyRecord.ts'
import type { KeyStore } from './KeyStore.ts'

/** Keys that live as long as the process: for trying things out and for tests. */
export function memoryKeyStore(): KeyStore {
	let keys: readonly { readonly record: KeyRecord; readonly secret: Uint8Array | undefined }[] = []
	const apiKeys = new Map<string, string>()
	return {
		backend: 'memory',
		isLocked: () => false,
		isNew: async () => false,
		unlock: async () => {},
		list: async () => keys.map((key) => key.record),
		secret: async (name) => {
			const secret = keys.find((key) => key.record.name === name)?.secret
			if (secret === undefined) throw new UserError(`The key ${name} has no secret here.`)
			return secret.slice()
		},
		put: async (record, secret, place = keys.length) => {
			if (keys.some((key) => key.record.name === record.name)) {
				throw new UserError(`There is already a key named ${record.name}.`)
			}
			keys = keys.toSpliced(place, 0, { record, secret: secret?.slice() })
		},
		rename: async (from, to) => {
			keys = keys.map((key) => (key.record.name === from ? { ...key, record: { ...key.record, name: to } } : key))
		},
		remove: async (name) => {
			keys = keys.filter((key) => key.record.name !== name)
		},
		apiKey: async (id) => apiKeys.get(id),
		setApiKey: async (id, value) => {
			if (value === undefined) apiKeys.delete(id)
			else apiKeys.set(id, value)
		},
		apiKeyIds: async () => [...apiKeys.keys()],
	}
}
