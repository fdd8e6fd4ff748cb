import { defineScreen } from '../../app/defineScreen.ts'
import { tabs } from '../../app/tabs.ts'
import { ConverterModel } from './ConverterModel.ts'
import { ConverterScreen } from './ConverterScreen.tsx'
import { converterCommands } from './converterCommands.ts'

/** Legacy transactions: what they become, what is wrong with them, and back. */
export const converterScreen = defineScreen({
	...tabs.converter,
	model: (app) => new ConverterModel(app),
	commands: converterCommands,
	Screen: ConverterScreen,
})
