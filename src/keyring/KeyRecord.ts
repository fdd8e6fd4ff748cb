import { createMultisigThresholdPubkey, encodeSecp256k1Pubkey, pubkeyToRawAddress } from '@cosmjs/amino'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { normalMnemonic, privateKeyFromMnemonic } from '../crypto/hdKey.ts'
import { UserError } from '../errors/UserError.ts'
import { looksSecret } from '../util/shownInput.ts'

/** Kind of a key: the chain's own, or Ethereum's, which also signs for the EVM. */
export type KeyAlgo = 'secp256k1' | 'eth_secp256k1'

/** The public half of a key as a store keeps it. It has no prefix, because addresses are bytes. */
export interface KeyRecord {
	readonly name: string
	/** `local` has a secret, `watch` only an address, `multi` is a multisig key. */
	readonly kind: 'local' | 'watch' | 'multi'
	/** Address bytes, lower-case hex. */
	readonly address: string
	/** Only for `local`; absent for the chain's own kind. */
	readonly algo?: 'eth_secp256k1'
	/** Compressed secp256k1 key, base64; `local` only. */
	readonly pubKey?: string
	/** HD path; absent if the key does not come from a mnemonic. */
	readonly path?: string
	/** Only for `multi`: number of required signatures. */
	readonly threshold?: number
	/** Only for `multi`: compressed member keys, base64, in the order of the multisig key. */
	readonly members?: readonly string[]
}

const pattern = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._@ -]{0,62}[\p{L}\p{M}\p{N}])?$/u

/**
 * Normalizes the name of a key, so that names that look equal are equal. A name has at most 64 characters: letters,
 * digits, `. _ - @`, and inner blanks.
 * @throws {UserError} for any other text, and for a name that looks like an address or a secret.
 */
export function keyName(text: string, prefix: string): string {
	const name = text.normalize('NFC').trim()
	if (!pattern.test(name)) {
		throw new UserError(name === '' ? 'A key needs a name.' : 'This is no name for a key.', {
			next: 'Use up to 64 letters and digits, with . _ - @ or blanks between them.',
		})
	}
	if (looksSecret(name)) {
		throw new UserError('This looks like a mnemonic or a private key, and no name.', {
			why: 'Names are kept in the clear and shown everywhere.',
			next: 'Choose a short name, and enter the secret where it is asked for.',
		})
	}
	if (name.startsWith(`${prefix}1`) && name.length > prefix.length + 30) {
		throw new UserError('The name of a key cannot look like an address.', { next: 'Choose a shorter name.' })
	}
	return name
}

/**
 * The private key of a mnemonic and path, telling which word is none by its place: a typing error among 24 words is
 * hard to see, and the word itself belongs into no log.
 * @throws {UserError}
 */
export function mnemonicKey(mnemonic: string, path: string, passphrase = ''): Uint8Array {
	const words = normalMnemonic(mnemonic).split(' ')
	const wrong = words.findIndex((word) => !wordlist.includes(word))
	if (wrong >= 0 && words[0] !== '') {
		throw new UserError(`Word ${wrong + 1} of ${words.length} is not one of the 2048 words.`, {
			next: 'Check its spelling; the words stand with blanks or commas between them.',
		})
	}
	return privateKeyFromMnemonic(mnemonic, path, passphrase)
}

/** A multisig key of compressed secp256k1 keys. */
interface ThresholdKey {
	/** Raw. */
	readonly address: Uint8Array
	/** Base64, in the order of the key. */
	readonly members: readonly string[]
}

/** A multisig key, members sorted by address unless `keepOrder`. @throws {UserError} for an impossible threshold. */
export function thresholdKey(threshold: number, members: readonly Uint8Array[], keepOrder = false): ThresholdKey {
	if (!Number.isInteger(threshold) || threshold < 1 || threshold > members.length) {
		throw new UserError(`A threshold of ${threshold} does not fit ${members.length} keys`, {
			next: 'Choose a threshold between 1 and the number of keys.',
		})
	}
	const key = createMultisigThresholdPubkey(members.map(encodeSecp256k1Pubkey), threshold, keepOrder)
	return { address: pubkeyToRawAddress(key), members: key.value.pubkeys.map(({ value }) => String(value)) }
}
