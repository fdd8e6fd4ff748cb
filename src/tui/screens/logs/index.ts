import { defineScreen } from '../../app/defineScreen.ts'
import { tabs } from '../../app/tabs.ts'
import { LogsModel } from './LogsModel.ts'
import { LogsScreen } from './LogsScreen.tsx'
import { logCommands } from './logsCommands.ts'

/** Logs of node and app. */
export const logsScreen = defineScreen({
	...tabs.logs,
	model: (app) => new LogsModel(app),
	commands: logCommands,
	Screen: LogsScreen,
})
