import { invalid } from './ServiceFault.ts'

/**
 * The key of an account: its e-mail in lower case.
 *
 * @throws {ServiceFault} for an invalid e-mail.
 */
export function emailKeyOf(email: string): string {
	const shown = email.trim()
	if (shown.length > 254 || !/^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(shown)) {
		throw invalid('This is no e-mail address.', 'Write it as name@example.com.')
	}
	return shown.toLowerCase()
}
