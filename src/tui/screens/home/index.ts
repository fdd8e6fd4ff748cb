import { defineScreen } from '../defineScreen.ts'
import { homeCommands } from './commands.ts'
import { HomeModel } from './model.ts'
import { homeLines } from './Screen.ts'

/** The chain at a glance. */
export const homeScreen = defineScreen({
	id: 'home',
	title: 'Home',
	short: 'Home',
	model: (app) => new HomeModel(app),
	commands: homeCommands,
	render: homeLines,
})
