/** What stands where an input would have been repeated. */
export const withheld = '(not shown: it looks like a secret)'

/** Fewest words of a text that may be a mnemonic, or a part of one. */
const fewestWords = 6
/** Half of a private key. */
const keyHex = /[0-9a-f]{32}/i
/** Longer than any word: words without anything between them. */
const longWord = /[a-z]{40}/i

/**
 * Whether a text looks like a mnemonic, however it is pasted, a private key, or something long that nobody types: an error
 * must not repeat it, since errors go into logs and onto screens. A transaction's hash looks like a private key.
 */
export function looksSecret(text: string): boolean {
	const words = text.split(/[^a-z]+/i).filter((word) => word !== '')
	// A word of the list has three to eight letters; one of them may be mistyped.
	const likely = words.filter(({ length }) => length >= 3 && length <= 8).length
	if (words.length >= fewestWords && likely >= words.length * 0.8 && !text.includes('/')) return true
	return keyHex.test(text.replace(/\s/g, '')) || longWord.test(text)
}

/** An input as an error may repeat it: as it is, or withheld. */
export function shownInput(text: string): string {
	return looksSecret(text) ? withheld : text
}
