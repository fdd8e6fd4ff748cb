import sliceAnsi from 'slice-ansi'
import { cellWidth } from './cells.ts'

/**
 * The cells of a coloured line from one column up to another, exactly as many. A wide character of which only one half
 * is inside is a blank: slice-ansi would keep it whole and shift what follows.
 */
export function sliceCells(text: string, from: number, to: number): string {
	if (from < 0) return sliceCells(text, 0, to)
	if (from >= to) return ''
	if (from === 0 && to >= cellWidth(text)) return text
	const left = from > 0 && cellWidth(sliceAnsi(text, 0, from)) > from ? 1 : 0
	let kept = sliceAnsi(text, from + left, to)
	if (cellWidth(kept) > to - from - left) kept = sliceAnsi(text, from + left, to - 1)
	return ' '.repeat(left) + kept + ' '.repeat(Math.max(0, to - from - left - cellWidth(kept)))
}
