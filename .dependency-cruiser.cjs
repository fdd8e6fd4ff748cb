// The import table of ARCHITECTURE.md: each room may import only the rooms before it in this list.
const rooms = [
	'gen',
	'util',
	'errors',
	'codec',
	'crypto',
	'store',
	'abci',
	'app',
	'modules',
	'engine',
	'abciSocket',
	'api',
	'endpoints',
	'node',
	'keyring',
	'client',
	'cli',
	'tui',
]

// Rooms that see less than everything before them.
const only = {
	gen: [],
	util: [],
	errors: ['util'],
	codec: ['gen', 'util', 'errors'],
	crypto: ['gen', 'util', 'errors', 'codec'],
	store: ['gen', 'util', 'errors', 'crypto'],
	abci: ['gen', 'util', 'errors', 'store'],
	engine: ['gen', 'util', 'errors', 'codec', 'crypto', 'store', 'abci'],
	abciSocket: ['gen', 'util', 'errors', 'abci'],
	// The service sees the chain only through the rpc client interface.
	endpoints: ['gen', 'util', 'errors', 'codec', 'crypto'],
	keyring: ['gen', 'util', 'errors', 'codec', 'crypto'],
	client: ['gen', 'util', 'errors', 'codec', 'crypto', 'keyring', 'node', 'endpoints'],
	cli: ['gen', 'util', 'errors', 'codec', 'crypto', 'client', 'keyring', 'node', 'endpoints'],
	tui: ['util', 'errors', 'codec', 'client'],
}

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
			to: { path: '^src/', pathNot: `^src/(${[...(only[room] ?? rooms.slice(0, index)), room].join('|')})/` },
		})),
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
