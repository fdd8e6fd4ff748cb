/** Units of a text that are looked at together: the segmenter's time grows with the square of them (Node 20). */
const window = 256

/**
 * The grapheme clusters of a text, what a user calls its characters, one after the other, in a time that grows with its
 * length and no faster. A boundary does not depend on what lies before the cluster that ends there (Unicode UAX #29),
 * so the text may be taken in pieces; of each piece the last cluster may go on and is looked at again.
 */
export function* segments(text: string): Generator<string, void, undefined> {
	let from = 0
	let size = window
	while (from < text.length) {
		const isLast = from + size >= text.length
		const cut = from + size
		// Not through the middle of a character: half of one is another character.
		const isPair = !isLast && /[\ud800-\udbff]/.test(text[cut - 1]!)
		const piece = text.slice(from, isPair ? cut - 1 : cut)
		let held = ''
		let taken = 0
		for (const { segment } of graphemesOf(piece)) {
			if (held !== '') {
				yield held
				taken += held.length
			}
			held = segment
		}
		if (isLast) {
			yield held
			return
		}
		// One cluster fills the piece: a longer piece tells where it ends.
		size = taken === 0 ? size * 2 : window
		from += taken
	}
}

let segmenter: Intl.Segmenter | undefined

/** Made at its first use: its tables take 9 ms, and a frame of plain signs needs none. */
function graphemesOf(text: string): Intl.Segments {
	segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
	return segmenter.segment(text)
}
