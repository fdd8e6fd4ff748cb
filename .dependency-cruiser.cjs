// The import table of ARCHITECTURE.md: each room may import only the rooms before it in this list.
const rooms = [
	'gen',
	'errors',
	'util',
	'wire',
	'codec',
	'crypto',
	'store',
	'abci',
	'chain',
	'migrate',
	'app',
	'modules',
	'engine',
	'engineRpc',
	'abciSocket',
	'serve',
	'api',
	'endpoints',
	'node',
	'keyring',
	'client',
	'library',
	'cli',
	'tui',
]

// Rooms that see less than everything before them.
const only = {
	gen: [],
	errors: [],
	util: ['errors'],
	// Types of what crosses a wire: server and client share them.
	wire: ['util', 'errors'],
	codec: ['gen', 'util', 'errors'],
	crypto: ['gen', 'util', 'errors', 'codec'],
	store: ['gen', 'util', 'errors', 'crypto'],
	abci: ['gen', 'util', 'errors', 'store'],
	chain: ['gen', 'util', 'errors', 'codec', 'crypto', 'abci'],
	// Pure functions over documents: no state, no node.
	migrate: ['util', 'errors', 'codec', 'crypto', 'abci', 'chain'],
	engine: ['gen', 'util', 'errors', 'codec', 'crypto', 'store', 'abci', 'chain'],
	engineRpc: ['util', 'errors', 'wire', 'abci', 'chain'],
	abciSocket: ['gen', 'util', 'errors', 'codec', 'abci'],
	serve: ['util', 'errors', 'wire'],
	// The service sees the chain only through the rpc client interface; calls and arguments have the form of all Ethereum JSON-RPC here.
	endpoints: ['gen', 'util', 'errors', 'wire', 'codec', 'crypto', 'serve', 'api/eth/(rpc|args|filters|hexJson)'],
	keyring: ['gen', 'util', 'errors', 'codec', 'crypto'],
	client: ['gen', 'util', 'errors', 'wire', 'codec', 'crypto', 'migrate', 'keyring', 'node', 'endpoints'],
	cli: ['gen', 'util', 'errors', 'wire', 'codec', 'crypto', 'migrate', 'client', 'keyring', 'node', 'endpoints'],
	// What other programs import: a node in their process, with the client's types for CosmJS.
	library: ['util', 'errors', 'wire', 'codec', 'crypto', 'keyring', 'node', 'endpoints', 'client'],
	tui: ['util', 'errors', 'codec', 'client'],
}

// The terminal app's own rooms, each importing only those before it.
const tuiRooms = ['kit', 'app', 'screens', 'shell']

// Its own parser does not know the version of TypeScript here, and leaves JSX to the caller of swc.
const swc = require('@swc/core')
const parseFileSync = swc.parseFileSync
swc.parseFileSync = (file, options) =>
	parseFileSync(file, { ...options, ...(file.endsWith('.tsx') ? { syntax: 'typescript', tsx: true } : {}) })

module.exports = {
	forbidden: [
		{
			name: 'no-circular',
			severity: 'error',
			from: {},
			to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
		},
		...rooms.map((room, index) => ({
			name: `${room}-imports`,
			severity: 'error',
			// The one file that opens the terminal app when no command is named.
			from: { path: `^src/${room}/`, pathNot: '^src/cli/runApp\\.ts$' },
			to: { path: '^src/', pathNot: `^src/(${[...(only[room] ?? rooms.slice(0, index)), room].join('|')})(/|\\.ts$)` },
		})),
		...tuiRooms.map((room, index) => ({
			name: `tui-${room}-imports`,
			severity: 'error',
			from: { path: `^src/tui/${room}/` },
			to: { path: '^src/tui/', pathNot: `^src/tui/(${tuiRooms.slice(0, index + 1).join('|')})/` },
		})),
		{
			name: 'tui-kit-knows-no-chain',
			severity: 'error',
			from: { path: '^src/tui/kit/' },
			to: { path: '^src/', pathNot: '^src/(tui/kit|util|errors)/' },
		},
		{
			name: 'ink-inside',
			comment: 'Only the kit and the shell know how Ink works inside; nothing but the terminal app knows Ink.',
			severity: 'error',
			from: { path: '^src/', pathNot: '^src/tui/(kit|shell)/' },
			to: { path: '(^|node_modules/)(ink/build/(?!index\\.js$)|yoga-layout/|react-reconciler/)' },
		},
		{
			name: 'ink-only-in-tui',
			severity: 'error',
			from: { path: '^src/', pathNot: '^src/tui/' },
			to: { path: '(^|node_modules/)(ink|react)/' },
		},
		{
			name: 'tui-screens-are-apart',
			comment: 'What two screens need is in app or kit.',
			severity: 'error',
			from: { path: '^src/tui/screens/([^/]+)/' },
			to: { path: '^src/tui/screens/', pathNot: '^src/tui/screens/$1/' },
		},
		{
			name: 'client-has-one-entry',
			comment: 'What commands and screens use of the client stands in its index.',
			severity: 'error',
			from: { path: '^src/(cli|tui)/' },
			// Preferences are read for the first frame, and nodes asked by short commands, before the rest of the client is loaded.
			to: { path: '^src/client/', pathNot: '^src/client/(index|askNode|preferencesFile)\\.ts$' },
		},
		{
			name: 'modules-meet-through-keepers',
			comment: "A module sees another one only through its keeper's interface.",
			severity: 'error',
			from: { path: '^src/modules/([^/]+)/' },
			to: {
				path: '^src/modules/([^/]+)/',
				pathNot: '^src/modules/($1/|[^/]+/(expectedKeepers|[A-Za-z]*Keeper|types|index)\\.ts$)',
			},
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '^src/gen/' },
		tsConfig: { fileName: 'tsconfig.json' },
		parser: 'swc',
		enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js'] },
	},
}
