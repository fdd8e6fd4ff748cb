import { addressToText } from '../codec/address/address.ts'
import { addressFromAny } from '../codec/address/anyAddress.ts'
import { checksumAddress } from '../codec/address/checksumAddress.ts'
import type { ChainSettings } from '../codec/ChainSettings.ts'
import { adr36SignBytes } from '../codec/signDoc/aminoSignBytes.ts'
import { signEthDigest } from '../crypto/ethSecp256k1.ts'
import { hdPath, newMnemonic } from '../crypto/hdKey.ts'
import { secp256k1PublicKey } from '../crypto/secp256k1.ts'
import { inOtherWords } from '../errors/ChainError.ts'
import { UserError } from '../errors/UserError.ts'
import { equalBytes, fromBase64, fromHex, toBase64, toHex, utf8 } from '../util/bytes.ts'
import { shownInput } from '../util/shownInput.ts'
import { type KeyAlgo, type KeyRecord, keyName, mnemonicKey, thresholdKey } from './KeyRecord.ts'
import type { KeyInfo, Keyring } from './Keyring.ts'
import type { KeyStore } from './KeyStore.ts'
import { keyAlgos } from './keyAlgos.ts'
import { fromArmor, toArmor } from './keyArmor.ts'
import type { KeyringBackend } from './keyringBackends.ts'

import { keySigner } from './keySigner.ts'

import type { KdfParams } from './passphraseKey.ts'

/** Dependencies of a keyring. */
export interface KeyringParts {
	readonly store: KeyStore
	readonly settings: ChainSettings
	readonly notice: string
	/** Opens another store to copy the keys to; `remember` makes later starts use it. */
	readonly moveStore: (to: KeyringBackend) => Promise<{ readonly store: KeyStore; readonly remember: () => void }>
	/** argon2id cost for the passphrases of exports. */
	readonly cost?: Omit<KdfParams, 'salt'>
}

