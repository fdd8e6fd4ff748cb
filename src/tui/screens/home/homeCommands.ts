import { chartCommand } from '../../app/charts/MeasuredChart.tsx'
import type { CommandRecord } from '../../kit/keymap/Command.ts'
import type { HomeModel } from './HomeModel.ts'

/** Commands of the Home screen. */
export function homeCommands(model: HomeModel): readonly CommandRecord[] {
	return [
		{
			id: 'home.greet',
			keys: ['n'],
			title: 'new greeting',
			description: 'Write a greeting.',
			footer: model.charts ? 7 : 1,
			run: () => model.app.open('greetings', 'new'),
		},
		{
			id: 'home.open',
			keys: ['enter'],
			title: 'open',
			description: 'Open the selected transaction.',
			...(model.charts ? {} : { footer: 2 }),
			enabled: () => model.latest.length > 0 || 'nothing has happened yet',
			run: () => {
				const { selected } = model.list
				if (selected !== undefined) model.app.open('transactions', selected.hash)
			},
		},
		{
			id: 'home.charts',
			keys: ['C'],
			title: model.charts ? 'back' : 'charts',
			description: 'Charts of gas, transactions, block time, mempool, memory and disk on the whole screen.',
			footer: model.charts ? 1 : 4,
			run: () => {
				model.charts = !model.charts
				model.app.chartSpan.refresh()
			},
		},
		chartCommand(model.app, 'home'),
		...(
			[
				['left', -1],
				['right', 1],
			] as const
		).map(
			([way, by]): CommandRecord => ({
				id: `home.cursor-${way}`,
				keys: [way],
				title: 'read values',
				description: `Move the cursor of all charts to the ${way}: the values under it stand below each chart.`,
				...(model.charts && way === 'left' ? { footer: 2 } : {}),
				enabled: () => model.charts || 'the charts are closed',
				run: () => model.app.chartSpan.moveCursor(by),
			}),
		),
		{
			id: 'home.copy',
			keys: ['y'],
			title: 'copy REST address',
			description: 'Copy the address of the REST listener.',
			...(model.charts ? {} : { footer: 3 }),
			enabled: () => model.app.state.status?.listeners.rest !== undefined || 'the REST listener is off',
			run: () => model.app.copy(model.app.state.status?.listeners.rest ?? '', 'REST address'),
		},
	]
}
