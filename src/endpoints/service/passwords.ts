import { hash, verify } from '@node-rs/argon2'
import { limits } from '../limits.ts'
import { invalid } from './ServiceFault.ts'

/** The package's number for argon2id; its own name for it is an enum that is gone at run time. */
const argon2id = 2
/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const options = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Shortest and longest password, in characters. */
const passwordLength = { min: limits.passwordMinimum, max: limits.passwordMaximum } as const

/**
 * argon2id string of a password.
 *
 * @throws {ServiceFault} if it is too short or too long.
 */
export async function hashPassword(password: string): Promise<string> {
	if (password.length < passwordLength.min || password.length > passwordLength.max) {
		throw invalid(
			`The password has ${password.length} characters.`,
			`Choose one of ${passwordLength.min} to ${passwordLength.max} characters.`,
		)
	}
	return hash(password, options)
}

let dummy: Promise<string> | undefined

/**
 * Whether the password matches the stored hash. Without a hash the same work is done, so that the time does not reveal
 * which e-mails have accounts.
 */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
	dummy ??= hash('no account has this password', options)
	const matches = await verify(stored ?? (await dummy), password.slice(0, passwordLength.max))
	return matches && stored != null
}

/** Whether a stored hash has outdated parameters. */
export function needsRehash(stored: string): boolean {
	return !stored.startsWith(`$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$`)
}
