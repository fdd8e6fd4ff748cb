import type { TextBuffer } from '../models/TextBuffer.ts'
import type { Theme } from '../theme/Theme.ts'
import { cellWidth, clip } from './cells.ts'
import { safeText } from './safeText.ts'

/**
 * Draws a text being typed, its cursor always visible: one line scrolls sideways, several lines wrap and scroll.
 * `…` stands where text goes on out of sight.
 * What is typed passes through `safeText` as everything else: a pasted control character shows as a mark.
 */
export function textFieldRows(
	buffer: TextBuffer,
	options: {
		readonly width: number
		readonly rows: number
		readonly focused: boolean
		readonly theme: Theme
		/** Shown while the field is empty. */
		readonly placeholder?: string
		/** Draws `•` for each character. */
		readonly secret?: boolean
	},
): readonly string[] {
	const { width, theme, focused } = options
	if (buffer.isEmpty) {
		const hint = theme.muted(clip(options.placeholder ?? '', width - 1))
		return [clip((focused ? theme.cursor(' ') : ' ') + hint, width)]
	}
	if (focused && buffer.isProposal) {
		const text = clip(safeText(buffer.text), Math.min(width - 1, cellWidth(safeText(buffer.text))))
		return [clip(theme.selected(text) + theme.cursor(' '), width)]
	}
	const rows = layout(buffer, options)
	const at = rows.findIndex((row) => row.cursor >= 0)
	const first = Math.max(0, at - options.rows + 1)
	const last = first + options.rows - 1
	return rows.slice(first, last + 1).map((row, index) => {
		const cells = [...row.cells]
		let { cursor } = row
		if (index === 0 && first > 0) {
			if (cells.length > 0) markCut(cells, 0, cursor)
			else {
				// Only the cursor has come to this row.
				cells.push('…')
				cursor = cursor < 0 ? cursor : 1
			}
		}
		if (first + index === last && last < rows.length - 1) markCut(cells, cells.length - 1, cursor)
		if (!focused || cursor < 0) return clip(cells.join(''), width)
		const under = cells[cursor] ?? ' '
		return clip(cells.slice(0, cursor).join('') + theme.cursor(under) + cells.slice(cursor + 1).join(''), width)
	})
}

/** Puts a sign where text goes on out of sight; the cell under the cursor stays. */
function markCut(cells: string[], at: number, cursor: number): void {
	const cell = cells[at]
	if (cell !== undefined && at !== cursor) cells[at] = '…'.padEnd(cellWidth(cell))
}

interface FieldRow {
	readonly cells: string[]
	/** Index of the cell under the cursor; -1 when it is on another row. */
	cursor: number
}

/**
 * Rows of the text as drawn, one printable piece per entry, wrapped at the width (one cell kept for the cursor); of a very
 * long text only those near the cursor, and as many as can be in sight.
 */
function layout(
	buffer: TextBuffer,
	options: { readonly width: number; readonly rows: number; readonly secret?: boolean },
): readonly FieldRow[] {
	const { width, secret } = options
	const inSight = width * options.rows
	const { parts, cursor: before } = buffer.around(2_000 + inSight, inSight)
	const rows: FieldRow[] = [{ cells: [], cursor: -1 }]
	let used = 0
	const next = (): void => {
		rows.push({ cells: [], cursor: -1 })
		used = 0
	}
	for (let index = 0; index <= parts.length; index++) {
		const part = parts[index]
		const shown = part === undefined ? ' ' : secret === true ? '•' : safeText(part)
		const cells = cellWidth(shown)
		if (used + cells > width) next()
		const row = rows.at(-1)!
		if (index === before) row.cursor = row.cells.length
		if (part === '\n') {
			if (index === before) row.cells.push(' ')
			next()
			continue
		}
		if (part !== undefined) {
			row.cells.push(shown)
			used += cells
		}
	}
	return rows
}
