import { pbkdf2Sync } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { generateMnemonic, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { UserError } from '../errors/UserError.ts'
import { shownInput } from '../util/shownInput.ts'

/** A new 24-word English mnemonic of 256 random bits (BIP-39). */
export function newMnemonic(): string {
	return generateMnemonic(wordlist, 256)
}

/** Words in lower case with one space between them, of words with blanks, line ends, commas or semicolons between them. */
export function normalMnemonic(text: string): string {
	return text
		.toLowerCase()
		.split(/[\s,;]+/)
		.filter((word) => word !== '')
		.join(' ')
}

/** Whether a text is a mnemonic: its words are on the English list and the checksum fits. */
export function isMnemonic(text: string): boolean {
	return validateMnemonic(normalMnemonic(text), wordlist)
}

/** The path of the first key of a coin type: `m/44'/118'/0'/0/0` (BIP-44). */
export function hdPath(coinType: number, account = 0, index = 0): string {
	return `m/44'/${coinType}'/${account}'/0/${index}`
}

/** The 32-byte private key of a mnemonic at a path (BIP-39, BIP-32). @throws {UserError} if either is invalid. */
export function privateKeyFromMnemonic(mnemonic: string, path: string, passphrase = ''): Uint8Array {
	return privateKeysFromMnemonic(mnemonic, [path], passphrase)[0]!
}

/** The private keys of a mnemonic at several paths. Throws as `privateKeyFromMnemonic` does. */
export function privateKeysFromMnemonic(
	mnemonic: string,
	paths: readonly string[],
	passphrase = '',
): readonly Uint8Array[] {
	const words = normalMnemonic(mnemonic)
	if (!isMnemonic(words)) {
		throw new UserError('This is not a valid mnemonic', {
			why: 'A word is not on the list, one is missing or two are swapped: the checksum does not fit.',
			next: 'Check the words and their order.',
		})
	}
	const master = HDKey.fromMasterSeed(seedOf(words, passphrase))
	// Keys of one account share all steps but the last.
	const parents = new Map<string, HDKey>()
	return paths.map((path) => {
		const key = deriveKey(master, path, parents)
		if (key !== null) return new Uint8Array(key)
		throw new UserError(`"${shownInput(path)}" is not a key path`, { next: "Write it as m/44'/118'/0'/0/0." })
	})
}

/** The seed of BIP-39, by Node's own function: a hundredth of the time that one in JavaScript takes. */
function seedOf(words: string, passphrase: string): Uint8Array {
	return pbkdf2Sync(words.normalize('NFKD'), `mnemonic${passphrase.normalize('NFKD')}`, 2048, 64, 'sha512')
}

function deriveKey(master: HDKey, path: string, parents: Map<string, HDKey>): Uint8Array | null {
	try {
		const [, start = '', last = ''] = /^(.+)\/([^/]+)$/.exec(path) ?? []
		if (start === '') return master.derive(path).privateKey
		const parent = parents.get(start) ?? master.derive(start)
		parents.set(start, parent)
		return parent.derive(`m/${last}`).privateKey
	} catch {
		return null
	}
}
