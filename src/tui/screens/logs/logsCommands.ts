import type { Command } from '../../kit/keymap/Command.ts'
import { askFilter } from '../../kit/overlays/askFilter.ts'
import { Notice } from '../../kit/overlays/Notice.tsx'
import { wrapCells } from '../../kit/text/cells.ts'
import { safeLines, safeText } from '../../kit/text/safeText.ts'
import { type LogsModel, logLevels } from './LogsModel.ts'

/** Commands of the Logs screen. */
export function logCommands(model: LogsModel): readonly Command[] {
	const group = 'Logs'
	return [
		{
			id: 'logs.open',
			keys: ['enter'],
			title: 'whole line',
			description: 'Show the complete selected line.',
			group,
			footer: 4,
			enabled: () => model.lines.length > 0 || 'there are no lines',
			run: () => openLine(model),
		},
		{
			id: 'logs.level',
			keys: ['l'],
			title: `level: ${model.level}`,
			description: 'Show only lines of this level and above: debug, info, warn, error.',
			group,
			footer: 1,
			run: () => {
				model.level = logLevels[(logLevels.indexOf(model.level) + 1) % logLevels.length]!
				model.app.touch()
			},
		},
		{
			id: 'logs.pause',
			keys: ['p'],
			title: model.held === undefined ? 'pause' : 'follow',
			description: 'Pause the log, or follow the newest lines.',
			group,
			footer: 2,
			run: () => {
				model.setHeld(model.held === undefined)
				model.app.touch()
			},
		},
		{
			id: 'logs.filter',
			keys: ['/'],
			title: 'filter',
			description: 'Show only lines with these words.',
			group,
			footer: 3,
			run: () => askFilter(model.app, model),
		},
		{
			id: 'logs.clear',
			keys: ['x'],
			title: 'clear',
			description: 'Clear the list; new lines appear in it.',
			group,
			footer: 5,
			enabled: () => model.lines.length > 0 || 'there are no lines',
			run: () => {
				const before = model.cleared
				model.cleared = model.app.log.entries.at(-1)
				model.setHeld(false)
				model.app.toast('info', 'cleared', {
					run: () => {
						model.cleared = before
						model.app.touch()
					},
				})
			},
		},
		{
			id: 'logs.copy',
			keys: ['y'],
			title: 'copy line',
			description: 'Copy the selected line.',
			group,
			footer: 6,
			enabled: () => model.lines.length > 0 || 'there are no lines',
			run: () => {
				const entry = model.lines[model.cursor.selected]
				if (entry !== undefined)
					model.app.copy(`${entry.time} ${entry.level} ${entry.source}: ${entry.message}`, 'line')
			},
		},
	]
}

/** Shows all of a line that is longer than its row: an error comes with where it was thrown. */
export function openLine(model: LogsModel): void {
	const entry = model.lines[model.cursor.selected]
	if (entry === undefined) return
	const text = `${entry.time} ${entry.level} ${entry.source}: ${entry.message}`
	model.app.show(
		new Notice(model.app, {
			title: `${safeText(entry.level, 10)} of ${safeText(entry.source, 20)}`,
			copy: { text, what: 'line' },
			lines: ({ theme, width }) => [
				theme.muted(safeText(entry.time, 40)),
				'',
				...safeLines(entry.message, 20_000).flatMap((line) => wrapCells(line, width)),
			],
		}),
	)
}
