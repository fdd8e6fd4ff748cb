import { createElement, type ReactElement } from 'react'
import { type CommandRecord, commandsOf } from '../kit/keymap/Command.ts'
import type { ScreenModel } from './ScreenModel.ts'
import type { ScreenFactory, TuiApp } from './TuiApp.ts'
import type { Tab } from './tabs.ts'

/** Declares a screen: model, commands, component. With a line of `screens/index.ts` all else follows. */
export function defineScreen<Model extends ScreenModel>(
	definition: Tab & {
		readonly model: (app: TuiApp) => Model
		/** Its commands; those that name no group are listed under its title. */
		readonly commands: (model: Model) => readonly CommandRecord[]
		/** The component that shows the model. */
		readonly Screen: (props: { readonly model: Model }) => ReactElement
	},
): ScreenFactory {
	const { id, title, short, letter, Screen } = definition
	const tab: Tab = { id, title, short, ...(letter === undefined ? {} : { letter }) }
	return {
		...tab,
		create: (app) => {
			const model = definition.model(app)
			return {
				...tab,
				model,
				commands: () => commandsOf({ group: title }, definition.commands(model)),
				view: () => createElement(Screen, { model }),
			}
		},
	}
}
