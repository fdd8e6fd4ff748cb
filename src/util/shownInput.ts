/** Replaces an input that must not be repeated. */
export const withheld = '(not shown: it looks like a secret)'

/** Fewest words of a text that may be a mnemonic or part of one. */
const fewestWords = 6
/** Half of a private key. */
const keyHex = /[0-9a-f]{32}/i
/** Longer than any word: a mnemonic without separators. */
const longWord = /[a-z]{40}/i

/**
 * Whether a text looks like a mnemonic (however it is pasted), a private key, or another long secret. Errors must not
 * repeat it, because they go to logs and screens. A transaction hash looks like a private key.
 */
export function looksSecret(text: string): boolean {
	const words = text.split(/[^a-z]+/i).filter((word) => word !== '')
	// A word of the BIP-39 list has three to eight letters; one of them may be mistyped.
	const likely = words.filter(({ length }) => length >= 3 && length <= 8).length
	if (words.length >= fewestWords && likely >= words.length * 0.8 && !text.includes('/')) return true
	return keyHex.test(text.replace(/\s/g, '')) || longWord.test(text)
}

/** An input as an error may show it: unchanged, or withheld. */
export function shownInput(text: string): string {
	return looksSecret(text) ? withheld : text
}

/** Turns untrusted text into one line without terminal control: control characters are written as JSON escapes. */
export function safeLine(text: string): string {
	return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, (char) => {
		return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
	})
}
