import { defineScreen } from '../defineScreen.ts'
import { greetingCommands } from './commands.ts'
import { GreetingsModel } from './model.ts'
import { greetingsLines } from './Screen.ts'

/** All greetings, and writing one. */
export const greetingsScreen = defineScreen({
	id: 'greetings',
	title: 'Greetings',
	short: 'Greet',
	model: (app) => new GreetingsModel(app),
	commands: greetingCommands,
	render: greetingsLines,
})
