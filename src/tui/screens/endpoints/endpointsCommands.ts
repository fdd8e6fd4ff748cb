import type { Command } from '../../kit/keymap/Command.ts'
import { askFilter } from '../../kit/overlays/LinePrompt.tsx'
import type { EndpointsModel } from './EndpointsModel.ts'
import type { PageActions } from './PageModel.ts'
import { type Verb, verbs } from './verbs.ts'

/** Commands of the Endpoints screen. */
export function endpointCommands(model: EndpointsModel): readonly Command[] {
	const isOn = model.service !== undefined
	const actions = isOn ? { ...usual(model), ...model.page.model.actions() } : {}
	return (Object.keys(verbs) as Verb[]).map((verb): Command => {
		const { keys, title, description } = verbs[verb]
		const action = actions[verb]
		const { footer } = action ?? {}
		return {
			id: `endpoints.${verb}`,
			keys,
			title: action?.title ?? title,
			description,
			group: 'Endpoints',
			...(footer === undefined ? {} : { footer }),
			enabled: () => {
				if (!isOn) return 'this node offers no endpoint service'
				return action === undefined ? 'not available on this page' : (action.can?.() ?? true)
			},
			run: () => action?.run(),
		}
	})
}

/** Commands of every page, or of every page with a list. */
function usual(model: EndpointsModel): PageActions {
	const { app } = model
	const { list } = model.page.model
	const refresh = { run: () => model.refresh() }
	if (list === undefined) return { refresh }
	return {
		refresh,
		filter: { footer: 8, run: () => askFilter(app, list) },
		...(list.sortable.length === 0
			? {}
			: {
					sort: {
						run: () => list.nextSort(),
					},
				}),
	}
}
