import { chartCommand } from '../../app/MeasuredChart.tsx'
import type { Command } from '../../kit/keymap/Command.ts'
import type { HomeModel } from './HomeModel.ts'

/** Commands of the Home screen. */
export function homeCommands(model: HomeModel): readonly Command[] {
	const group = 'Home'
	return [
		{
			id: 'home.greet',
			keys: ['n'],
			title: 'new greeting',
			description: 'Write a greeting.',
			group,
			footer: model.charts ? 7 : 1,
			run: () => model.app.open('greetings', 'new'),
		},
		{
			id: 'home.open',
			keys: ['enter'],
			title: 'open',
			description: 'Open the selected transaction.',
			group,
			...(model.charts ? {} : { footer: 2 }),
			enabled: () => model.latest.length > 0 || 'nothing has happened yet',
			run: () => {
				const tx = model.latest[model.cursor.selected]
				if (tx !== undefined) model.app.open('transactions', tx.hash)
			},
		},
		{
			id: 'home.charts',
			keys: ['C'],
			title: model.charts ? 'back' : 'charts',
			description: 'Charts of gas, transactions, block time, mempool, memory and disk on the whole screen.',
			group,
			footer: model.charts ? 1 : 4,
			run: () => {
				model.charts = !model.charts
				model.app.chartSpan.refresh()
				model.app.touch()
			},
		},
		chartCommand(model.app, 'home', group),
		{
			id: 'home.copy',
			keys: ['y'],
			title: 'copy REST address',
			description: 'Copy the address of the REST listener.',
			group,
			...(model.charts ? {} : { footer: 3 }),
			enabled: () => model.app.state.status?.listeners.rest !== undefined || 'the REST listener is off',
			run: () => model.app.copy(model.app.state.status?.listeners.rest ?? '', 'REST address'),
		},
	]
}
