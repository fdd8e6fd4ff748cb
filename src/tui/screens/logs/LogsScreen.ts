import { panel } from '../../kit/lines/layout.ts'
import { table } from '../../kit/lines/table.ts'
import type { Line, View } from '../../kit/lines/View.ts'
import { counted } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { LogsModel } from './LogsModel.ts'
import { openLine } from './logsCommands.ts'

/** Logs: one line each, the newest at the foot. */
export function logsLines(model: LogsModel, view: View): readonly Line[] {
	const { theme } = view
	const lines = model.lines
	if (model.held === undefined) {
		model.cursor.select(lines.length - 1)
	}
	const remarks = [
		...(model.filter === '' ? [] : [`/${safeText(model.filter, 24)}`]),
		`${model.level} and above`,
		model.held === undefined ? 'following' : 'paused',
	]
	const paint = { debug: theme.muted, info: theme.good, warn: theme.warn, error: theme.bad }
	return panel(view, { title: counted(lines.length, 'line'), remark: remarks.join(' · '), active: true }, (inside) =>
		table(inside, {
			header: false,
			cursor: model.cursor,
			count: lines.length,
			columns: [
				{ title: 'time', width: 8 },
				{ title: 'level', width: 5 },
				{ title: 'source', width: 10, from: 70 },
				{ title: 'message', width: 'flex' },
			],
			row: (index) => {
				const entry = lines[index]!
				return [
					theme.muted(safeText(entry.time.slice(11, 19), 8)),
					paint[entry.level](entry.level),
					theme.muted(safeText(entry.source, 20)),
					safeText(entry.message, 500),
				]
			},
			empty: ['', 'No lines of this level yet.', 'l shows other levels.'],
			onOpen: () => openLine(model),
			onSelect: () => {
				model.held ??= model.app.log.entries
			},
		}),
	)
}
