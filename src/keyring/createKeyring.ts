import { addressFromText, addressToText } from '../codec/address/address.ts'
import type { ChainSettings } from '../codec/ChainSettings.ts'
import { createRegistry } from '../codec/registry/createRegistry.ts'
import { adr36SignBytes } from '../codec/signDoc/adr36SignBytes.ts'
import { hdPath, newMnemonic } from '../crypto/hdKey.ts'
import { multisigKey } from '../crypto/multisig.ts'
import { addressOfPublicKey, secp256k1Address } from '../crypto/publicKey.ts'
import { secp256k1PublicKey, signSecp256k1, verifySecp256k1 } from '../crypto/secp256k1.ts'
import { ChainError } from '../errors/ChainError.ts'
import { UserError } from '../errors/UserError.ts'
import { compareBytes, equalBytes, fromBase64, fromHex, toBase64, toHex, utf8 } from '../util/bytes.ts'
import { shownInput } from '../util/shownInput.ts'
import type { KeyRecord, KeyringBackend } from './KeyRecord.ts'
import type { KeyInfo, Keyring } from './Keyring.ts'
import type { KeyStore } from './KeyStore.ts'
import { fromArmor, toArmor } from './keyArmor.ts'
import { keyName } from './keyName.ts'
import { keySigner } from './keySigner.ts'
import { mnemonicKey } from './mnemonicKey.ts'
import type { KdfParams } from './passphraseKey.ts'

/** What a keyring is made of. */
export interface KeyringParts {
	readonly store: KeyStore
	readonly settings: ChainSettings
	readonly notice: string
	/** Opens another store to copy the keys to; `remember` makes later starts use it. */
	readonly moveStore: (to: KeyringBackend) => Promise<{ readonly store: KeyStore; readonly remember: () => void }>
	/** Cost of exports' passphrases. */
	readonly cost?: Omit<KdfParams, 'salt'>
}

/** The keyring over one store. */
export function createKeyring({ store: first, settings, notice, moveStore, cost }: KeyringParts): Keyring {
	let store = first
	const { prefix } = settings

	const info = ({ address, ...record }: KeyRecord): KeyInfo => ({
		...record,
		address: addressToText(fromHex(address) ?? new Uint8Array(), prefix),
	})
	const find = async (nameOrAddress: string): Promise<KeyRecord | undefined> => {
		const records = await store.list()
		const name = nameOrAddress.normalize('NFC').trim()
		const named = records.find((record) => record.name === name)
		return named ?? records.find((record) => info(record).address === name.toLowerCase())
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
		const same = (await store.list()).find((other) => other.address === record.address && other.kind === record.kind)
		if (same) {
			throw new UserError(`This key is already here, as ${same.name}.`, { next: 'Rename that one if you like.' })
		}
		await store.put(record, secret, place)
		return info(record)
	}
	const addLocal = (name: string, secret: Uint8Array, path?: string): Promise<KeyInfo> => {
		const pubKey = secp256k1PublicKey(secret)
		const address = toHex(secp256k1Address(pubKey))
		const record: KeyRecord = { name, kind: 'local', address, pubKey: toBase64(pubKey) }
		return add(path === undefined ? record : { ...record, path }, secret)
	}
	const importMnemonic: Keyring['importMnemonic'] = async (text, mnemonic, options = {}) => {
		const name = await freeName(text)
		const path = options.path ?? hdPath(settings.coinType)
		return addLocal(name, mnemonicKey(mnemonic, path, options.passphrase), path)
	}
	const memberKey = async (member: string): Promise<Uint8Array> => {
		const key = fromBase64((await find(member))?.pubKey ?? member)
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
		importPrivateKey: async (text, hex) => {
			const name = await freeName(text)
			const secret = fromHex(hex.trim().replace(/^0x/i, ''))
			if (secret?.length === 32) return addLocal(name, secret)
			throw new UserError('A private key is 32 bytes as 64 hexadecimal digits.', { next: 'Check that it is whole.' })
		},
		addWatchOnly: async (text, addressText) => {
			const name = await freeName(text)
			return add({ name, kind: 'watch', address: toHex(parseAddress(addressText.trim(), prefix)) })
		},
		addMultisig: async (text, threshold, memberTexts, options = {}) => {
			const name = await freeName(text)
			const members = await Promise.all(memberTexts.map(memberKey))
			if (!options.keepOrder) members.sort((a, b) => compareBytes(secp256k1Address(a), secp256k1Address(b)))
			const address = toHex(addressOfPublicKey(multisigKey(threshold, members), createRegistry()))
			return add({ name, kind: 'multi', address, threshold, members: members.map(toBase64) })
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
			return toArmor((await secretOf(name)).secret, passphrase, cost)
		},
		exportPrivateKey: async (name) => toHex((await secretOf(name)).secret),
		importKey: async (text, armor, passphrase) => {
			const name = await freeName(text)
			return addLocal(name, await fromArmor(armor, passphrase))
		},
		signer: async (name) => {
			const record = await needLocal(name)
			return keySigner(info(record).address, fromBase64(record.pubKey ?? '') ?? new Uint8Array(), async (bytes) =>
				signSecp256k1(bytes, await store.secret(record.name)),
			)
		},
		sign: async (name, bytes) => signSecp256k1(bytes, (await secretOf(name)).secret),
		signText: async (name, text) => {
			const { record, secret } = await secretOf(name)
			const signature = signSecp256k1(adr36SignBytes(info(record).address, utf8(text)), secret)
			return { signature: toBase64(signature), pubKey: record.pubKey ?? '' }
		},
		verifyText: async (address, text, signature, pubKey) => {
			const key = fromBase64(pubKey) ?? new Uint8Array()
			const owner = parseAddress(address, prefix)
			if (!equalBytes(secp256k1Address(key), owner)) return false
			return verifySecp256k1(adr36SignBytes(address, utf8(text)), fromBase64(signature) ?? new Uint8Array(), key)
		},
		moveTo: async (backend, passphrase) => {
			if (backend === store.backend) return
			const keys = await Promise.all(
				(await store.list()).map(async (record) => ({
					record,
					secret: record.kind === 'local' ? await store.secret(record.name) : undefined,
				})),
			)
			const { store: target, remember } = await moveStore(backend)
			if (target.isLocked()) await target.unlock(passphrase ?? '')
			const there = new Set((await target.list()).map((record) => record.name))
			for (const { record, secret } of keys) if (!there.has(record.name)) await target.put(record, secret)
			remember()
			store = target
		},
	}
}

/** A name, or the first of `name 2`, `name 3` … that is free. */
function unusedName(name: string, taken: ReadonlySet<string>): string {
	let free = name
	for (let number = 2; taken.has(free); number++) free = `${[...name].slice(0, 58).join('').trimEnd()} ${number}`
	return free
}

function parseAddress(text: string, prefix: string): Uint8Array {
	try {
		return addressFromText(text, prefix)
	} catch (cause) {
		if (!(cause instanceof ChainError)) throw cause
		throw new UserError('This is not an address of this chain.', {
			why: `${cause.log}.`,
			next: `An address starts with ${prefix}1.`,
			cause,
		})
	}
}
