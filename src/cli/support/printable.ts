/**
 * Untrusted text for one line of a terminal: what could move the cursor, hide or reorder the line is written as an
 * escape (`\u001b`), and a long text is cut.
 *
 * @param most Characters that are shown at most.
 */
export function printable(text: string, most = 200): string {
	const shown = [...text].slice(0, most).join('')
	const safe = shown.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (char) =>
		[...Array(char.length).keys()].map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
	)
	return shown.length < text.length ? `${safe}…` : safe
}
