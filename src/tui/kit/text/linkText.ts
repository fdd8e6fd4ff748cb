import { hyperlink } from './hyperlink.ts'
import { safeText } from './safeText.ts'

/**
 * A text that opens a URL when it is clicked, for rows that are joined of strings; see `Link`. It takes the cells of the
 * text only. Say the URL of something the app or its user made; a stranger's text is never a URL.
 *
 * @param shown Whether the terminal shows links: `app.links`.
 * @param text Safe to print, perhaps coloured; the URL itself by default.
 */
export function linkText(shown: boolean, url: string, text = safeText(url, 200)): string {
	return shown ? hyperlink(url, text) : text
}
