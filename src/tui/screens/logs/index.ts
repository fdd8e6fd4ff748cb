import { defineScreen } from '../../app/defineScreen.ts'
import { tabs } from '../../app/tabs.ts'
import { LogsModel } from './LogsModel.ts'
import { logsLines } from './LogsScreen.ts'
import { logCommands } from './logsCommands.ts'

/** What node and app have to say. */
export const logsScreen = defineScreen({
	...tabs.logs,
	model: (app) => new LogsModel(app),
	commands: logCommands,
	render: logsLines,
})
