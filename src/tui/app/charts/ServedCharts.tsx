import type { ReactElement } from 'react'
import type { Served } from '../../../client/index.ts'
import { Chart } from '../../kit/components/Chart.tsx'
import { Split } from '../../kit/components/layout.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { useArea } from '../../kit/hooks/hooks.ts'
import { cellWidth } from '../../kit/text/cells.ts'
import { counted, short } from '../../kit/text/numbers.ts'

/** Spans of ten seconds in the last five minutes. */
const shortSpans = 30

/** Requests of the last five minutes and of the last 60. */
export function servedLately(served: Served | undefined): readonly [five: number, sixty: number] {
	const sum = (spans: readonly number[]): number => spans.reduce((all, count) => all + count, 0)
	const { spans = [] } = served ?? {}
	return [sum(spans.slice(-shortSpans)), sum(spans)]
}

/** Requests that were answered, live: the last five and the last 60 minutes. */
export function ServedCharts({
	title,
	served,
	empty,
}: {
	readonly title: string
	readonly served: Served | undefined
	/** Text while nothing is known. */
	readonly empty: string
}): ReactElement {
	const [five, sixty] = servedLately(served)
	const { spans = [] } = served ?? {}
	// Where both titles do not fit whole, the spans alone: a cut title would say neither the span nor the count.
	const isNarrow = Math.floor((useArea().width - 1) / 2) < cellWidth(`${title}, last 60 minutes`) + 6
	const chart = (name: string, values: readonly number[], count: number, since: string): ReactElement => (
		<Panel
			title={isNarrow ? since.replace(' ago', '') : `${title}, ${name}`}
			remark={served === undefined ? '' : counted(count, 'request')}
		>
			<Chart values={values} format={short} ends={[since, 'now']} empty={empty} />
		</Panel>
	)
	return (
		<Split at={0.5}>
			{chart('last 5 minutes', spans.slice(-shortSpans), five, '5 min ago')}
			{chart('last 60 minutes', minutes(spans), sixty, '60 min ago')}
		</Split>
	)
}

/** The requests of each minute. */
function minutes(spans: readonly number[]): readonly number[] {
	return Array.from({ length: spans.length / 6 }, (_, index) =>
		spans.slice(6 * index, 6 * index + 6).reduce((sum, count) => sum + count, 0),
	)
}
