import { defineScreen } from '../defineScreen.ts'
import { converterCommands } from './commands.ts'
import { ConverterModel } from './model.ts'
import { converterLines } from './Screen.ts'

/** Legacy transactions: what they become, what is wrong with them, and back. */
export const converterScreen = defineScreen({
	id: 'converter',
	title: 'Converter',
	short: 'Conv',
	model: (app) => new ConverterModel(app),
	commands: converterCommands,
	render: converterLines,
})
