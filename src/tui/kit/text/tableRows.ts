import { fitCells } from './cells.ts'

/** A column of a table. */
export interface Column {
	readonly title: string
	/** Cells; `flex` shares what is left. */
	readonly width: number | 'flex'
	readonly align?: 'left' | 'right'
	/** The table drops the column when it is narrower than this many cells. */
	readonly from?: number
	/** Its name where one can sort by it. */
	readonly id?: string
}

/** A column in its place. */
export interface PlacedColumn {
	readonly index: number
	/** First cell, counted from the first column. */
	readonly at: number
	readonly cells: number
	readonly align: 'left' | 'right'
}

/** The columns that fit a width, two cells apart. */
export function placeColumns(columns: readonly Column[], width: number): readonly PlacedColumn[] {
	const kept = columns.map((column, index) => ({ column, index })).filter(({ column }) => width >= (column.from ?? 0))
	const fixed = kept.reduce((sum, { column }) => sum + (column.width === 'flex' ? 0 : column.width), 0)
	const flexible = kept.filter(({ column }) => column.width === 'flex').length
	const rest = Math.max(0, width - fixed - 2 * (kept.length - 1))
	let given = 0
	let seen = 0
	let at = 0
	return kept.map(({ column, index }) => {
		let cells = column.width === 'flex' ? Math.floor(rest / flexible) : column.width
		if (column.width === 'flex') {
			seen++
			if (seen === flexible) cells = rest - given
			given += cells
		}
		const placed = { index, at, cells, align: column.align ?? 'left' }
		at += cells + 2
		return placed
	})
}

/** A row of a table: each text cut or padded to its column. */
export function tableRow(columns: readonly PlacedColumn[], cells: readonly string[]): string {
	return columns.map((column) => fitCells(cells[column.index] ?? '', column.cells, column.align)).join('  ')
}

/** The sign of a scroll bar at a row. */
export function scrollMark(row: number, height: number, from: number, count: number): string {
	const thumb = Math.max(1, Math.round((height * height) / count))
	const start = Math.round((from / Math.max(1, count - height)) * (height - thumb))
	return row >= start && row < start + thumb ? '█' : '│'
}
