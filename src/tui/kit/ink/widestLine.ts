import { cellWidth } from '../text/cells.ts'

/** Replaces the package `widest-line`, which measures every text of every frame again: cells of the widest line. */
export default function widestLine(text: string): number {
	if (!text.includes('\n')) return cellWidth(text)
	return text.split('\n').reduce((widest, line) => Math.max(widest, cellWidth(line)), 0)
}
