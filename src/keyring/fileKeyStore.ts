import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { UserError } from '../errors/UserError.ts'
import { fromBase64, fromUtf8, toBase64, utf8 } from '../util/bytes.ts'
import { writeFileAtomic } from '../util/writeFileAtomic.ts'
import type { KeyRecord } from './KeyRecord.ts'
import type { KeyStore } from './KeyStore.ts'
import { defaultKdfCost, type KdfParams, openSecret, passphraseKey, sealSecret } from './passphraseKey.ts'

import { withFileLock } from './withFileLock.ts'

/** Version of the file format. Older files are read, newer ones refused. */
const formatVersion = 1
/** Plaintext that checks the passphrase before any secret exists. */
const checkText = utf8('chain-tui keyring')
const checkContext = utf8('check')
const shortestPassphrase = 8

const fileSchema = z.object({
	version: z.number(),
	kdf: z.object({
		name: z.literal('argon2id'),
		memoryKiB: z.number().int().positive(),
		iterations: z.number().int().positive(),
		parallelism: z.number().int().positive(),
		salt: z.base64(),
	}),
	check: z.base64(),
	keys: z.array(
		z.object({
			name: z.string(),
			kind: z.enum(['local', 'watch', 'multi']),
			address: z.string(),
			algo: z.literal('eth_secp256k1').exactOptional(),
			pubKey: z.string().exactOptional(),
			path: z.string().exactOptional(),
			threshold: z.number().exactOptional(),
			members: z.array(z.string()).exactOptional(),
			/** AES-256-GCM of the private key, base64. */
			secret: z.base64().exactOptional(),
		}),
	),
	/** API keys of other providers, each sealed like a private key. */
	apiKeys: z.array(z.object({ id: z.string(), secret: z.base64() })).exactOptional(),
})
type KeyFile = z.infer<typeof fileSchema>
type KeyEntry = KeyFile['keys'][number]

/**
 * Keeps keys in one file. Each secret is sealed with AES-256-GCM under a key that argon2id derives from the passphrase.
 * The file has mode 0600 and is replaced atomically. Names and addresses are readable without the passphrase. `cost`
 * applies to new files only; an existing file has its own.
 */
export function fileKeyStore(file: string, cost: Omit<KdfParams, 'salt'> = defaultKdfCost): KeyStore {
	let unlocked: Uint8Array | undefined

	const key = (): Uint8Array => {
		if (unlocked) return unlocked
		throw new UserError('The keyring is locked.', { next: 'Enter its passphrase.' })
	}
	const change = (edit: (content: KeyFile) => KeyFile): Promise<void> =>
		withFileLock(file, async () => {
			const content = readKeyFile(file)
			if (content !== undefined) return writeKeyFile(file, edit(content))
			// Without a file no passphrase is set; `key` reports that.
			key()
			throw new UserError(`The keyring ${file} is gone.`, {
				why: 'It was removed while this program had it open. Nothing was saved.',
				next: 'Restore it from a backup, or run this again to begin a new one.',
			})
		})

	return {
		backend: 'file',
		isLocked: () => unlocked === undefined,
		isNew: async () => readKeyFile(file) === undefined,
		unlock: async (passphrase) => {
			const existing = readKeyFile(file)
			unlocked = existing ? await unlockFile(file, existing, passphrase) : await createFile(file, passphrase, cost)
		},
		list: async () => (readKeyFile(file)?.keys ?? []).map(toRecord),
		secret: async (name) => {
			const entry = readKeyFile(file)?.keys.find((candidate) => candidate.name === name)
			const sealed = fromBase64(entry?.secret ?? '') ?? new Uint8Array()
			const secret = entry && openSecret(key(), sealed, secretContext(entry))
			if (secret) return secret
			throw new UserError(`The key ${name} cannot be read from ${file}.`, {
				why: entry?.secret ? 'It was changed outside of chain-tui.' : 'It has no secret here.',
				next: 'Restore the file from a backup, or import the key again.',
			})
		},
		put: (record, secret, place) =>
			change((content) => {
				if (content.keys.some((entry) => entry.name === record.name)) {
					throw new UserError(`There is already a key named ${record.name}.`)
				}
				const sealed = secret && toBase64(sealSecret(key(), secret, secretContext(record)))
				const entry = { ...record, members: record.members && [...record.members] }
				const added = dropUndefined({ ...entry, secret: sealed })
				return { ...content, keys: content.keys.toSpliced(place ?? content.keys.length, 0, added) }
			}),
		rename: (from, to) =>
			change((content) => ({
				...content,
				keys: content.keys.map((entry) => (entry.name === from ? { ...entry, name: to } : entry)),
			})),
		remove: (name) => change((content) => ({ ...content, keys: content.keys.filter((entry) => entry.name !== name) })),
		apiKey: async (id) => {
			const entry = readKeyFile(file)?.apiKeys?.find((candidate) => candidate.id === id)
			if (entry === undefined) return undefined
			const opened = openSecret(key(), fromBase64(entry.secret) ?? new Uint8Array(), apiKeyContext(id))
			if (opened !== undefined) return fromUtf8(opened)
			throw new UserError(`The API key of ${id} cannot be read from ${file}.`, {
				why: 'It was changed outside of chain-tui.',
				next: 'Give the key again.',
			})
		},
		setApiKey: (id, value) =>
			change((content) => {
				const others = (content.apiKeys ?? []).filter((entry) => entry.id !== id)
				const added =
					value === undefined ? [] : [{ id, secret: toBase64(sealSecret(key(), utf8(value), apiKeyContext(id))) }]
				return { ...content, apiKeys: [...others, ...added] }
			}),
		apiKeyIds: async () => (readKeyFile(file)?.apiKeys ?? []).map(({ id }) => id),
	}
}

