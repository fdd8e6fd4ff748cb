import { HDKey } from '@scure/bip32'
import { generateMnemonic, mnemonicToSeed, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { UserError } from '../errors/UserError.ts'

/** The framework's HD path for a coin type: first account, first address (cosmos-sdk v0.44.5 types/address.go). */
export function defaultPath(coinType: number): string {
	return `m/44'/${coinType}'/0'/0/0`
}

/** 24 new words (256 bits of entropy). */
export function newMnemonic(): string {
	return generateMnemonic(wordlist, 256)
}

/**
 * The private key of a mnemonic and path (BIP-39, BIP-32). Words may be in any case with any blanks between them.
 * Throws UserError for words that are no mnemonic and for a path that is none.
 */
export async function mnemonicKey(mnemonic: string, path: string, passphrase = ''): Promise<Uint8Array> {
	const words = mnemonic.normalize('NFKD').trim().toLowerCase().split(/\s+/u)
	const unknown = words.find((word) => !wordlist.includes(word))
	if (unknown !== undefined) {
		throw new UserError(`"${unknown}" is not one of the 2048 words.`, { next: 'Check the spelling of each word.' })
	}
	if (!validateMnemonic(words.join(' '), wordlist)) {
		throw new UserError('These words are no mnemonic.', {
			why: `There are ${words.length} of them, and their checksum does not fit.`,
			next: 'Check that all 12 to 24 words are there, in order.',
		})
	}
	if (!/^m(?:\/\d{1,10}'?)+$/.test(path)) {
		throw new UserError(`"${path}" is no HD path.`, { next: "Write it like m/44'/118'/0'/0/0." })
	}
	const seed = await mnemonicToSeed(words.join(' '), passphrase)
	const key = HDKey.fromMasterSeed(seed).derive(path).privateKey
	if (key) return key
	throw new UserError('This path leads to no key.', { next: 'Use another last number in the path.' })
}
