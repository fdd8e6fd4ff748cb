import { defineScreen } from '../../app/defineScreen.ts'
import { tabs } from '../../app/tabs.ts'
import { ConverterModel } from './ConverterModel.ts'
import { converterLines } from './ConverterScreen.ts'
import { converterCommands } from './converterCommands.ts'

/** Legacy transactions: what they become, what is wrong with them, and back. */
export const converterScreen = defineScreen({
	...tabs.converter,
	model: (app) => new ConverterModel(app),
	commands: converterCommands,
	render: converterLines,
})
