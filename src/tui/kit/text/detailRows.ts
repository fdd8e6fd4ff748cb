import { stripVTControlCharacters } from 'node:util'
import type { Theme } from '../theme/Theme.ts'
import { cellWidth, fitCells, wrapCells } from './cells.ts'

/** A label and its value; the value is safe to print and may be coloured. */
export type Detail = readonly [label: string, value: string]

/** Labels in one column, values in the other; long values wrap under themselves. */
export function detailRows(theme: Theme, rows: readonly Detail[], width: number): readonly string[] {
	const labels = Math.max(0, ...rows.map(([label]) => cellWidth(label))) + 2
	const room = Math.max(8, width - labels)
	return rows.flatMap(([label, value]) => {
		const lines = fitting(value, room)
		return lines.map((line, index) => (index === 0 ? theme.muted(fitCells(label, labels)) : ' '.repeat(labels)) + line)
	})
}

/** A value in one line where it fits, else wrapped; text of several colours or with a link then goes without. */
function fitting(value: string, room: number): readonly string[] {
	if (cellWidth(value) <= room) return [fitCells(value, room)]
	const [, open = '', text = stripVTControlCharacters(value), close = ''] = oneColor.exec(value) ?? []
	return wrapCells(text, room).map((line) => `${open}${line}${close}`)
}

/** Colours, text without any, and their end. */
const oneColor = /^((?:\x1b\[[\d;]*m)+)([^\x1b]*)((?:\x1b\[[\d;]*m)+)$/
