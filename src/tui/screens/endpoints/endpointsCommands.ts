import type { Command } from '../../kit/keymap/Command.ts'
import { askFilter } from '../../kit/overlays/askFilter.ts'
import type { EndpointsModel } from './EndpointsModel.ts'
import type { PageActions, Verb } from './PageModel.ts'

interface VerbCommand {
	readonly verb: Verb
	readonly keys: readonly string[]
	readonly title: string
	readonly description: string
}

/** One key for each thing that can be done, the same on every page of the screen. */
const verbs: readonly VerbCommand[] = [
	{
		verb: 'open',
		keys: ['enter'],
		title: 'open',
		description: 'Open the selected entry; in the console, call the method.',
	},
	{
		verb: 'new',
		keys: ['n'],
		title: 'new',
		description:
			'Sign up, or create what the page lists: a project with its first endpoint, an application, a key or an invitation.',
	},
	{
		verb: 'login',
		keys: ['l'],
		title: 'log in',
		description: 'Log in to the endpoint service with e-mail and password.',
	},
	{
		verb: 'copy',
		keys: ['y'],
		title: 'copy',
		description: 'Copy the URL of the endpoint; elsewhere the entry, the account’s id, or the reply in the console.',
	},
	{
		verb: 'curl',
		keys: ['c'],
		title: 'copy curl line',
		description: 'Copy a curl line that calls the endpoint; the key comes from $API_KEY.',
	},
	{ verb: 'try', keys: ['t'], title: 'try it', description: 'Call the endpoint from here and see the reply.' },
	{ verb: 'key', keys: ['K'], title: 'give a key', description: 'Give the console the key it calls with.' },
	{
		verb: 'edit',
		keys: ['e'],
		title: 'edit',
		description: 'Rename a project, edit an application, a role or the parameters.',
	},
	{
		verb: 'allowlists',
		keys: ['a'],
		title: 'allowlists',
		description: 'Edit who may call: origins of web pages and IP addresses.',
	},
	{
		verb: 'protect',
		keys: ['p'],
		title: 'key requirement',
		description: 'Require a key of every caller, or let the allowlists alone decide.',
	},
	{
		verb: 'rotate',
		keys: ['o'],
		title: 'rotate key',
		description: 'Create the successor of a key; the old one keeps working for a while.',
	},
	{ verb: 'revoke', keys: ['x'], title: 'revoke', description: 'End the selected key, or the selected session.' },
	{
		verb: 'delete',
		keys: ['D', 'delete'],
		title: 'delete',
		description:
			'Delete the selected project or application, remove the selected member, withdraw or decline an invitation.',
	},
	{
		verb: 'statistics',
		keys: ['v'],
		title: 'statistics',
		description: 'Show requests, errors and latencies of the application.',
	},
	{
		verb: 'range',
		keys: ['w'],
		title: 'range',
		description: 'Step through the ranges of the statistics: 24 hours, the last 5 and 60 minutes live, month, custom.',
	},
	{
		verb: 'earlier',
		keys: ['left'],
		title: 'earlier',
		description: 'Show the previous period, the statement of the previous month, or scroll the reply up.',
	},
	{
		verb: 'later',
		keys: ['right'],
		title: 'later',
		description: 'Show the next period, the statement of the next month, or scroll the reply down.',
	},
	{ verb: 'export', keys: ['E'], title: 'save CSV', description: 'Save the statistics shown as a CSV file.' },
	{ verb: 'team', keys: ['m'], title: 'team', description: 'Show the team of the project and what roles may do.' },
	{
		verb: 'transfer',
		keys: ['O'],
		title: 'hand over',
		description: 'Offer the project to the selected member, who owns it and pays once they accept.',
	},
	{
		verb: 'invitations',
		keys: ['I'],
		title: 'invitations',
		description: 'Show and answer invitations into teams and offers of projects.',
	},
	{
		verb: 'statement',
		keys: ['s'],
		title: 'statement',
		description: 'Show what the account used in a month and what it costs.',
	},
	{ verb: 'account', keys: ['u'], title: 'account', description: 'Show the account and its sessions.' },
	{
		verb: 'cap',
		keys: ['b'],
		title: 'hard cap',
		description: 'Set the number of relays a month after which calls are refused.',
	},
	{ verb: 'password', keys: ['P'], title: 'password', description: 'Set or change the password of the account.' },
	{
		verb: 'link',
		keys: ['i'],
		title: 'add a login',
		description: 'Add a login with an identity provider to the account.',
	},
	{ verb: 'audit', keys: ['A'], title: 'audit log', description: 'Show who changed what and when.' },
	{ verb: 'refresh', keys: ['r'], title: 'read again', description: 'Read the page again from the endpoint service.' },
	{ verb: 'filter', keys: ['/'], title: 'filter', description: 'Show only entries with the words you type.' },
	{
		verb: 'sort',
		keys: ['S'],
		title: 'sort',
		description: 'Sort the list by its next column, up and then down; so does a click on a title.',
	},
	{ verb: 'logout', keys: ['L'], title: 'log out', description: 'Log out of the endpoint service.' },
]

/** Commands of the Endpoints screen. */
export function endpointCommands(model: EndpointsModel): readonly Command[] {
	const isOn = model.service !== undefined
	const actions = isOn ? { ...usual(model), ...model.page.model.actions() } : {}
	return verbs.map(({ verb, keys, title, description }): Command => {
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
