import { beforeAll, expect, it } from 'vitest'
import type { TuiApp } from '../../../src/tui/app/TuiApp.ts'
import { type Command, whyDisabled } from '../../../src/tui/kit/keymap/Command.ts'
import type { HomeModel } from '../../../src/tui/screens/home/HomeModel.ts'
import { placesApp } from '../support/placesApp.ts'

let app: TuiApp
beforeAll(() => {
	app = placesApp({})
})

const commandsOf = (id: string): readonly Command[] => app.screens.find((screen) => screen.id === id)!.commands()
const nameOf = ({ id }: Command): string => id.slice(id.indexOf('.') + 1)
/** The keys in the footer of a screen, in their order. */
const footerOf = (id: string): string =>
	commandsOf(id)
		.flatMap((one) => (one.footer === undefined ? [] : [[one.footer, nameOf(one)] as const]))
		.toSorted(([a, first], [b, second]) => a - b || (first < second ? -1 : 1))
		.map((part) => part.join(' '))
		.join(', ')
/** The keys of a screen that do nothing, by the reason that each gives. */
function reasonsOf(id: string): Readonly<Record<string, string>> {
	const reasons: Record<string, string> = {}
	for (const one of commandsOf(id)) {
		const why = whyDisabled(one)
		if (why !== '') reasons[why] = why in reasons ? `${reasons[why]} ${nameOf(one)}` : nameOf(one)
	}
	return reasons
}

/** The first key of each command of a screen, with what it is called now. */
const titlesOf = (id: string): string =>
	commandsOf(id)
		.map(({ keys, title }) => `${keys[0]} ${title}`)
		.join(', ')

/** What each screen offers before there is a node: the keys in its footer, and those that do nothing by their reason. */
const screens: readonly (readonly [id: string, footer: string, reasons: Readonly<Record<string, string>>])[] = [
	[
		'home',
		'1 greet, 2 open, 3 copy, 4 charts, 6 span',
		{
			'nothing has happened yet': 'open',
			'the charts are closed': 'cursor-left cursor-right',
			'the REST listener is off': 'copy',
		},
	],
	[
		'greetings',
		'1 new, 3 open, 6 filter, 7 copy, 8 owner',
		{
			'no greeting is selected': 'open copy owner verify',
			'no greeting is selected, or the node has no REST listener': 'url',
			'its transaction is not known': 'tx',
			'the selected row is not a failed greeting': 'retry edit discard',
			'there is nothing to export': 'export export-csv',
			'make a key first: it signs what you write': 'batch',
		},
	],
	[
		'accounts',
		'1 open, 2 find, 2 side, 3 view, 4 sort, 5 report, 6 later, 7 transactions, 8 time, 10 height, 11 paste, 12 label, 13 act-as, 14 copy',
		{
			'no address is selected': 'open view differences height transactions label copy refresh forget',
			'both generations are on the screen': 'side',
			'this chain has no EVM': 'contract copy-hex',
			'you do not control this node': 'generation8 act-as travel',
			'there is no node': 'report',
			'the account does not vest': 'later earlier bit-later bit-earlier next previous now time',
			'no address is selected, or the node has no REST listener': 'url',
			'there is no reply of generation 8': 'copy-8',
			'there is no reply of generation 9': 'copy-9',
			'the account is not loaded yet': 'export-json export-md',
		},
	],
	[
		'keys',
		'1 create, 1 use, 2 import, 2 send, 3 faucet, 6 copy, 7 transactions',
		{
			'there is no key yet: c makes one': 'use send copy qr account transactions sign move rename export delete',
			'this node has no faucet': 'faucet',
			'choose a multisig key': 'signatures',
		},
	],
	[
		'converter',
		'1 broadcast, 1 edit, 2 open, 3 pane, 3 sample, 4 mine, 4 view, 5 copy',
		{
			'the node has not reported its settings yet': 'sample',
			'you have no key yet': 'mine',
			'nothing was sent from here yet': 'history',
			'there is no protobuf transaction yet': 'broadcast hex hash',
			'paste a transaction first': 'pane view check clear',
			'there are no fields': 'fold',
			'there is no result to copy': 'copy',
			'it is in no block yet': 'tx',
		},
	],
	[
		'blocks',
		'1 open, 2 full, 4 search, 5 transactions, 6 copy',
		{
			'there is no block here yet': 'open',
			'no block is open': 'earlier later',
			'the node has no listener': 'url',
			'nothing with a hash is selected': 'copy',
		},
	],
	[
		'node',
		'1 pause, 2 mine, 3 interval, 4 time, 5 snapshot, 6 span, 7 listener, 8 copy, 9 switch',
		{
			'you do not control this node':
				'pause mine interval time snapshot revert deleteSnapshot rewind listener export reset',
			'the selected listener is off': 'copy',
		},
	],
	[
		'logs',
		'0 level, 1 area, 3 filter, 4 open, 5 pause, 6 copy, 7 file, 8 sort, 9 clear',
		{
			'there are no lines': 'open area named clear copy',
		},
	],
	[
		'transactions',
		'0 open, 1 search, 3 block, 4 signer, 5 failed, 6 follow, 7 copy',
		{
			'no transaction is selected': 'open block copy copy-raw copy-json',
			'no transaction of the list is open': 'older newer',
			'no transaction is open': 'raw fold fold-all next-part previous-part',
			'no transaction with a known signer is selected': 'signer',
			'no transaction is selected, or the node has no listener': 'url',
		},
	],
	[
		'contracts',
		'1 open, 2 deploy, 3 add, 5 trace, 6 copy',
		{
			'this chain has no EVM': 'deploy add trace copy account filter forget',
			'open a contract first': 'facts fold section slot',
		},
	],
	[
		'network',
		'2 blocks',
		{
			'no validator is shown': 'copy',
		},
	],
	[
		'requests',
		'0 switch, 1 open, 2 replay, 3 curl, 4 filter, 5 pause, 6 listener, 7 sort, 8 clear',
		{
			'this node does not show what clients ask it': 'switch',
			'requests are not recorded': 'filter sort pause listener clear',
			'there is no request': 'open replay curl',
			'no request is open': 'part copy newer older',
			'there is no JSON': 'fold',
		},
	],
	[
		'rpc',
		'1 use, 2 add, 3 test, 4 edit, 5 compare, 6 stand-by, 7 remove, 8 stop',
		{
			'it is in use': 'use own',
			'its JSON-RPC listener is off: Node switches it on': 'test',
			'the own chain is always here': 'edit',
			'an own chain needs none': 'stand-by',
			'it is in use: use another place first': 'remove stop',
			'it has no address': 'copy',
		},
	],
	[
		'upgrade',
		'1 file, 2 open, 3 report, 4 start, 5 filter, 6 export-genesis, 7 export-md',
		{
			'nothing is selected': 'open',
			'open a genesis first': 'report start export-genesis export-md export-csv export-json',
		},
	],
]

