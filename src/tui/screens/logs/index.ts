import { defineScreen } from '../../app/defineScreen.ts'
import { LogsModel } from './LogsModel.ts'
import { logsLines } from './LogsScreen.ts'
import { logCommands } from './logsCommands.ts'

/** What node and app have to say. */
export const logsScreen = defineScreen({
	id: 'logs',
	title: 'Logs',
	short: 'Logs',
	model: (app) => new LogsModel(app),
	commands: logCommands,
	render: logsLines,
})
