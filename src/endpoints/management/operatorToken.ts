import { timingSafeEqual } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../../errors/UserError.ts'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'
import { isSecret, newSecret, operatorPrefix, secretHash } from '../service/secrets.ts'

/** File of the operator's token in a home. */
function fileOf(home: string): string {
	return join(home, 'endpoints-operator.token')
}

/**
 * The operator's token. It is valid only while its file holds a complete token that only its owner can read: an empty,
 * truncated or readable file gives nobody the operator's rights.
 *
 * @throws {UserError} with the reason.
 */
export function readOperatorToken(home: string): string {
	const file = fileOf(home)
	let text: string
	let mode: number
	try {
		text = readFileSync(file, 'utf8').trim()
		mode = statSync(file).mode & 0o777
	} catch (cause) {
		throw new UserError("The operator's token cannot be read.", {
			why: 'Only who runs the service may do this.',
			next: 'Run the command on the machine of the service, with its --home.',
			cause,
		})
	}
	const next = `Delete ${file} and start the node again: it makes a new one.`
	if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
		throw new UserError("The operator's token is not used: others may have read it.", {
			why: `Its file ${file} has the mode ${mode.toString(8)} and may be read by its owner only (600).`,
			next,
		})
	}
	if (!isSecret(text, operatorPrefix)) {
		const why = text === '' ? `Its file ${file} is empty.` : `The file ${file} does not hold a whole token.`
		throw new UserError("Nobody has the operator's rights: there is no token.", { why, next })
	}
	return text
}

/**
 * Makes the token at the first start.
 *
 * @throws {UserError} if the one that is there cannot be used.
 */
export function prepareOperatorToken(home: string): void {
	writeFileAtomic(fileOf(home), `${newSecret(operatorPrefix)}\n`, { onlyNew: true })
	readOperatorToken(home)
}

/** Whether a text is the token of a home. The file is read each time, so that repairing it needs no restart. */
export function isOperatorToken(home: string | undefined, given: unknown): boolean {
	if (home === undefined || typeof given !== 'string') return false
	try {
		return timingSafeEqual(Buffer.from(secretHash(given)), Buffer.from(secretHash(readOperatorToken(home))))
	} catch {
		return false
	}
}
