import { Box } from 'ink'
import type { ReactElement } from 'react'
import { useArea } from '../hooks/useArea.ts'
import { useHit } from '../hooks/useHit.ts'
import { useTheme } from '../hooks/useModel.ts'
import { usePlain } from '../hooks/usePlain.ts'
import type { SortOrder } from '../models/List.ts'
import type { ListCursor } from '../models/ListCursor.ts'
import { fitCells } from '../text/cells.ts'
import { type Column, placeColumns, scrollMark, tableRow } from '../text/tableRows.ts'
import { Row, Rows } from './Rows.tsx'

/** A table that draws only visible rows. */
export interface TableProps {
	readonly columns: readonly Column[]
	readonly cursor: ListCursor
	readonly count: number
	/**
	 * Texts of a row, one per column (dropped ones too), safe to print. Called only for visible rows.
	 *
	 * @param cells Cells of each column; 0 for a dropped one.
	 */
	readonly row: (index: number, cells: readonly number[]) => readonly string[]
	/** Shown if there are no rows: what to press. */
	readonly empty: readonly string[]
	readonly header?: boolean
	/** The column the rows are sorted by. */
	readonly sort?: SortOrder | undefined
	/** A click on the title of a column that has an id. */
	readonly onSort?: (column: string) => void
	/** A click on the selected row. */
	readonly onOpen?: () => void
	/** Called when a click or the wheel changes the selection. */
	readonly onSelect?: () => void
	/** Rows; those of the area by default. */
	readonly height?: number
}

/**
 * Rows with a cursor: `▸` and colour mark the selection, a scroll bar shows if there are more rows. A click selects, a
 * second one opens, the wheel moves, a click on a title sorts.
 */
export function Table(props: TableProps): ReactElement {
	const { cursor, count, columns, sort, onSort, onOpen, onSelect } = props
	const theme = useTheme()
	const plain = usePlain()
	const area = useArea()
	const { width } = area
	const all = props.height ?? area.height
	const header = props.header !== false && all > 2
	const height = Math.max(1, all - (header ? 1 : 0))
	const { from, to } = cursor.window(height)
	const scroll = count > height && !plain
	const placed = placeColumns(columns, width - 2 - (scroll ? 2 : 0))
	const cells = columns.map((_, index) => placed.find((column) => column.index === index)?.cells ?? 0)
	const titles = useHit({
		onClick: (x) => {
			const column =
				columns[placed.find((column) => x - 2 >= column.at && x - 2 < column.at + column.cells)?.index ?? -1]
			if (column?.id !== undefined) onSort?.(column.id)
		},
	})
	const body = useHit({
		onClick: (_x, y) => {
			const index = from + y
			if (index >= to) return
			if (index === cursor.selected) onOpen?.()
			else {
				cursor.select(index)
				onSelect?.()
			}
		},
		onWheel: (direction) => {
			cursor.move(direction * 3)
			onSelect?.()
		},
	})
	if (count === 0) return <Rows lines={props.empty.map((line) => theme.muted(fitCells(line, width)))} />
	const lines: string[] = []
	for (let index = from; index < to; index++) {
		const text = tableRow(placed, props.row(index, cells))
		const bar = scroll ? ` ${scrollMark(index - from, height, from, count)}` : ''
		lines.push(
			index === cursor.selected
				? theme.selected(`▸ ${text}`) + theme.muted(bar)
				: `  ${text}${bar === '' ? '' : theme.border(bar)}`,
		)
	}
	const title = ({ title: text, id }: Column): string =>
		sort === undefined || id !== sort.column ? text : `${text} ${sort.descending ? '▾' : '▴'}`
	return (
		<Box flexDirection="column" flexShrink={0}>
			{header ? (
				<Box ref={titles}>
					<Row text={theme.muted(fitCells(`  ${tableRow(placed, columns.map(title))}`, width))} />
				</Box>
			) : null}
			<Box ref={body} flexDirection="column" flexShrink={0}>
				<Rows lines={lines} />
			</Box>
		</Box>
	)
}
