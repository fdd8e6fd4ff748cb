import { stripVTControlCharacters } from 'node:util'
import sliceAnsi from 'slice-ansi'
import { BoundedCache } from '../../../util/BoundedCache.ts'
import { segments } from './segments.ts'
import stringWidth from './stringWidth.ts'

/** Width of a text in terminal cells, without colour sequences. */
export function cellWidth(text: string): number {
	if (printableAscii.test(text)) return text.length
	return text.length > longText ? longWidth(text) : widths.get(text, stringWidth)
}

/** Fits a text to exactly `cells` cells: cut with `…` or padded; a wide character cut in half becomes padding. */
export function fitCells(text: string, cells: number, align: 'left' | 'right' | 'center' = 'left'): string {
	if (cells <= 0) return ''
	const width = cellWidth(text)
	if (width <= cells) return pad(text, cells - width, align)
	const cut = head(text, cells - 1)
	return pad(`${cut}…`, cells - 1 - cellWidth(cut), 'left')
}

/** A text in at most `cells` cells: cut with `…`, never padded. */
export function cutCells(text: string, cells: number): string {
	return fitCells(text, Math.min(cells, cellWidth(text)))
}

/** The first `cells` cells of a text, without an ellipsis. */
export function clip(text: string, cells: number): string {
	if (cells <= 0) return ''
	const width = cellWidth(text)
	if (width <= cells) return pad(text, cells - width, 'left')
	const cut = head(text, cells)
	return pad(cut, cells - cellWidth(cut), 'left')
}

/** Shortens in the middle, for hashes and addresses: `chain14h34…5kur0`. The text is plain ASCII. */
export function middle(text: string, cells: number): string {
	if (text.length <= cells) return text
	if (cells < 4) return text.slice(0, Math.max(0, cells))
	const tail = Math.floor((cells - 1) / 2)
	return `${text.slice(0, cells - 1 - tail)}…${text.slice(text.length - tail)}`
}

/** Breaks one line of uncoloured text at spaces, or inside a word longer than the width. At least one line. */
export function wrapCells(text: string, cells: number): readonly string[] {
	if (cells <= 0) return []
	const lines: string[] = []
	let line = ''
	let width = 0
	for (const word of text.split(/(?<= )/)) {
		const wordWidth = cellWidth(word)
		if (width + cellWidth(word.trimEnd()) <= cells) {
			line += word
			width += wordWidth
			continue
		}
		if (line !== '') lines.push(line.trimEnd())
		line = ''
		width = 0
		for (const segment of segments(word)) {
			const segmentWidth = cellWidth(segment)
			if (width + segmentWidth > cells && line !== '') {
				lines.push(line)
				line = ''
				width = 0
			}
			line += segment
			width += segmentWidth
		}
	}
	lines.push(line.trimEnd())
	return lines
}

/** Breaks one line of uncoloured text exactly at the width, wherever that is. At least one line. */
export function breakCells(text: string, cells: number): readonly string[] {
	const lines = ['']
	let width = 0
	for (const segment of segments(text)) {
		const segmentWidth = cellWidth(segment)
		if (width + segmentWidth > cells && width > 0) {
			lines.push('')
			width = 0
		}
		lines[lines.length - 1] += segment
		width += segmentWidth
	}
	return lines
}

/** Grapheme clusters of a text: what users see as characters. */
export function graphemes(text: string): readonly string[] {
	return [...segments(text)]
}

/** The first cells of a text. slice-ansi keeps a wide character that only half fits, which is one cell too many. */
function head(text: string, cells: number): string {
	if (printableAscii.test(text)) return text.slice(0, cells)
	const cut = sliceAnsi(text, 0, cells)
	return cellWidth(cut) <= cells ? cut : sliceAnsi(text, 0, cells - 1)
}

function pad(text: string, missing: number, align: 'left' | 'right' | 'center'): string {
	if (missing <= 0) return text
	if (align === 'right') return ' '.repeat(missing) + text
	if (align === 'left') return text + ' '.repeat(missing)
	const left = Math.floor(missing / 2)
	return ' '.repeat(left) + text + ' '.repeat(missing - left)
}

/**
 * The package's time grows with the square of the length, so a text that is long without its colours is measured cluster by
 * cluster.
 */
function longWidth(text: string): number {
	const bare = stripVTControlCharacters(text)
	if (bare.length <= longText) return cellWidth(bare)
	let width = 0
	for (const segment of segments(bare)) width += cellWidth(segment)
	return width
}

const longText = 512
const printableAscii = /^[\x20-\x7e]*$/
const widths = new BoundedCache<number>(8_192)

/** Cells a page to read is wide at most, its frame included: longer lines are hard to read. */
export const pageCells = 84