/** Binds a sealed secret to its address, so that entries cannot be swapped; the name may change and is not bound. */
function secretContext(record: { readonly address: string }): Uint8Array {
	return utf8(`secret:${record.address}`)
}

/** Binds an API key to what it is for, so that it cannot be sent to another address. */
function apiKeyContext(id: string): Uint8Array {
	return utf8(`api-key:${id}`)
}

async function createFile(file: string, passphrase: string, cost: Omit<KdfParams, 'salt'>): Promise<Uint8Array> {
	if ([...passphrase].length < shortestPassphrase) {
		throw new UserError(`The passphrase is too short.`, { next: `Use at least ${shortestPassphrase} characters.` })
	}
	return withFileLock(file, async () => {
		const other = readKeyFile(file)
		if (other) return unlockFile(file, other, passphrase)
		const salt = new Uint8Array(randomBytes(16))
		const key = await passphraseKey(passphrase, { ...cost, salt })
		writeKeyFile(file, {
			version: formatVersion,
			kdf: { name: 'argon2id', ...cost, salt: toBase64(salt) },
			check: toBase64(sealSecret(key, checkText, checkContext)),
			keys: [],
		})
		return key
	})
}

async function unlockFile(file: string, content: KeyFile, passphrase: string): Promise<Uint8Array> {
	const { memoryKiB, iterations, parallelism, salt } = content.kdf
	const params = { memoryKiB, iterations, parallelism, salt: fromBase64(salt) ?? new Uint8Array() }
	// argon2 refuses costs and salts that this program never writes.
	const key = await passphraseKey(passphrase, params).catch((cause: unknown) => {
		throw unreadable(file, cause)
	})
	if (openSecret(key, fromBase64(content.check) ?? new Uint8Array(), checkContext)) return key
	throw new UserError('The passphrase is wrong.', { next: 'Type it again.' })
}

function readKeyFile(file: string): KeyFile | undefined {
	let text: string
	try {
		text = readFileSync(file, 'utf8')
	} catch (cause) {
		if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
		throw unreadable(file, cause)
	}
	return parseKeyFile(file, text)
}

function parseKeyFile(file: string, text: string): KeyFile {
	let value: unknown
	try {
		value = JSON.parse(text)
	} catch (cause) {
		throw unreadable(file, cause)
	}
	const version = (value as { version?: unknown } | null)?.version
	if (typeof version === 'number' && version > formatVersion) {
		throw new UserError(`The keyring ${file} was written by a newer chain-tui (format ${version}).`, {
			why: `This program reads format ${formatVersion}. Nothing was changed.`,
			next: 'Install the newer version, or choose another folder with --home.',
		})
	}
	const parsed = fileSchema.safeParse(value)
	if (!parsed.success) throw unreadable(file, parsed.error)
	return parsed.data
}

function unreadable(file: string, cause: unknown): UserError {
	return new UserError(`The keyring ${file} cannot be read.`, {
		why: cause instanceof z.ZodError ? 'It is damaged or not a keyring.' : (cause as Error).message,
		next: 'Restore it from a backup, or choose another folder with --home. Nothing was changed.',
		cause,
	})
}

function writeKeyFile(file: string, content: KeyFile): void {
	const text = `${JSON.stringify(content, null, 2)}\n`
	writeFileAtomic(file, text, { name: 'The keyring', check: (written) => parseKeyFile(file, written) })
}

function toRecord({ secret: _, ...record }: KeyEntry): KeyRecord {
	return record
}

function dropUndefined<T extends object>(value: T): KeyEntry {
	return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as KeyEntry
}
