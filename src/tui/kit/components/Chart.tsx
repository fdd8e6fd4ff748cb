import type { ReactElement } from 'react'
import { useArea, usePlain, useTheme } from '../hooks/hooks.ts'
import { wrapCells } from '../text/cells.ts'
import { type ChartOptions, chartRows } from '../text/chartRows.ts'
import { Rows } from './Rows.tsx'

/** A chart, see `chartRows`. */
export interface ChartProps
	extends Pick<ChartOptions, 'values' | 'level' | 'format' | 'ends' | 'bars' | 'axis' | 'cursor'> {
	/** Colour of the chart. */
	readonly as?: 'chart' | 'chart2'
	/** Text while there is no data. */
	readonly empty: string
}

/** Values over time as columns with axes and units. A screen reader gets the last and the highest value. */
export function Chart({ as = 'chart', empty, ...props }: ChartProps): ReactElement {
	const theme = useTheme()
	const { width, height } = useArea()
	const plain = usePlain()
	const { values, format, ends } = props
	const known = values.filter((value) => value !== undefined)
	if (known.length === 0) return <Rows lines={wrapCells(empty, width).map(theme.muted)} />
	if (plain) {
		return <Rows lines={[`now ${format(known.at(-1)!)}, highest ${format(Math.max(...known))} since ${ends[0]}`]} />
	}
	return (
		<Rows
			lines={chartRows(theme, {
				...props,
				width,
				height,
				paint: theme[as],
				paintHigh: theme[as === 'chart' ? 'chartHigh' : 'chart2High'],
			})}
		/>
	)
}
