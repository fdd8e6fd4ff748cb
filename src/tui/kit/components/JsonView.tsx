import { Box } from 'ink'
import type { ReactElement } from 'react'
import { useArea } from '../hooks/useArea.ts'
import { useHit } from '../hooks/useHit.ts'
import { useChanges, useTheme } from '../hooks/useModel.ts'
import { usePlain } from '../hooks/usePlain.ts'
import type { JsonTree } from '../models/JsonTree.ts'
import { jsonRowText } from '../text/jsonRowText.ts'
import { Rows } from './Rows.tsx'

/**
 * A coloured JSON value with foldable objects and arrays. A click on the selected row folds it, or a key that calls
 * `toggle`.
 */
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
		const signs = lit === undefined ? {} : { sign: isLit ? '◆' : selected ? sign : ' ', lit: isLit }
		return jsonRowText(theme, row, area.width, { selected, ...signs })
	})
	return (
		<Box ref={box} flexDirection="column" flexShrink={0}>
			<Rows lines={lines} />
		</Box>
	)
}
