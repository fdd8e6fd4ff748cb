import { wordlist } from '@scure/bip39/wordlists/english.js'
import { normalMnemonic, privateKeyFromMnemonic } from '../crypto/hdKey.ts'
import { UserError } from '../errors/UserError.ts'

/**
 * The private key of a mnemonic and path, telling which word is none by its place: a typing error among 24 words is
 * hard to see, and the word itself belongs into no log.
 *
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
