import type { ListCursor } from '../models/ListCursor.ts'
import { fitCells } from '../text/cells.ts'
import type { Line, View } from './View.ts'

/** A column of a table. */
export interface Column {
	readonly title: string
	/** Cells; `flex` shares what is left. */
	readonly width: number | 'flex'
	readonly align?: 'left' | 'right'
	/** The table drops the column when it is narrower than this many cells. */
	readonly from?: number
}

/** What a virtual table shows. */
export interface TableOptions {
	readonly columns: readonly Column[]
	readonly cursor: ListCursor
	readonly count: number
	/** Cells of a row, one per column (dropped ones too), safe to print. Called only for rows that are shown. */
	readonly row: (index: number) => readonly string[]
	/** Shown instead of rows when there are none: what to press. */
	readonly empty: readonly string[]
	readonly header?: boolean
	/** Called when a row is clicked; a click on the selected row opens it. */
	readonly onOpen?: () => void
	readonly onSelect?: () => void
}

/**
 * A table that draws only the rows on the screen, with the selection marked by `▸` and colour, and a scroll bar when
 * there is more. Clicking selects, clicking again opens, the wheel moves.
 */
export function table(view: View, options: TableOptions): readonly Line[] {
	const { theme, width } = view
	const { cursor, count } = options
	const header = options.header !== false && view.height > 2
	const height = view.height - (header ? 1 : 0)
	if (count === 0) {
		cursor.window(height)
		return options.empty.map((line) => theme.muted(fitCells(line, width)))
	}
	const scroll = count > height
	const inner = width - 2 - (scroll ? 2 : 0)
	const columns = layoutColumns(options.columns, inner)
	const { from, to } = cursor.window(height)
	const lines: Line[] = []
	if (header)
		lines.push(
			theme.muted(
				fitCells(
					`  ${compose(
						columns,
						options.columns.map((column) => column.title),
					)}`,
					width,
				),
			),
		)
	for (let index = from; index < to; index++) {
		const text = compose(columns, options.row(index))
		const bar = scroll ? ` ${scrollMark(index - from, height, from, count)}` : ''
		lines.push(
			index === cursor.selected
				? theme.selected(`▸ ${text}`) + theme.muted(bar)
				: `  ${text}${bar === '' ? '' : theme.border(bar)}`,
		)
	}
	view.hit({
		x: 0,
		y: header ? 1 : 0,
		width,
		height: to - from,
		onClick: (_x, y) => {
			const index = from + y
			if (index === cursor.selected) options.onOpen?.()
			else {
				cursor.select(index)
				options.onSelect?.()
			}
		},
		onWheel: (direction) => {
			cursor.move(direction * 3)
			options.onSelect?.()
		},
	})
	return lines
}

interface PlacedColumn {
	readonly index: number
	readonly cells: number
	readonly align: 'left' | 'right'
}

function layoutColumns(columns: readonly Column[], width: number): readonly PlacedColumn[] {
	const kept = columns.map((column, index) => ({ column, index })).filter(({ column }) => width >= (column.from ?? 0))
	const fixed = kept.reduce((sum, { column }) => sum + (column.width === 'flex' ? 0 : column.width), 0)
	const flexible = kept.filter(({ column }) => column.width === 'flex').length
	const rest = Math.max(0, width - fixed - 2 * (kept.length - 1))
	let given = 0
	let seen = 0
	return kept.map(({ column, index }) => {
		if (column.width !== 'flex') return { index, cells: column.width, align: column.align ?? 'left' }
		seen++
		const cells = seen === flexible ? rest - given : Math.floor(rest / flexible)
		given += cells
		return { index, cells, align: column.align ?? 'left' }
	})
}

function compose(columns: readonly PlacedColumn[], cells: readonly string[]): string {
	return columns.map((column) => fitCells(cells[column.index] ?? '', column.cells, column.align)).join('  ')
}

function scrollMark(row: number, height: number, from: number, count: number): string {
	const thumb = Math.max(1, Math.round((height * height) / count))
	const start = Math.round((from / Math.max(1, count - height)) * (height - thumb))
	return row >= start && row < start + thumb ? '█' : '│'
}
