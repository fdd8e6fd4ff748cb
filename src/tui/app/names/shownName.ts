import { safeText } from '../../kit/text/safeText.ts'

/** A name of the user's, such as that of a key or a place, as it is shown: safe to print, and cut where it would push other words off its line. */
export function shownName(name: string): string {
	return safeText(name, 40)
}
