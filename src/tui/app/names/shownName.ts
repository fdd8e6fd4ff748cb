import { safeText } from '../../kit/text/safeText.ts'

/** The name of a key, a chain or a place, or a label, as it is shown: safe to print, and cut where it would push other words off its line. */
export function shownName(name: string): string {
	return safeText(name, 40)
}
