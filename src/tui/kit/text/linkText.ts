import { hyperlink } from './hyperlink.ts'
import { safeText } from './safeText.ts'

/**
 * A text that opens a URL when it is clicked, where the terminal is known to show links. It takes the cells of the text
 * only, so it may be cut, padded, aligned and coloured like any other part of a row. Say the URL of something the app or its user made; a stranger's text is never a URL.
 *
 * @param shown Whether the terminal shows links: `app.links`.
 * @param text Safe to print, perhaps coloured; the URL itself by default.
 */
export function linkText(shown: boolean, url: string, text = safeText(url, 200)): string {
	return shown ? hyperlink(url, text) : text
}
