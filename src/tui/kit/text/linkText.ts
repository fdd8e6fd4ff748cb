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

/**
 * A text that opens a URL when it is clicked (OSC 8, closed with BEL): a span of a row like a coloured one. It takes
 * the cells of its text alone, and `fitCells`, `clip` and the tables close it where they cut it. Drawing code calls
 * `linkText`, which leaves the link out where the terminal is not known to show it. A link is never made of what could
 * break out of one: a URL that is not printable ASCII under http or https, or that is longer than terminals take (2,083
 * bytes, as VTE and iTerm), gives the text alone; a text with sequences other than colours is shown as `safeText` shows
 * it.
 * @param text Safe to print, one line, perhaps coloured.
 */
export function hyperlink(url: string, text: string): string {
	const inside = coloured.test(text) ? text : safeText(text)
	if (text === '' || url.length > longestUrl || !linkable.test(url)) return inside
	return `\x1b]8;;${url}\x07${inside}\x1b]8;;\x07`
}

const longestUrl = 2_083
const linkable = /^https?:\/\/[\x21-\x7e]+$/
const coloured = /^(?:[^\x00-\x1f\x7f-\x9f]|\x1b\[[\d;]*m)*$/
