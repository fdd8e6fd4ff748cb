import { Box } from 'ink'
import type { ReactElement } from 'react'
import { useArea, useChanges, useHit, usePlain, useTheme } from '../hooks/hooks.ts'
import type { JsonRow, JsonTree } from '../models/JsonTree.ts'
import { cellWidth, fitCells, middle } from '../text/cells.ts'
import { safeText } from '../text/safeText.ts'
import type { Theme } from '../theme/Theme.ts'
import { Rows } from './Rows.tsx'

/** A coloured JSON value with foldable objects and arrays. A click on the selected row folds it; so does `toggle`. */
export function JsonView({
	tree,
	active = true,
	onOpen = () => tree.toggle(),
	onSelect,
	lit,
	sign = '●',
	...size
}: {
	readonly tree: JsonTree
	/** Whether it has the focus and marks its selected row. */
	readonly active?: boolean
	/** Called on a click on the selected row; folds by default. */
	readonly onOpen?: () => void
	/** A click on any row, and a step of the wheel. */
	readonly onSelect?: () => void
	/** Paths of the rows that are meant by something elsewhere: marked by ◆ and colour. With it rows have a column for signs. */
	readonly lit?: readonly string[]
	/** The sign of the selected row where rows have signs. */
	readonly sign?: string
	/** Rows; those of the area by default. */
	readonly height?: number
}): ReactElement {
	useChanges()
	const theme = useTheme()
	const plain = usePlain()
	const area = useArea()
	const { from, to } = tree.cursor.window(plain ? tree.rows.length : (size.height ?? area.height))
	const box = useHit({
		onClick: (_x, y) => {
			const index = from + y
			if (index >= to) return
			if (index === tree.cursor.selected) onOpen()
			else tree.cursor.select(index)
			onSelect?.()
		},
		onWheel: (direction) => {
			tree.move(3 * direction)
			onSelect?.()
		},
	})
	const places = new Set((lit ?? []).map((path) => tree.placeOf(path)))
	const lines = tree.rows.slice(from, to).map((row, index) => {
		const place = from + index
		const selected = active && place === tree.cursor.selected
		const isLit = places.has(place)
		const mark = lit === undefined ? '' : isLit ? '◆' : selected ? sign : ' '
		return jsonRowText(theme, row, area.width, { selected, isLit, sign: mark })
	})
	return (
		<Box ref={box} flexDirection="column" flexShrink={0}>
			<Rows lines={lines} />
		</Box>
	)
}

/**
 * A row of a JSON value in its colours: names quieter, kinds of values apart. A long value is cut in its middle.
 * @param sign A sign of one cell before the row; a blank keeps its place.
 */
function jsonRowText(
	theme: Theme,
	row: JsonRow,
	width: number,
	{ selected, isLit, sign }: { readonly selected: boolean; readonly isLit: boolean; readonly sign: string },
): string {
	const mark = row.kind === 'folded' ? '▸ ' : row.kind === 'open' ? '▾ ' : '  '
	const lead = (sign === '' ? '' : `${sign} `) + ' '.repeat(row.depth * 2) + mark
	const name = row.name === undefined ? '' : `${JSON.stringify(safeText(row.name, 200))}: `
	const room = width - cellWidth(lead + name) - (row.comma ? 1 : 0)
	const value = shortened(safeText(row.text, 4_096), room) + (row.comma ? ',' : '')
	if (isLit && !selected) return theme.match(fitCells(lead + name + value, width).trimEnd())
	if (selected) return theme.selected(fitCells(lead + name + value, width))
	const paint = {
		string: theme.good,
		number: theme.chart2,
		word: theme.warn,
		folded: theme.muted,
		open: (text: string) => text,
		close: (text: string) => text,
	}[row.kind]
	const shown = lead + theme.muted(name) + paint(value)
	return fitCells(shown, width)
}

/** Hashes, addresses and signatures are told by both their ends. */
function shortened(value: string, room: number): string {
	return /^[\x20-\x7e]*$/.test(value) && room >= 9 ? middle(value, room) : value
}
