import { tabMark } from '../../../../src/tui/app/tabs.ts'
import { screens } from '../../../../src/tui/screens/index.ts'
import { greetings } from './storyHome.ts'

/** A key press and what the screen shows once it took effect. */
export type Step = readonly [keys: string, shows: string | RegExp]

/** A place in the app, how to get there from anywhere, and what it tells of the story's home at every size. */
export interface Page {
	readonly name: string
	/** Id of the screen it belongs to. */
	readonly screen: string
	readonly steps: readonly Step[]
	/** What stands behind `chain-tui ›` in the first row. */
	readonly crumb: string
	readonly contents: readonly RegExp[]
	/** Leads back to the top of its screen. */
	readonly back: readonly Step[]
	/** Whether it lies over the screen: then the footer tells only its own keys. */
	readonly overlay?: boolean
}

const esc = '\u001b'
const newest = greetings.length - 1

/** What each screen must show; a screen that is not here fails the test, so that a new one is not forgotten. */
const contents: Readonly<Record<string, readonly RegExp[]>> = {
	home: [/height +\d/, /REST +http:\/\/127/, /Latest/, /✗ +send +bob/, /greeting +alice/, /alice +chain1/],
	greetings: [/Greetings 8/, /漢字/, /␛\[2J␛\[31m/, /two␤lines/, /Hello, chain!/],
	accounts: [/alice +chain/, /both of( us| ?…) +chain/, /鈴木さん +chain/],
	keys: [/Keys 5/, /signs/, /both of us/, /鈴木さん/, /encrypted file/, /[\d.]+ CHAIN/],
	converter: [/Legacy transaction/, /Paste/],
	endpoints: [/Projects 1/, /acme 商店/, /owner@example\.com/],
	transactions: [/✗/, /send/, /greeting/],
	blocks: [/height/, /▸ +1\d/, /[0-9A-F]{4,}…/],
	node: [/live, embedded/, /Tendermint RPC +http:\/\/127/, /legacy REST gen 8 +off/, /0\.01uchain per gas/],
	requests: [/Requests|\d+ requests?/, /following|No client has sent a request yet/],
	contracts: [/start a chain with contracts beside this one/],
	rpc: [/own chain/, /chain-localnet/],
	upgrade: [/No genesis is open/, /opens a genesis/],
	network: [/add a node of a network/],
	logs: [/info +rest +listening on 127/, /connected to chain-localnet/],
}

/** The top of each screen, and the pages, forms, questions and lists that lie deeper. */
export function pagesOfAll(): readonly Page[] {
	return [
		...screens.map(({ id, title }): Page => {
			const wanted = contents[id]
			if (wanted === undefined) throw new TypeError(`say in pages.ts what the screen ${id} must show`)
			return { name: id, screen: id, steps: [go(id)], crumb: title, contents: wanted, back: [] }
		}),
		...deeper,
	]
}

function go(id: string): Step {
	const index = screens.findIndex((screen) => screen.id === id)
	const key = tabMark(screens[index] ?? {}, index)
	// From Endpoints its own key leads to RPC, so the way to it begins elsewhere.
	return [id === 'endpoints' ? `1${key}` : key, `chain-tui › ${screens[index]?.title}`]
}

const deeper: readonly Page[] = [
	{
		name: 'a greeting',
		screen: 'greetings',
		steps: [go('greetings'), ['gg', `▸   ${newest}`], ['\r', 'proof']],
		crumb: `Greetings › #${newest}`,
		contents: [/owner +alice +chain1/, /block +\d+ /, /memo +memo 7/, /gas +[\d,]+ of/, /proof +✓/],
		back: [[esc, 'Greetings 8']],
	},
	{
		name: 'a hostile greeting',
		screen: 'greetings',
		steps: [go('greetings'), ['ggjj', '▸   5'], ['\r', 'proof']],
		crumb: 'Greetings › #5',
		contents: [/␛\[2J␛\[31m␛\]0;owned␇ hidden\?/, /‹RLO›gnirts‹PDF›/, /‹CSI›5m/, /owner +bob/],
		back: [[esc, 'Greetings 8']],
	},
	{
		name: 'an account',
		screen: 'accounts',
		steps: [go('accounts'), ['gg', '▸ alice'], ['\r', 'generation 8']],
		crumb: 'Accounts › alice',
		contents: [/generation 8/, /balance/, /"chain-sdk\/A/, /≈ renamed/, /= same/, /sequence/],
		back: [[esc, /both of( us| ?…)/]],
	},
	{
		name: 'a vesting account',
		screen: 'accounts',
		steps: [go('accounts'), ['/', /address/i], ['later\r', 'vested']],
		crumb: 'Accounts › later',
		contents: [/continuous/i, /vested/, /of 9 CHAIN/],
		back: [[esc, /both of( us| ?…)/]],
	},
	{
		name: 'a form',
		screen: 'keys',
		steps: [go('keys'), ['i', 'Import a key']],
		crumb: 'Keys › Import a key',
		contents: [/name/, /Esc/],
		back: [[esc, '? help']],
		overlay: true,
	},
	{
		name: 'a QR code',
		screen: 'keys',
		steps: [go('keys'), ['gg', /▸ . +alice/], ['Q', 'Address of alice']],
		crumb: 'Keys › Address of alice',
		contents: [/[█▀▄]{4}/],
		back: [[esc, '? help']],
		overlay: true,
	},
	{
		name: 'a question whose answer is typed',
		screen: 'node',
		steps: [go('node'), ['X', 'Reset the chain']],
		crumb: 'Node › Reset the chain',
		contents: [/type chain-localnet/, /Esc/],
		back: [[esc, '? help']],
		overlay: true,
	},
	{
		name: 'a project',
		screen: 'endpoints',
		steps: [go('endpoints'), ['\r', 'Storefront']],
		crumb: 'Endpoints › acme',
		contents: [/applications 1/, /Storefront/, /archival/],
		back: [[esc, 'Projects 1']],
	},
	{
		name: 'an application',
		screen: 'endpoints',
		steps: [go('endpoints'), ['\r', 'Storefront'], ['\r', 'Keys 1']],
		crumb: 'Endpoints › acme',
		contents: [/\/v1\/[0-9a-f]{32}/, /ck_live_…/, /https:\/\/shop\.example/, /Last 24 hours/, /[1-3] requests/],
		back: [
			[esc, 'applications 1'],
			[esc, 'Projects 1'],
		],
	},
	{
		name: 'statistics',
		screen: 'endpoints',
		steps: [go('endpoints'), ['\r', 'Storefront'], ['\r', 'Keys 1'], ['v', 'Statistics of']],
		crumb: 'Endpoints › acme',
		contents: [/eth_blockNumber/, /p95/],
		back: [
			[esc, 'Keys 1'],
			[esc, 'applications 1'],
			[esc, 'Projects 1'],
		],
	},
	{
		name: 'a block',
		screen: 'blocks',
		steps: [go('blocks'), ['gg', /▸ +1\d/], ['\r', /Block 1\d/]],
		crumb: 'Blocks › ',
		contents: [/time +20\d\d-/, /app hash +[0-9A-F]/, /✗ +send +bob/],
		back: [[esc, /▸ +1\d/]],
	},
	{
		name: 'a transaction that failed',
		screen: 'transactions',
		steps: [go('transactions'), ['gg', /▸.*✗/], ['\r', 'signer']],
		crumb: 'Transactions › ',
		contents: [/✗ code 5 of sdk/, /insufficient funds/, /gas +[\d,]+ of 200,000/, /signer +✓ bob/],
		back: [[esc, /▸.*✗/]],
	},
	{
		name: 'the palette',
		screen: 'logs',
		steps: [go('logs'), [':', '› Commands']],
		crumb: 'Logs › Commands',
		contents: [/Logs: pause/, /Go to Home\./, /Esc close/],
		back: [[esc, '? help']],
		overlay: true,
	},
	{
		name: 'help',
		screen: 'home',
		steps: [go('home'), ['?', '› Help']],
		crumb: 'Home › Help',
		contents: [/Write a greeting\./, /Tab all keys/, /Esc close/],
		back: [[esc, '? help']],
		overlay: true,
	},
	{
		name: 'a greeting being written',
		screen: 'greetings',
		steps: [go('greetings'), ['n', 'New greeting'], ['全角 and 👋', 'gas about']],
		crumb: 'Greetings › ',
		contents: [/New greeting/, /全角 and 👋/, /15 bytes/, /fee [\d.]+ CHAIN/],
		back: [
			['\u0015', 'New greeting'],
			[esc, '? help'],
		],
		overlay: true,
	},
]
