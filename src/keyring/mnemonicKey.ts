import { wordlist } from '@scure/bip39/wordlists/english.js'
import { normalMnemonic, privateKeyFromMnemonic } from '../crypto/hdKey.ts'
import { UserError } from '../errors/UserError.ts'

/**
 * The private key of a mnemonic and path, naming the first word that is none: a typing error among 24 words is hard to see.
 * Throws UserError.
 */
export function mnemonicKey(mnemonic: string, path: string, passphrase = ''): Uint8Array {
	const unknown = normalMnemonic(mnemonic)
		.split(' ')
		.find((word) => !wordlist.includes(word))
	if (unknown) {
		throw new UserError(`"${unknown}" is not one of the 2048 words.`, { next: 'Check the spelling of each word.' })
	}
	return privateKeyFromMnemonic(mnemonic, path, passphrase)
}
