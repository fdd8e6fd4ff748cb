import { UserError } from '../errors/UserError.ts'
import { fromHex, toHex } from '../util/bytes.ts'
import type { KeyRecord } from './KeyRecord.ts'
import type { KeyStore } from './KeyStore.ts'

/** The part of keytar that is used: one secret text per service and account. */
export interface SecretService {
	getPassword(service: string, account: string): Promise<string | null>
	setPassword(service: string, account: string, password: string): Promise<void>
	deletePassword(service: string, account: string): Promise<boolean>
	findCredentials(service: string): Promise<readonly { readonly account: string; readonly password: string }[]>
}

interface Entry extends KeyRecord {
	readonly version: 1
	/** Order of creation. */
	readonly created: number
	/** Private key, hex. */
	readonly secret?: string
}

/** Keys in the operating system's store (Keychain, Credential Manager, Secret Service), an entry each, by `home`. */
export function osKeyStore(secrets: SecretService, home: string): KeyStore {
	const service = `chain-tui:${home}`
	const apiKeyService = `chain-tui-api-keys:${home}`
	const entries = async (): Promise<readonly Entry[]> => {
		const found = await secrets.findCredentials(service)
		return found.map(({ account, password }) => parseEntry(account, password)).sort((a, b) => a.created - b.created)
	}
	const find = async (name: string): Promise<Entry> => {
		const entry = (await entries()).find((candidate) => candidate.name === name)
		if (entry) return entry
		throw new UserError(`There is no key named ${name}.`)
	}
	const write = (entry: Entry) => secrets.setPassword(service, entry.name, JSON.stringify(entry))

	return {
		backend: 'os',
		isLocked: () => false,
		isNew: async () => false,
		unlock: async () => {},
		list: async () => (await entries()).map(({ version: _v, created: _c, secret: _s, ...record }) => record),
		secret: async (name) => {
			const secret = fromHex((await find(name)).secret ?? '')
			if (secret?.length === 32) return secret
			throw new UserError(`The key ${name} has no secret here.`)
		},
		put: async (record, secret, place) => {
			const existing = await entries()
			if (existing.some((entry) => entry.name === record.name)) {
				throw new UserError(`There is already a key named ${record.name}.`)
			}
			const created = createdAt(existing, place ?? existing.length)
			await write({ ...record, version: 1, created, ...(secret ? { secret: toHex(secret) } : {}) })
		},
		rename: async (from, to) => {
			await write({ ...(await find(from)), name: to })
			await secrets.deletePassword(service, from)
		},
		remove: async (name) => {
			await secrets.deletePassword(service, name)
		},
		apiKey: async (id) => (await secrets.getPassword(apiKeyService, id)) ?? undefined,
		setApiKey: async (id, value) => {
			if (value === undefined) await secrets.deletePassword(apiKeyService, id)
			else await secrets.setPassword(apiKeyService, id, value)
		},
		apiKeyIds: async () => (await secrets.findCredentials(apiKeyService)).map(({ account }) => account),
	}
}

/** A number between those of the entries around a place. */
function createdAt(entries: readonly Entry[], place: number): number {
	const before = entries[place - 1]?.created ?? 0
	const after = entries[place]?.created
	return after === undefined ? before + 1 : (before + after) / 2
}

function parseEntry(account: string, password: string): Entry {
	let entry: Partial<Record<keyof Entry, unknown>> = {}
	try {
		entry = JSON.parse(password) as typeof entry
	} catch {
		// Falls through to the refusal below.
	}
	if (entry.version === 1) return entry as unknown as Entry
	throw new UserError(`The key ${account} in the system's key store was not written by this version of chain-tui.`, {
		next: 'Install the newer version, or use another store with --keyring-backend file. Nothing was changed.',
	})
}
