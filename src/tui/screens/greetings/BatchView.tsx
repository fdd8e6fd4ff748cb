import type { ReactElement } from 'react'
import { Bar } from '../../kit/components/Bar.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { Rows } from '../../kit/components/Rows.tsx'
import { Table } from '../../kit/components/Table.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useChanges, useTheme } from '../../kit/hooks/useModel.ts'
import type { ListCursor } from '../../kit/models/ListCursor.ts'
import { hint } from '../../kit/text/hints.ts'
import { grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { Batch } from './Batch.ts'

/** The lines of a batch, see `BatchPage`. */
export interface BatchViewProps {
	readonly batch: Batch
	readonly cursor: ListCursor
	/** Whether the selection follows the first pending line. */
	readonly following: () => boolean
}

/** Progress of a batch, and each of its lines. */
export function BatchView(props: BatchViewProps): ReactElement {
	useChanges()
	const { batch, cursor } = props
	const next = batch.lines.findIndex(({ state }) => state === 'sending' || state === 'waiting')
	if (props.following() && batch.running) cursor.select(next < 0 ? batch.lines.length - 1 : next)
	const failed = batch.count('failed')
	const done = `${grouped(batch.count('committed'))} of ${grouped(batch.lines.length)} in blocks`
	return (
		<Panel
			title={`From ${safeText(batch.from, 40)}`}
			remark={failed > 0 ? `${done} · ${grouped(failed)} failed` : done}
			active
		>
			<BatchLines {...props} />
		</Panel>
	)
}

function BatchLines({ batch, cursor }: BatchViewProps): ReactElement {
	const theme = useTheme()
	const { width, height } = useArea()
	const paint = { waiting: theme.muted, sending: theme.accent, committed: theme.good, failed: theme.bad }
	const sign = { waiting: '·', sending: '◌', committed: '✓', failed: '✗' }
	const hints = [
		...(batch.running ? [hint(theme, 'enter', 'pause')] : []),
		...(!batch.running && batch.count('waiting') > 0 ? [hint(theme, 'enter', 'send')] : []),
		hint(theme, 'esc', 'close'),
	]
	return (
		<>
			<Bar part={batch.count('committed')} whole={batch.lines.length} />
			<Table
				height={height - 3}
				cursor={cursor}
				count={batch.lines.length}
				columns={[
					{ title: '', width: 1 },
					{ title: 'line', width: 7, align: 'right' },
					{ title: 'greeting', width: 'flex' },
					{ title: 'state', width: width >= 90 ? 36 : 12 },
				]}
				row={(index) => {
					const line = batch.lines[index]
					if (line === undefined) return []
					return [
						paint[line.state](sign[line.state]),
						grouped(index + 1),
						safeText(line.text, 400),
						paint[line.state](line.problem === '' ? line.state : safeText(line.problem, 100)),
					]
				}}
				empty={[]}
			/>
			<Rows lines={['', hints.join('   ')]} />
		</>
	)
}
