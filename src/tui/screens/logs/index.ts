import { defineScreen } from '../defineScreen.ts'
import { logCommands } from './commands.ts'
import { LogsModel } from './model.ts'
import { logsLines } from './Screen.ts'

/** What node and app have to say. */
export const logsScreen = defineScreen({
	id: 'logs',
	title: 'Logs',
	short: 'Logs',
	model: (app) => new LogsModel(app),
	commands: logCommands,
	render: logsLines,
})
