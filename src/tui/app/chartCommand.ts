import type { Command } from '../kit/keymap/Command.ts'
import type { TuiApp } from './TuiApp.ts'

/** The command that steps through the spans of charts, for the screens that have charts. */
export function chartCommand(app: TuiApp, screen: 'home' | 'node', group: string): Command {
	return {
		id: `${screen}.span`,
		keys: ['c'],
		title: 'span of charts',
		description: 'Charts of the last blocks, of the last hour, the last day or the last week.',
		group,
		footer: 6,
		run: () => app.chartSpan.next(),
	}
}
