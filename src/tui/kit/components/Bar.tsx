import type { ReactElement } from 'react'
import { useArea } from '../hooks/useArea.ts'
import { useTheme } from '../hooks/useModel.ts'
import { bar } from '../text/sparkline.ts'
import { Row } from './Rows.tsx'

/** A bar that shows a share of a whole. */
export function Bar({
	part,
	whole,
	as = 'chart',
	...size
}: {
	readonly part: number
	readonly whole: number
	readonly as?: 'chart' | 'chart2' | 'good' | 'warn' | 'bad'
	/** Cells; those of the area by default. */
	readonly width?: number
}): ReactElement {
	const area = useArea()
	return <Row text={useTheme()[as](bar(part, whole, size.width ?? area.width))} />
}
