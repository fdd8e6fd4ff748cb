/**
 * Makes an untrusted text safe for one terminal line: escapes characters that move the cursor or hide or reorder text
 * (`\u001b`), and cuts long texts.
 *
 * @param most Longest result in characters.
 */
export function printable(text: string, most = 200): string {
	const shown = [...text].slice(0, most).join('')
	const safe = shown.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (char) =>
		[...Array(char.length).keys()].map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
	)
	return shown.length < text.length ? `${safe}…` : safe
}
