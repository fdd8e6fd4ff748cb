import { invalid } from './ServiceContext.ts'

/** Control characters (ESC, BEL, C1), direction marks and other invisible signs, line ends: they would act on a terminal or mislead. */
const invisible = /[\p{C}\p{Zl}\p{Zp}]/u

/** A name of a project or application: one line, not blank. @throws {ServiceFault} */
export function checkName(name: string, what: string): string {
	const trimmed = name.trim()
	if (trimmed === '') throw invalid(`The name of ${what} has 1 to 80 characters in one line.`)
	return checkLine(trimmed, `The name of ${what}`, 80)
}

/** A text of one line that may be empty. @throws {ServiceFault} */
export function checkLine(text: string, what: string, most: number): string {
	if (text.length > most || invisible.test(text)) {
		throw invalid(`${what} has at most ${most} characters in one line, all of them visible.`)
	}
	return text
}

/** The key of an account: its e-mail in lower case. @throws {ServiceFault} for an invalid e-mail. */
export function emailKeyOf(email: string): string {
	const shown = email.trim()
	if (shown.length > 254 || !/^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(shown)) {
		throw invalid('This is no e-mail address.', 'Write it as name@example.com.')
	}
	return shown.toLowerCase()
}
