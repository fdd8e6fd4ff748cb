import { cellWidth } from '../text/cells.ts'

/** In place of the package `widest-line`, which measures every text of every frame anew: cells of the widest line. */
export default function widestLine(text: string): number {
	if (!text.includes('\n')) return cellWidth(text)
	return text.split('\n').reduce((widest, line) => Math.max(widest, cellWidth(line)), 0)
}
