import type { ReactElement } from 'react'
import { Panel } from '../../kit/components/Panel.tsx'
import { Table } from '../../kit/components/Table.tsx'
import { useChanges, useTheme } from '../../kit/hooks/useModel.ts'
import { highlight } from '../../kit/text/highlight.ts'
import { counted } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { LogsModel } from './LogsModel.ts'
import { openLine } from './logsCommands.ts'

/** Logs: one line each, the newest at the foot. */
export function LogsScreen({ model }: { readonly model: LogsModel }): ReactElement {
	useChanges()
	const theme = useTheme()
	const { lines } = model
	if (model.held === undefined) model.cursor.edge('last')
	const remarks = [
		...(model.filter === '' ? [] : [`/${safeText(model.filter, 24)}`]),
		`${model.level} and above`,
		model.held === undefined ? 'following' : 'paused',
	]
	const paint = { debug: theme.muted, info: theme.good, warn: theme.warn, error: theme.bad }
	const mark = (text: string): string => highlight(text, model.words, theme.match)
	return (
		<Panel title={counted(lines.length, 'line')} remark={remarks.join(' · ')} active>
			<Table
				header={false}
				cursor={model.cursor}
				count={lines.length}
				columns={[
					{ title: 'time', width: 8 },
					{ title: 'level', width: 5 },
					{ title: 'source', width: 10, from: 70 },
					{ title: 'message', width: 'flex' },
				]}
				row={(index) => {
					const entry = lines[index]!
					return [
						theme.muted(safeText(entry.time.slice(11, 19), 8)),
						paint[entry.level](entry.level),
						theme.muted(mark(safeText(entry.source, 20))),
						mark(safeText(entry.message, 500)),
					]
				}}
				empty={['', 'No lines of this level yet.', 'l shows other levels.']}
				onOpen={() => openLine(model)}
				onSelect={() => {
					model.held ??= model.app.log.entries
				}}
			/>
		</Panel>
	)
}
