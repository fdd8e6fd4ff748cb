import { defaultChainSettings } from '../codec/ChainSettings.ts'

/** A setting of the process: flag, environment variable, name in the home's config file, row of docs/settings.md. */
export interface Setting {
	/** camelCase name, the key in config.json. */
	readonly name: string
	/** Long flag with its argument, as commander takes it. */
	readonly flag: string
	/** Environment variable. */
	readonly env: string
	/** Default as text; undefined if it depends on the machine. */
	readonly default: string | undefined
	readonly description: string
	/** Whether it is part of the chain's identity: fixed at creation, refused if it differs later. */
	readonly fixed?: boolean
	/** The only values allowed. */
	readonly choices?: readonly string[]
}

/** All settings of a node, as docs/settings.md lists them. Precedence: flag, environment, config.json, default. */
export const settings = [
	{
		name: 'home',
		flag: '--home <dir>',
		env: 'CHAIN_TUI_HOME',
		default: undefined,
		description: 'folder of the chain, keys and logs',
	},
	{
		name: 'genesis',
		flag: '--genesis <file>',
		env: 'CHAIN_TUI_GENESIS',
		default: undefined,
		description: 'genesis document to start from, only while the home is new',
	},
	{
		name: 'chainId',
		flag: '--chain-id <id>',
		env: 'CHAIN_TUI_CHAIN_ID',
		default: 'chain-localnet',
		description: 'name of the chain; a genesis file brings its own',
		fixed: true,
	},
	{
		name: 'evmChainId',
		flag: '--evm-chain-id <n>',
		env: 'CHAIN_TUI_EVM_CHAIN_ID',
		default: undefined,
		description: 'turns the EVM on, with this number by EIP-155; a chain id such as chain_2222-1 brings its own',
		fixed: true,
	},
	{
		name: 'prefix',
		flag: '--prefix <text>',
		env: 'CHAIN_TUI_PREFIX',
		default: defaultChainSettings.prefix,
		description: 'bech32 prefix of addresses',
		fixed: true,
	},
	{
		name: 'denom',
		flag: '--denom <text>',
		env: 'CHAIN_TUI_DENOM',
		default: defaultChainSettings.denom,
		description: 'native denomination, a micro-unit',
		fixed: true,
	},
	{
		name: 'coinType',
		flag: '--coin-type <n>',
		env: 'CHAIN_TUI_COIN_TYPE',
		default: String(defaultChainSettings.coinType),
		description: 'SLIP-44 coin type of new keys',
		fixed: true,
	},
	{
		name: 'aminoBrand',
		flag: '--amino-brand <brand>',
		env: 'CHAIN_TUI_AMINO_BRAND',
		default: defaultChainSettings.aminoBrand,
		description:
			'names in amino JSON: chain (chain-sdk/…, chain/…, reads those of cosmos too) or cosmos (cosmos-sdk/…, tendermint/…)',
		fixed: true,
		choices: ['chain', 'cosmos'],
	},
	{
		name: 'minimumGasPrices',
		flag: '--minimum-gas-prices <coins>',
		env: 'CHAIN_TUI_MINIMUM_GAS_PRICES',
		default: undefined,
		description: 'lowest price of a unit of gas the node accepts; 0.01 of the denomination',
	},
	{
		name: 'blockMode',
		flag: '--block-mode <mode>',
		env: 'CHAIN_TUI_BLOCK_MODE',
		default: 'interval',
		description: 'when blocks are made: every interval, at each transaction, or only when asked',
		choices: ['interval', 'instant', 'manual'],
	},
	{
		name: 'blockInterval',
		flag: '--block-interval <time>',
		env: 'CHAIN_TUI_BLOCK_INTERVAL',
		default: '1s',
		description: 'time between blocks, such as 500ms, 1s or 1m',
	},
	{
		name: 'emptyBlocks',
		flag: '--empty-blocks <time>',
		env: 'CHAIN_TUI_EMPTY_BLOCKS',
		default: 'on',
		description: 'blocks while nothing happens: on (each interval), off, or one after a time such as 1m',
	},
	{
		name: 'keepBlocks',
		flag: '--keep-blocks <n>',
		env: 'CHAIN_TUI_KEEP_BLOCKS',
		default: 'all',
		description: 'newest blocks that are kept with their results and index entries, or all',
	},
	{
		name: 'pruning',
		flag: '--pruning <strategy>',
		env: 'CHAIN_TUI_PRUNING',
		default: 'default',
		description: 'old state that is kept: 1,000 heights, all of it, none, or as --pruning-keep-recent says',
		choices: ['default', 'nothing', 'everything', 'custom'],
	},
	{
		name: 'pruningKeepRecent',
		flag: '--pruning-keep-recent <n>',
		env: 'CHAIN_TUI_PRUNING_KEEP_RECENT',
		default: '100',
		description: 'heights of old state that are kept below the newest, with --pruning custom',
	},
	{
		name: 'pruningInterval',
		flag: '--pruning-interval <n>',
		env: 'CHAIN_TUI_PRUNING_INTERVAL',
		default: '10',
		description: 'heights between two removals of old state, with --pruning custom',
	},
	{
		name: 'minRetainBlocks',
		flag: '--min-retain-blocks <n>',
		env: 'CHAIN_TUI_MIN_RETAIN_BLOCKS',
		default: '0',
		description:
			'blocks that the engine keeps at least; it drops older ones that neither evidence nor snapshots need; 0 keeps all',
	},
	{
		name: 'snapshotInterval',
		flag: '--snapshot-interval <n>',
		env: 'CHAIN_TUI_SNAPSHOT_INTERVAL',
		default: '1000',
		description: 'heights between snapshots for state sync of other nodes; 0 takes none',
	},
	{
		name: 'snapshotKeep',
		flag: '--snapshot-keep <n>',
		env: 'CHAIN_TUI_SNAPSHOT_KEEP',
		default: '2',
		description: 'snapshots that are kept',
	},
	{
		name: 'haltHeight',
		flag: '--halt-height <n>',
		env: 'CHAIN_TUI_HALT_HEIGHT',
		default: '0',
		description: 'the application ends after the block of this height; 0 goes on',
	},
	{
		name: 'haltTime',
		flag: '--halt-time <seconds>',
		env: 'CHAIN_TUI_HALT_TIME',
		default: '0',
		description: 'the application ends after the first block of this time, in seconds since 1970; 0 goes on',
	},
	{
		name: 'rpc',
		flag: '--rpc <address>',
		env: 'CHAIN_TUI_RPC',
		default: '127.0.0.1:26657',
		description: 'listener of the Tendermint JSON-RPC, or off',
	},
	{
		name: 'grpc',
		flag: '--grpc <address>',
		env: 'CHAIN_TUI_GRPC',
		default: '127.0.0.1:9090',
		description: 'listener of gRPC, or off',
	},
	{
		name: 'rest',
		flag: '--rest <address>',
		env: 'CHAIN_TUI_REST',
		default: '127.0.0.1:1317',
		description: 'listener of REST (gateway and generation 9 legacy), or off',
	},
	{
		name: 'legacy8',
		flag: '--legacy8 <address>',
		env: 'CHAIN_TUI_LEGACY8',
		default: 'off',
		description: 'listener of the generation 8 REST dialect, such as 127.0.0.1:1316, or off',
	},
	{
		name: 'endpoints',
		flag: '--endpoints <address>',
		env: 'CHAIN_TUI_ENDPOINTS',
		default: '127.0.0.1:8545',
		description: 'listener of the private JSON-RPC endpoints, or off',
	},
	{
		name: 'eth',
		flag: '--eth <address>',
		env: 'CHAIN_TUI_ETH',
		default: '127.0.0.1:8546',
		description: "listener of the EVM's JSON-RPC for developer tools, or off; only on a chain with an EVM",
	},
	{
		name: 'manage',
		flag: '--manage <address>',
		env: 'CHAIN_TUI_MANAGE',
		default: 'off',
		description: 'listener on which teams on other machines manage their endpoints, by TLS or behind a proxy, or off',
	},
	{
		name: 'metrics',
		flag: '--metrics <address>',
		env: 'CHAIN_TUI_METRICS',
		default: 'off',
		description: 'listener of /metrics for Prometheus, such as 127.0.0.1:26661, or off',
	},
	{
		name: 'ethCompat',
		flag: '--eth-compat <program>',
		env: 'CHAIN_TUI_ETH_COMPAT',
		default: 'geth',
		description:
			"whose replies the EVM's JSON-RPC gives: geth's of today, or those of ethermint v0.14.1 with its quirks",
		choices: ['geth', 'ethermint'],
	},
	{
		name: 'database',
		flag: '--database <url>',
		env: 'CHAIN_TUI_DATABASE',
		default: undefined,
		description: 'database of the endpoint service, sqlite:FILE or postgres://...; a file in the home',
	},
	{
		name: 'readyWithin',
		flag: '--ready-within <time>',
		env: 'CHAIN_TUI_READY_WITHIN',
		default: '60s',
		description: 'age of the newest block from which on /readyz and /healthz of the endpoints answer 503',
	},
	{
		name: 'threads',
		flag: '--threads <n>',
		env: 'CHAIN_TUI_THREADS',
		default: 'auto',
		description: 'threads of the node: one makes the blocks, the others serve clients; auto goes by the cores',
	},
	{
		name: 'admin',
		flag: '--admin',
		env: 'CHAIN_TUI_ADMIN',
		default: 'off',
		description: 'serve the admin_* methods on the JSON-RPC listener (loopback only)',
	},
	{
		name: 'allowedOrigins',
		flag: '--allowed-origins <list>',
		env: 'CHAIN_TUI_ALLOWED_ORIGINS',
		default: 'same-machine',
		description:
			'web pages that may open websockets and read replies: same-machine, * or origins such as https://wallet.example, comma-separated',
	},
] as const satisfies readonly Setting[]

/** Settings of an application under a real engine, which a node that makes its blocks itself does not have. */
export const engineSettings: readonly SettingName[] = [
	'minRetainBlocks',
	'snapshotInterval',
	'snapshotKeep',
	'haltHeight',
	'haltTime',
]

/** Names of the settings. */
export type SettingName = (typeof settings)[number]['name']

/** Setting values as text, as flags, environment and config.json give them. */
export type SettingValues = Partial<Record<SettingName, string>>