/** Creates the keyring over one store. */
export function createKeyring({ store: first, settings, notice, moveStore, cost }: KeyringParts): Keyring {
	let store = first
	const { prefix } = settings

	const info = ({ address, ...record }: KeyRecord): KeyInfo => {
		const bytes = fromHex(address) ?? new Uint8Array()
		return {
			...record,
			address: addressToText(bytes, prefix),
			...(record.algo === 'eth_secp256k1' ? { ethAddress: checksumAddress(bytes) } : {}),
		}
	}
	const find = async (nameOrAddress: string): Promise<KeyRecord | undefined> => {
		const records = await store.list()
		const name = nameOrAddress.normalize('NFC').trim()
		const named = records.find((record) => record.name === name)
		const lower = name.toLowerCase()
		return named ?? records.find((record) => info(record).address === lower || `0x${record.address}` === lower)
	}
	const need = async (name: string): Promise<KeyRecord> => {
		const record = await find(name)
		if (record) return record
		throw new UserError(`There is no key named ${shownInput(name)}.`, {
			next: 'See the names with `chain-tui keys list`.',
		})
	}
	const needLocal = async (name: string): Promise<KeyRecord> => {
		const record = await need(name)
		if (record.kind === 'local') return record
		const why = record.kind === 'watch' ? 'It only watches an address.' : 'Its members sign each for themselves.'
		throw new UserError(`The key ${record.name} cannot sign here.`, { why, next: 'Choose a key with a secret.' })
	}
	const secretOf = async (name: string): Promise<{ record: KeyRecord; secret: Uint8Array }> => {
		const record = await needLocal(name)
		return { record, secret: await store.secret(record.name) }
	}
	const freeName = async (text: string): Promise<string> => {
		const name = keyName(text, prefix)
		if ((await store.list()).some((record) => record.name === name)) {
			throw new UserError(`There is already a key named ${name}.`, { next: 'Choose another name.' })
		}
		return name
	}
	const add = async (record: KeyRecord, secret?: Uint8Array, place?: number): Promise<KeyInfo> => {
		const same = (await store.list()).find((other) => isSameKey(other, record))
		if (same) {
			throw new UserError(`This key is already here, as ${same.name}.`, { next: 'Rename that one if you like.' })
		}
		await store.put(record, secret, place)
		return info(record)
	}
	const addLocal = (
		name: string,
		secret: Uint8Array,
		{ algo = 'secp256k1', path }: { readonly algo?: KeyAlgo | undefined; readonly path?: string } = {},
	): Promise<KeyInfo> => {
		const pubKey = secp256k1PublicKey(secret)
		const address = toHex(keyAlgos[algo].address(pubKey))
		const record: KeyRecord = {
			name,
			kind: 'local',
			address,
			...(algo === 'secp256k1' ? {} : { algo }),
			pubKey: toBase64(pubKey),
			...(path === undefined ? {} : { path }),
		}
		return add(record, secret)
	}
	const importMnemonic: Keyring['importMnemonic'] = async (text, mnemonic, options = {}) => {
		const name = await freeName(text)
		const { algo = 'secp256k1' } = options
		const path = options.path ?? hdPath(keyAlgos[algo].coinType ?? settings.coinType)
		return addLocal(name, mnemonicKey(mnemonic, path, options.passphrase), { algo, path })
	}
	const memberKey = async (member: string): Promise<Uint8Array> => {
		const record = await find(member)
		if (record?.algo === 'eth_secp256k1') {
			throw new UserError(`${record.name} is an Ethereum key.`, {
				why: "A threshold key has members of the chain's own kind.",
				next: 'Choose other members, or make a second key for that person.',
			})
		}
		const key = fromBase64(record?.pubKey ?? member)
		if (key?.length === 33) return key
		throw new UserError(`${shownInput(member)} is neither a key with a public key nor a public key.`, {
			next: 'Name a key of this keyring, or give a compressed secp256k1 key in base64.',
		})
	}

	return {
		get backend() {
			return store.backend
		},
		notice,
		withSettings: (others) =>
			createKeyring({ store, settings: others, notice, moveStore, ...(cost === undefined ? {} : { cost }) }),
		isLocked: () => store.isLocked(),
		isNew: () => store.isNew(),
		unlock: (passphrase) => store.unlock(passphrase),
		list: async () => (await store.list()).map(info),
		get: async (nameOrAddress) => {
			const record = await find(nameOrAddress)
			return record && info(record)
		},
		create: async (name, options = {}) => {
			const mnemonic = newMnemonic()
			return { key: await importMnemonic(name, mnemonic, options), mnemonic }
		},
		importMnemonic,
		importPrivateKey: async (text, hex, { algo } = {}) => {
			const name = await freeName(text)
			const secret = fromHex(hex.trim().replace(/^0x/i, ''))
			if (secret?.length === 32) return addLocal(name, secret, { algo })
			throw new UserError('A private key is 32 bytes as 64 hexadecimal digits.', { next: 'Check that it is whole.' })
		},
		addWatchOnly: async (text, addressText) => {
			const name = await freeName(text)
			return add({ name, kind: 'watch', address: toHex(parseAddress(addressText.trim(), prefix)) })
		},
		addMultisig: async (text, threshold, memberTexts, options = {}) => {
			const name = await freeName(text)
			const members = await Promise.all(memberTexts.map(memberKey))
			const key = thresholdKey(threshold, members, options.keepOrder)
			return add({ name, kind: 'multi', address: toHex(key.address), threshold, members: key.members })
		},
		rename: async (from, to) => {
			const record = await need(from)
			await store.rename(record.name, await freeName(to))
		},
		delete: async (name) => store.remove((await need(name)).name),
		take: async (name) => {
			const record = await need(name)
			const place = (await store.list()).findIndex((other) => other.name === record.name)
			const secret = record.kind === 'local' ? await store.secret(record.name) : undefined
			await store.remove(record.name)
			let forgotten = false
			return {
				restore: async () => {
					if (forgotten) throw new UserError(`The key ${record.name} is gone.`, { next: 'Import it again.' })
					const records = await store.list()
					const free = unusedName(record.name, new Set(records.map((other) => other.name)))
					return add({ ...record, name: free }, secret, Math.min(place, records.length))
				},
				forget: () => {
					forgotten = true
					secret?.fill(0)
				},
			}
		},
		exportKey: async (name, passphrase) => {
			if (passphrase === '') throw new UserError('An exported key needs a passphrase.', { next: 'Choose one.' })
			const { record, secret } = await secretOf(name)
			return toArmor(secret, passphrase, record.algo, cost)
		},
		exportPrivateKey: async (name) => toHex((await secretOf(name)).secret),
		importKey: async (text, armor, passphrase) => {
			const name = await freeName(text)
			const { secret, algo } = await fromArmor(armor, passphrase)
			return addLocal(name, secret, { algo })
		},
		signer: async (name) => {
			const record = await needLocal(name)
			const { algo = 'secp256k1' } = record
			const pubKey = fromBase64(record.pubKey ?? '') ?? new Uint8Array()
			return keySigner({ address: info(record).address, pubKey, algo }, async (bytes) =>
				keyAlgos[algo].sign(bytes, await store.secret(record.name)),
			)
		},
		sign: async (name, bytes) => {
			const { record, secret } = await secretOf(name)
			return keyAlgos[record.algo ?? 'secp256k1'].sign(bytes, secret)
		},
		signDigest: async (name, digest) => {
			const { record, secret } = await secretOf(name)
			if (record.algo === 'eth_secp256k1') return signEthDigest(digest, secret)
			throw new UserError(`The key ${record.name} is no Ethereum key.`, {
				why: 'Its address is not one the EVM could recover from a signature.',
				next: 'Choose an Ethereum key, or make one with `chain-tui keys add NAME --algo eth_secp256k1`.',
			})
		},
		signText: async (name, text) => {
			const { record, secret } = await secretOf(name)
			const document = adr36SignBytes(info(record).address, utf8(text))
			const signature = keyAlgos[record.algo ?? 'secp256k1'].sign(document, secret)
			return { signature: toBase64(signature), pubKey: record.pubKey ?? '' }
		},
		verifyText: async (address, text, signature, pubKey) => {
			const key = fromBase64(pubKey) ?? new Uint8Array()
			const owner = parseAddress(address, prefix)
			const algo = Object.values(keyAlgos).find((candidate) => equalBytes(candidate.address(key), owner))
			const document = adr36SignBytes(addressToText(owner, prefix), utf8(text))
			return algo?.verify(document, fromBase64(signature) ?? new Uint8Array(), key) ?? false
		},
		apiKey: (url) => store.apiKey(url),
		setApiKey: (url, value) => store.setApiKey(url, value),
		moveTo: async (backend, passphrase) => {
			if (backend === store.backend) return
			const keys = await Promise.all(
				(await store.list()).map(async (record) => ({
					record,
					secret: record.kind === 'local' ? await store.secret(record.name) : undefined,
				})),
			)
			const apiKeys = await Promise.all(
				(await store.apiKeyIds()).map(async (id) => ({ id, value: await store.apiKey(id) })),
			)
			const { store: target, remember } = await moveStore(backend)
			if (target.isLocked()) await target.unlock(passphrase ?? '')
			const there = new Map((await target.list()).map((record) => [record.name, record]))
			const missing = keys.filter(({ record }) => !there.has(record.name))
			const others = keys.filter(({ record }) => !isSameKey(there.get(record.name) ?? record, record))
			if (others.length > 0) {
				throw new UserError(
					`No key was moved, because other keys have these names there: ${others.map(({ record }) => record.name).join(', ')}.`,
					{
						why: 'A key store has one key of each name.',
						next: `Rename or delete one of the two, with \`chain-tui keys rename NAME NEW_NAME\` or \`chain-tui keys delete NAME\`; the one there with --keyring-backend ${target.backend}. Then move the keys again.`,
					},
				)
			}
			for (const { record, secret } of missing) await target.put(record, secret)
			for (const { id, value } of apiKeys) await target.setApiKey(id, value)
			remember()
			store = target
		},
	}
}

/** Whether two records are of one key. A watched address is another key than the one that signs for it. */
function isSameKey(one: KeyRecord, other: KeyRecord): boolean {
	return one.address === other.address && one.kind === other.kind
}

/** Returns the name, or the first free one of `name 2`, `name 3` … */
function unusedName(name: string, taken: ReadonlySet<string>): string {
	let free = name
	for (let number = 2; taken.has(free); number++) free = `${[...name].slice(0, 58).join('').trimEnd()} ${number}`
	return free
}

function parseAddress(text: string, prefix: string): Uint8Array {
	return inOtherWords(
		() => addressFromAny(text, prefix),
		(cause) =>
			new UserError('This is not an address of this chain.', {
				why: `${cause.log}.`,
				next: `An address starts with ${prefix}1 or 0x.`,
				cause,
			}),
	)
}
