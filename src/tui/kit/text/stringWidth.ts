import exactStringWidth from 'string-width'

/** ASCII, dashes, ellipsis, angles, arrows, box drawing, blocks and our marks: one cell each in every reading. */
const plainCells =
	/^[\u0020-\u007e\u00b7\u2013\u2014\u2026\u2039\u203a\u2190-\u2193\u23ce\u2500-\u259f\u25b8\u25c0-\u25c6\u25cb\u25cf\u25d0\u2713\u2717]*$/

/** What sets colours and weight (SGR): no cell at all. */
const colours = /\x1b\[[\d;:]*m/g

/**
 * Cells of a text, as the package string-width counts them. Texts of signs that are one cell each, coloured or not, are told
 * from their length: the package looks at each sign by itself, and its emoji expression takes 15 ms to compile, which the
 * first frame, all borders and words, need not wait for. The bundle gives this function to Ink too (scripts/build.js).
 */
export default function stringWidth(text: string, options?: Parameters<typeof exactStringWidth>[1]): number {
	const bare = options?.countAnsiEscapeCodes === true ? text : text.replace(colours, '')
	return plainCells.test(bare) ? bare.length : exactStringWidth(text, options)
}
