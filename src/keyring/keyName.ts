import { UserError } from '../errors/UserError.ts'
import { looksSecret } from '../util/shownInput.ts'

const pattern = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._@ -]{0,62}[\p{L}\p{M}\p{N}])?$/u

/**
 * Normalizes the name of a key, so that names that look equal are equal. A name has at most 64 characters: letters,
 * digits, `. _ - @`, and inner blanks.
 *
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
