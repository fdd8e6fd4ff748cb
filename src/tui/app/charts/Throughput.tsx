import type { ReactElement } from 'react'
import { Rows } from '../../kit/components/Rows.tsx'
import { useArea, useChanges, useTheme } from '../../kit/hooks/hooks.ts'
import { short } from '../../kit/text/numbers.ts'
import { sparkline } from '../../kit/text/sparkline.ts'
import { useTuiApp } from '../TuiAppContext.tsx'

/** Transactions and gas of the last blocks as two lines, each with its rate a second. */
export function Throughput(): ReactElement {
	useChanges()
	const theme = useTheme()
	const { pulses } = useTuiApp()
	const { width } = useArea()
	const { list, span } = pulses
	const cells = Math.max(4, width - 16)
	const row = (label: string, pick: 'txs' | 'gas', paint: (text: string) => string): string => {
		const values = list.map((pulse) => pulse[pick])
		const rate = span <= 0 ? '0' : short(values.reduce((sum, value) => sum + value, 0) / span)
		return `${theme.muted(label.padEnd(6))} ${paint(sparkline(values, cells))} ${rate.padStart(8)}`
	}
	return <Rows lines={[row('tx/s', 'txs', theme.chart), row('gas/s', 'gas', theme.chart2)]} />
}
