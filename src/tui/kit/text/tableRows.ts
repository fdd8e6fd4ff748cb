import { cellWidth, fitCells } from './cells.ts'

/** A column of a table. */
export interface Column {
	/** Cells, perhaps by the width of the table; `flex` shares what is left. */
	readonly width: number | 'flex' | ((table: number) => number)
	readonly align?: 'left' | 'right'
	/** The table drops the column when it is narrower than this many cells. */
	readonly from?: number
	/** The table drops the column when it has this many cells or more. */
	readonly below?: number
}

/** A column in its place. */
export interface PlacedColumn<Placed extends Column = Column> {
	readonly column: Placed
	/** First cell, counted from the first column. */
	readonly at: number
	readonly cells: number
}

/** The columns that fit a width, two cells apart. */
export function placeColumns<Placed extends Column>(
	columns: readonly Placed[],
	width: number,
): readonly PlacedColumn<Placed>[] {
	const kept = columns
		.filter(({ from = 0, below = Number.POSITIVE_INFINITY }) => width >= from && width < below)
		.map((column) => ({ column, wanted: typeof column.width === 'function' ? column.width(width) : column.width }))
	const fixed = kept.reduce((sum, { wanted }) => sum + (wanted === 'flex' ? 0 : wanted), 0)
	let flexible = kept.filter(({ wanted }) => wanted === 'flex').length
	let rest = Math.max(0, width - fixed - 2 * (kept.length - 1))
	let at = 0
	return kept.map(({ column, wanted }) => {
		const cells = wanted === 'flex' ? Math.floor(rest / flexible) : wanted
		if (wanted === 'flex') {
			flexible--
			rest -= cells
		}
		const placed = { column, at, cells }
		at += cells + 2
		return placed
	})
}

/** A row of a table: each text cut or padded to its column. */
export function tableRow(columns: readonly PlacedColumn[], texts: readonly string[]): string {
	return columns.map(({ column, cells }, index) => fitCells(texts[index] ?? '', cells, column.align)).join('  ')
}

/** The titles of columns. The sign of the sorted one stands behind its title, where it is as long as its column in the gap. */
export function headRow(
	columns: readonly PlacedColumn<Column & { readonly id: string; readonly title?: string }>[],
	sort?: { readonly column: string; readonly descending: boolean },
): string {
	return columns.reduce((row, { column, at, cells }) => {
		const { id, title = id, align } = column
		if (sort?.column !== id) return fitCells(row, at) + fitCells(title, cells, align)
		const sign = sort.descending ? '▾' : '▴'
		const room = Math.min(cellWidth(title), cells)
		const head = `${fitCells(title, room)}${room + 2 > cells ? '' : ' '}${sign}`
		const from = align === 'right' ? at + cells - cellWidth(head) : at
		return fitCells(row, from) + head
	}, '')
}

/** The sign of a scroll bar at a row, of more rows than the height. */
export function scrollMark(row: number, height: number, from: number, count: number): string {
	const thumb = Math.max(1, Math.round((height * height) / count))
	const start = Math.round((from / (count - height)) * (height - thumb))
	return row >= start && row < start + thumb ? '█' : '│'
}
