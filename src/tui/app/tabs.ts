/** Texts and keys of a screen's tab. */
export interface Tab {
	readonly id: string
	/** Its name, plain ASCII. */
	readonly title: string
	/** A name of at most six letters for narrow terminals. */
	readonly short: string
	/** The key after `g` that opens it, for screens behind the tenth. */
	readonly letter?: string
}

/**
 * The screens in the order of their tabs: the first ten have digits, later ones a letter after `g`. The first frame
 * needs only this, before screens, Ink and React load; `screens/index.ts` has the screens themselves.
 */
export const tabs = {
	home: { id: 'home', title: 'Home', short: 'Home' },
	greetings: { id: 'greetings', title: 'Greetings', short: 'Greet' },
	accounts: { id: 'accounts', title: 'Accounts', short: 'Accts' },
	keys: { id: 'keys', title: 'Keys', short: 'Keys' },
	converter: { id: 'converter', title: 'Converter', short: 'Conv' },
	endpoints: { id: 'endpoints', title: 'Endpoints', short: 'Endpts' },
	blocks: { id: 'blocks', title: 'Blocks', short: 'Blocks' },
	node: { id: 'node', title: 'Node', short: 'Node' },
	logs: { id: 'logs', title: 'Logs', short: 'Logs' },
	transactions: { id: 'transactions', title: 'Transactions', short: 'Txs' },
	contracts: { id: 'contracts', title: 'Contracts', short: 'Contr', letter: 'c' },
	network: { id: 'network', title: 'Network', short: 'Netwk', letter: 'n' },
	requests: { id: 'requests', title: 'Requests', short: 'Reqs', letter: 'r' },
	rpc: { id: 'rpc', title: 'RPC', short: 'RPC', letter: 'p' },
	upgrade: { id: 'upgrade', title: 'Upgrade', short: 'Upgrd', letter: 'u' },
} as const satisfies Readonly<Record<string, Tab>>

/** Ids of the screens. */
export type ScreenId = keyof typeof tabs

/** The key of a tab by index: a digit for the first ten, `g r` for one with the letter r, otherwise empty. */
export function tabKey(tab: Pick<Tab, 'letter'>, index: number): string {
	const digit = screenDigit(index)
	if (digit !== '') return digit
	return tab.letter === undefined ? '' : `g ${tab.letter}`
}

/** The same in at most two cells, as shown before a tab's name: `1`, `gr`. */
export function tabMark(tab: Pick<Tab, 'letter'>, index: number): string {
	return tabKey(tab, index).replace(' ', '')
}

/** The digit of a screen by index: 1 to 9, then 0 for the tenth; empty for later ones. */
export function screenDigit(index: number): string {
	return index < 10 ? String((index + 1) % 10) : ''
}
