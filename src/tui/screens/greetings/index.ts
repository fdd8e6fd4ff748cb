import { defineScreen } from '../../app/defineScreen.ts'
import { tabs } from '../../app/tabs.ts'
import { GreetingsModel } from './GreetingsModel.ts'
import { GreetingsScreen } from './GreetingsScreen.tsx'
import { greetingCommands } from './greetingsCommands.ts'

/** All greetings, and writing one. */
export const greetingsScreen = defineScreen({
	...tabs.greetings,
	model: (app) => new GreetingsModel(app),
	commands: greetingCommands,
	Screen: GreetingsScreen,
})