it.each(screens)(
	'without a node the footer of a screen has its keys, and the others say why they do nothing: %s',
	(id, footer, reasons) => {
		expect([footerOf(id), reasonsOf(id)]).toEqual([footer, reasons])
	},
)

it('every screen but that of the endpoints, which has pages of its own, says what its keys do without a node', () => {
	expect(screens.map(([id]) => id)).toEqual(app.screens.map(({ id }) => id).filter((id) => id !== 'endpoints'))
	const none = new Set(commandsOf('endpoints').map(whyDisabled))
	expect([...none, footerOf('endpoints')]).toEqual(['this node offers no endpoint service', ''])
})

it('the charts of Home have a footer of their own while they are open', () => {
	const home = app.screens.find(({ id }) => id === 'home')!.model as HomeModel
	home.charts = true
	expect([footerOf('home'), commandsOf('home').find(({ id }) => id === 'home.charts')?.title]).toEqual([
		...['1 charts, 2 cursor-left, 6 span, 7 greet', 'back'],
	])
	expect(reasonsOf('home')).toEqual({ 'nothing has happened yet': 'open', 'the REST listener is off': 'copy' })
	home.charts = false
	expect(commandsOf('home').find(({ id }) => id === 'home.charts')?.title).toBe('charts')
})

/** What the keys of each screen are called while nothing is there. */
const titles: readonly (readonly [id: string, titles: string])[] = [
	[
		'home',
		'n new greeting, enter open, C charts, c span of charts, left read values, right read values, y copy REST address',
	],
	[
		'greetings',
		'n new greeting, / filter, enter open, s sort, f hold, y copy text, U copy URL, o owner, t transaction, v check proof, r retry, e edit, x discard, E export, C export as CSV, B from a file',
	],
	[
		'accounts',
		'enter inspect, / filter, v raw view, tab generation 9, d differences, h older state, o transactions, w contract, Y copy 0x, p paste JSON, u other node, s sort, b label, S serve gen 8, I act as, m migration report, right later, left earlier, shift+right a bit later, shift+left a bit earlier, n next release, N previous release, = chain time, t other time, C set chain clock, c check clients, i own client, U copy URL, y copy address, L copy gen 8, R copy gen 9, e export JSON, E export Markdown, r read again, x forget',
	],
	[
		'keys',
		'/ filter, c create, enter use, s send, f faucet, i import, w watch, m multisig, O open signatures, y copy address, Q QR code, a account, t transactions, S sign a text, V check a signature, B move keys, R rename, e export, D delete',
	],
	[
		'converter',
		'enter type, o open file, S sample, m from my key, L sent before, b broadcast, tab to result, v bytes, z fold, r check again, y copy result, Y copy hex, H copy hash, t open transaction, x clear',
	],
	[
		'blocks',
		'enter open, / search, t transactions, - earlier block, + later block, e fold empty, < earlier non-empty, > later non-empty, U copy URL, y copy hash',
	],
	[
		'node',
		'p pause, b make a block, i block mode, t time, c span of charts, s snapshot, v revert, D delete snapshot, w rewind, enter on/off, y copy address, E export genesis, n other node, V chain with contracts, X reset',
	],
	[
		'logs',
		'/ filter, s sort, enter whole line, l level: info, a area: all, p pause, o what it names, F log file, x clear, y copy line',
	],
	[
		'transactions',
		'/ search, F failed only, enter open, f hold, - older, + newer, x raw bytes, z fold, Z fold all, n next part, N previous part, b its block, o signer, y copy hash, U copy URL, Y copy raw tx, J copy JSON',
	],
	[
		'contracts',
		'enter start a chain with contracts beside this one, d deploy, a add ABI, v events & facts, z fold, ] next section, s read slot, t trace, y copy address, o account, / filter, x forget',
	],
	['network', 'y copy address, enter blocks'],
	[
		'requests',
		'o switch on, / filter, enter open, s sort, v next part, z fold, r send again, y copy as curl, Y copy part, < one up, > one down, p pause, d listener: all, x clear',
	],
	[
		'rpc',
		'enter use, a add, t test, e edit, c compare, m stand-by, d remove, N new chain, x stop, o own chain, y copy address, / filter',
	],
	[
		'upgrade',
		'o open, / filter, enter both forms, r old clients, s start, e save genesis, E save report Markdown, C save report CSV, J save report JSON',
	],
]

it.each(titles)('without a node the keys of a screen are called by what they would do: %s', (id, called) => {
	expect(titlesOf(id)).toBe(called)
})
