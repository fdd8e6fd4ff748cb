import { defineScreen } from '../../app/defineScreen.ts'
import { tabs } from '../../app/tabs.ts'
import { HomeModel } from './HomeModel.ts'
import { HomeScreen } from './HomeScreen.tsx'
import { homeCommands } from './homeCommands.ts'

/** The chain at a glance. */
export const homeScreen = defineScreen({
	...tabs.home,
	model: (app) => new HomeModel(app),
	commands: homeCommands,
	Screen: HomeScreen,
})
