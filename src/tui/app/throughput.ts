import type { Line } from '../kit/lines/View.ts'
import { short } from '../kit/text/numbers.ts'
import { sparkline } from '../kit/text/sparkline.ts'
import type { Theme } from '../kit/theme/Theme.ts'
import type { Pulses } from './Pulses.ts'

/** Transactions and gas of the last blocks as two lines, each with its rate a second. */
export function throughputLines(pulses: Pulses, theme: Theme, width: number): readonly Line[] {
	const { list, span } = pulses
	const cells = Math.max(4, width - 16)
	const row = (label: string, pick: 'txs' | 'gas', paint: (text: string) => string): Line => {
		const values = list.map((pulse) => pulse[pick])
		const rate = span <= 0 ? '0' : short(values.reduce((sum, value) => sum + value, 0) / span)
		return `${theme.muted(label.padEnd(6))} ${paint(sparkline(values, cells))} ${rate.padStart(8)}`
	}
	return [row('tx/s', 'txs', theme.chart), row('gas/s', 'gas', theme.chart2)]
}
