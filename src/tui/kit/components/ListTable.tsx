import { Box } from 'ink'
import type { ReactElement } from 'react'
import { useApp, useArea, useChanges, useHit, useNow, usePlain, useTheme } from '../hooks/hooks.ts'
import type { List, ListColumn } from '../models/List.ts'
import { fitCells } from '../text/cells.ts'
import { highlight } from '../text/searching.ts'
import { headRow, placeColumns, scrollMark, tableRow } from '../text/tableRows.ts'
import { Row, Rows } from './Rows.tsx'

/** A list as a table. */
export interface ListTableProps<Item> {
	readonly list: List<Item>
	readonly columns: readonly ListColumn<Item>[]
	/** Shown if there are no rows at all: what to press. */
	readonly empty?: readonly string[]
	/** Shown if the filter leaves no rows. */
	readonly noMatch?: readonly string[]
	readonly header?: boolean
	/** A click on the selected row. */
	readonly onOpen?: () => void
	/** Rows; those of the area by default. */
	readonly height?: number
}

/**
 * The visible rows of a list by named columns: `▸` and colour mark the selection, a scroll bar shows if there are more
 * rows. A click selects, a second one opens, the wheel moves, a click on a title sorts.
 */
export function ListTable<Item>({
	list,
	columns,
	empty = [],
	noMatch = ['', 'Nothing matches.', 'Esc clears the filter.'],
	header = true,
	onOpen,
	...size
}: ListTableProps<Item>): ReactElement {
	useChanges()
	const app = useApp()
	const theme = useTheme()
	const now = useNow()
	const plain = usePlain()
	const area = useArea()
	const { width } = area
	const { cursor, count, words, sort } = list
	const all = size.height ?? area.height
	const withHeader = header && all > 2
	const height = Math.max(1, all - (withHeader ? 1 : 0))
	const { from, to } = cursor.window(height)
	const scroll = count > height && !plain
	const placed = placeColumns(columns, width - 2 - (scroll ? 2 : 0))
	const titles = useHit({
		onClick: (x) => {
			const id = placed.find(({ at, cells }) => x - 2 >= at && x - 2 < at + cells + 2)?.column.id
			if (id === undefined) return
			if (list.sortable.includes(id)) list.sortBy(id)
			else app.toast('info', list.sortable.length === 0 ? 'this list has one order' : 'this column has no order')
		},
	})
	const body = useHit({
		onClick: (_x, y) => {
			const index = from + y
			if (index >= to) return
			if (index === cursor.selected) onOpen?.()
			else {
				cursor.select(index)
				list.chosen()
			}
		},
		onWheel: (direction) => list.move(direction * 3),
	})
	if (count === 0) {
		const lines = list.filter === '' ? empty : noMatch
		return <Rows lines={lines.map((line) => theme.muted(fitCells(line, width)))} />
	}
	const mark = (text: string): string => highlight(text, words, theme.match)
	const lines: string[] = []
	for (let index = from; index < to; index++) {
		const row = list.at(index)
		const texts =
			row === undefined ? [] : placed.map(({ column, cells }) => column.text(row, { cells, theme, now, mark }))
		const text = row === undefined ? theme.muted('…') : tableRow(placed, texts)
		const bar = scroll ? ` ${scrollMark(index - from, height, from, count)}` : ''
		const filled = row === undefined ? fitCells(text, Math.max(0, width - 2 - bar.length)) : text
		lines.push(
			index === cursor.selected
				? theme.selected(`▸ ${filled}`) + theme.muted(bar)
				: `  ${filled}${bar === '' ? '' : theme.border(bar)}`,
		)
	}
	return (
		<Box flexDirection="column" flexShrink={0}>
			{withHeader ? (
				<Box ref={titles}>
					<Row text={theme.muted(fitCells(`  ${headRow(placed, sort)}`, width))} />
				</Box>
			) : null}
			<Box ref={body} flexDirection="column" flexShrink={0}>
				<Rows lines={lines} />
			</Box>
		</Box>
	)
}

/** Rows to look at only, under the titles of their columns: as many as there is room for. */
export function StaticTable<Item>({
	columns,
	rows,
	header = true,
}: {
	readonly columns: readonly ListColumn<Item>[]
	readonly rows: readonly Item[]
	readonly header?: boolean
}): ReactElement {
	const theme = useTheme()
	const now = useNow()
	const { width, height } = useArea()
	const placed = placeColumns(columns, width)
	const heads = header ? [theme.muted(headRow(placed))] : []
	const lines = rows.slice(0, Math.max(0, height - heads.length)).map((row) =>
		tableRow(
			placed,
			placed.map(({ column, cells }) => column.text(row, { cells, theme, now, mark: (text) => text })),
		),
	)
	return <Rows lines={[...heads, ...lines]} />
}
