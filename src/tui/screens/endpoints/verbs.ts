/** What a key does wherever a page can do it. */
interface VerbWords {
	readonly keys: readonly string[]
	readonly title: string
	readonly description: string
}

/** One key for each thing that can be done, the same on every page of the Endpoints screen. */
export const verbs = {
	open: {
		keys: ['enter'],
		title: 'open',
		description: 'Open the selected entry; in the console, call the method.',
	},
	new: {
		keys: ['n'],
		title: 'new',
		description:
			'Sign up, or create what the page lists: a project with its first endpoint, an application, a key or an invitation.',
	},
	login: {
		keys: ['l'],
		title: 'log in',
		description: 'Log in to the endpoint service with e-mail and password.',
	},
	copy: {
		keys: ['y'],
		title: 'copy',
		description: 'Copy the URL of the endpoint; elsewhere the entry, the account’s id, or the reply in the console.',
	},
	curl: {
		keys: ['c'],
		title: 'copy curl line',
		description: 'Copy a curl line that calls the endpoint; the key comes from $API_KEY.',
	},
	try: { keys: ['t'], title: 'try it', description: 'Call the endpoint from here and see the reply.' },
	key: { keys: ['K'], title: 'give a key', description: 'Give the console the key it calls with.' },
	edit: {
		keys: ['e'],
		title: 'edit',
		description: 'Rename a project, edit an application, a role or the parameters.',
	},
	allowlists: {
		keys: ['a'],
		title: 'allowlists',
		description: 'Edit who may call: origins of web pages and IP addresses.',
	},
	protect: {
		keys: ['p'],
		title: 'key requirement',
		description: 'Require a key of every caller, or let the allowlists alone decide.',
	},
	rotate: {
		keys: ['o'],
		title: 'rotate key',
		description: 'Create the successor of a key; the old one keeps working for a while.',
	},
	revoke: { keys: ['x'], title: 'revoke', description: 'End the selected key, or the selected session.' },
	delete: {
		keys: ['D', 'delete'],
		title: 'delete',
		description:
			'Delete the selected project or application, remove the selected member, withdraw or decline an invitation.',
	},
	statistics: {
		keys: ['v'],
		title: 'statistics',
		description: 'Show requests, errors and latencies of the application.',
	},
	range: {
		keys: ['w'],
		title: 'range',
		description: 'Step through the ranges of the statistics: 24 hours, the last 5 and 60 minutes live, month, custom.',
	},
	earlier: {
		keys: ['left'],
		title: 'earlier',
		description: 'Show the previous period, the statement of the previous month, or scroll the reply up.',
	},
	later: {
		keys: ['right'],
		title: 'later',
		description: 'Show the next period, the statement of the next month, or scroll the reply down.',
	},
	export: { keys: ['E'], title: 'save CSV', description: 'Save the statistics shown as a CSV file.' },
	team: { keys: ['m'], title: 'team', description: 'Show the team of the project and what roles may do.' },
	transfer: {
		keys: ['O'],
		title: 'hand over',
		description: 'Offer the project to the selected member, who owns it and pays once they accept.',
	},
	invitations: {
		keys: ['I'],
		title: 'invitations',
		description: 'Show and answer invitations into teams and offers of projects.',
	},
	statement: {
		keys: ['s'],
		title: 'statement',
		description: 'Show what the account used in a month and what it costs.',
	},
	account: { keys: ['u'], title: 'account', description: 'Show the account and its sessions.' },
	cap: {
		keys: ['b'],
		title: 'hard cap',
		description: 'Set the number of relays a month after which calls are refused.',
	},
	password: { keys: ['P'], title: 'password', description: 'Set or change the password of the account.' },
	link: {
		keys: ['i'],
		title: 'add a login',
		description: 'Add a login with an identity provider to the account.',
	},
	audit: { keys: ['A'], title: 'audit log', description: 'Show who changed what and when.' },
	refresh: { keys: ['r'], title: 'read again', description: 'Read the page again from the endpoint service.' },
	filter: { keys: ['/'], title: 'filter', description: 'Show only entries with the words you type.' },
	sort: {
		keys: ['S'],
		title: 'sort',
		description: 'Sort the list by its next column, up and then down; so does a click on a title.',
	},
	logout: { keys: ['L'], title: 'log out', description: 'Log out of the endpoint service.' },
} as const satisfies Readonly<Record<string, VerbWords>>

/** Something that pages can do. */
export type Verb = keyof typeof verbs
