import type { LogEntry } from '../../../client/index.ts'
import { logLevels } from '../../../util/Log.ts'
import { listCommands } from '../../app/list/listCommands.ts'
import type { CommandRecord } from '../../kit/keymap/Command.ts'
import { showForm } from '../../kit/overlays/Form.tsx'
import { showNotice } from '../../kit/overlays/Notice.tsx'
import { wrapCells } from '../../kit/text/cells.ts'
import { safeLines, safeText } from '../../kit/text/safeText.ts'
import { type LogsModel, namedIn } from './LogsModel.ts'

/** Commands of the Logs screen. */
export function logCommands(model: LogsModel): readonly CommandRecord[] {
	const { app, list } = model
	const { selected } = list
	const needsLine = (): true | string => selected !== undefined || 'there are no lines'
	const named = selected === undefined ? undefined : namedIn(selected, app.prefix)
	return [
		...listCommands(model, {
			id: 'logs',
			filter: { description: 'Show only lines with these words.', footer: 3 },
			sort: { footer: 8 },
		}),
		{
			id: 'logs.open',
			keys: ['enter'],
			title: 'whole line',
			description: 'Show the complete selected line.',
			footer: 4,
			enabled: needsLine,
			run: () => openLine(model),
		},
		{
			id: 'logs.level',
			keys: ['l'],
			title: `level: ${model.level}`,
			description: 'Show only lines of this level and above: debug, info, warn, error.',
			footer: 0,
			run: () => {
				model.level = logLevels[(logLevels.indexOf(model.level) + 1) % logLevels.length]!
			},
		},
		{
			id: 'logs.area',
			keys: ['a'],
			title: `area: ${model.area ?? 'all'}`,
			description: 'Show only the lines of the next area of the program; after the last one, all.',
			footer: 1,
			enabled: () => model.areas.length > 0 || 'there are no lines',
			run: () => model.nextArea(),
		},
		{
			id: 'logs.pause',
			keys: ['p', 'f'],
			title: list.cursor.following ? 'pause' : 'follow',
			description: 'Pause the log, or follow the newest lines.',
			footer: 5,
			run: () => list.cursor.follow(!list.cursor.following),
		},
		{
			id: 'logs.named',
			keys: ['o'],
			title: 'what it names',
			description: 'Open the block, transaction or account that the line names, or the requests of its moment.',
			...(named === undefined ? {} : { footer: 2 }),
			enabled: needsLine,
			run: () => {
				if (named !== undefined) app.open(named.screen, named.target)
				else if (selected !== undefined) app.open('requests', selected.time)
			},
		},
		{
			id: 'logs.file',
			keys: ['F'],
			title: model.file === undefined ? 'log file' : 'live log',
			description:
				'Read a log file in place of the log, as that of the home, which has the days before; or the log again.',
			footer: 7,
			run: () => {
				if (model.file === undefined) return askFile(model)
				model.file = undefined
			},
		},
		{
			id: 'logs.clear',
			keys: ['x'],
			title: 'clear',
			description: 'Clear the list; new lines appear in it.',
			footer: 9,
			enabled: needsLine,
			run: () => {
				const before = model.cleared
				model.cleared = app.log.entries.at(-1)
				list.cursor.follow(true)
				app.toast('info', 'cleared', {
					run: () => {
						model.cleared = before
					},
				})
			},
		},
		{
			id: 'logs.copy',
			keys: ['y'],
			title: 'copy line',
			description: 'Copy the selected line.',
			footer: 6,
			enabled: needsLine,
			run: () => {
				if (selected !== undefined) app.copy(lineText(selected), 'line')
			},
		},
	]
}

/** Shows all of a line that is longer than its row: an error comes with where it was thrown. */
export function openLine(model: LogsModel): void {
	const entry = model.list.selected
	if (entry === undefined) return
	showNotice(model.app, {
		title: `${entry.level} of ${safeText(entry.source, 20)}`,
		copy: { text: lineText(entry), what: 'line' },
		lines: ({ theme, width }) => [
			theme.muted(safeText(entry.time, 40)),
			'',
			...safeLines(entry.message, 20_000).flatMap((line) => wrapCells(line, width)),
		],
	})
}

function lineText({ time, level, source, message }: LogEntry): string {
	return `${time} ${level} ${source}: ${message}`
}

function askFile(model: LogsModel): void {
	const { app } = model
	showForm(app, {
		title: 'Read a log file',
		action: 'read',
		intro: ['The node of a home keeps its newest lines in logs/node.log, and older ones in logs/node.1.log.'],
		fields: [
			{
				id: 'path',
				label: 'file',
				initial: model.usualFile,
				validate: (value) => (value.trim() === '' ? 'the path of a log file' : undefined),
			},
		],
		submit: async ({ path = '' }, form) => {
			await model.open(path.trim())
			form.close()
		},
	})
}
