import { HDKey } from '@scure/bip32'
import { generateMnemonic, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { UserError } from '../errors/UserError.ts'

/** A new 24-word English mnemonic of 256 random bits (BIP-39). */
export function newMnemonic(): string {
	return generateMnemonic(wordlist, 256)
}

/** Whether a text is an English mnemonic of 12, 15, 18, 21 or 24 words with the right checksum. */
export function isMnemonic(text: string): boolean {
	return validateMnemonic(normalMnemonic(text), wordlist)
}

/** Words in lower case with one space between them. */
export function normalMnemonic(text: string): string {
	return text.trim().toLowerCase().split(/\s+/).join(' ')
}

/** The path of the first key of a coin type: `m/44'/118'/0'/0/0` (BIP-44). */
export function hdPath(coinType: number, account = 0, index = 0): string {
	return `m/44'/${coinType}'/${account}'/0/${index}`
}

/**
 * The 32-byte private key of a mnemonic at a path (BIP-39 seed, BIP-32 derivation).
 * Throws UserError for a mnemonic or path that is none.
 */
export function privateKeyFromMnemonic(mnemonic: string, path: string, passphrase = ''): Uint8Array {
	const words = normalMnemonic(mnemonic)
	if (!validateMnemonic(words, wordlist)) {
		throw new UserError('This is not a valid mnemonic', {
			why: 'A word is not on the list, one is missing or two are swapped: the checksum does not fit.',
			next: 'Check the words and their order.',
		})
	}
	const key = deriveKey(mnemonicToSeedSync(words, passphrase), path)
	if (key === null) {
		throw new UserError(`"${path}" is not a key path`, { next: "Write it as m/44'/118'/0'/0/0." })
	}
	return new Uint8Array(key)
}

function deriveKey(seed: Uint8Array, path: string): Uint8Array | null {
	try {
		return HDKey.fromMasterSeed(seed).derive(path).privateKey
	} catch {
		return null
	}
}
