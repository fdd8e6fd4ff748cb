/** What a node's engine is told; addresses are `host:port`. */
export interface EngineSettings {
	readonly moniker: string
	/** Where the application listens. */
	readonly application: string
	readonly rpc: string
	readonly p2p: string
	/** Where others reach it, if that differs from where it listens. */
	readonly external?: string
	/** `id@host:port` of connections that it always keeps. */
	readonly persistentPeers: readonly string[]
	/** `id@host:port` of nodes that tell it of others. */
	readonly seeds?: readonly string[]
	/** Ids that it keeps from others, and always has a connection for. */
	readonly secretPeers?: readonly string[]
	/** Whether it asks for and tells addresses of others. */
	readonly exchanges?: boolean
	/** Whether it only tells new nodes of others. */
	readonly isSeed?: boolean
	/** Whether addresses that the whole world cannot reach count, and several nodes may share one. */
	readonly isLocal: boolean
	readonly blockIntervalMs: number
	/** Where Prometheus reads its metrics; left out, nowhere. */
	readonly metrics?: string
	/** Begins from a snapshot of others, checked by a block that it trusts. */
	readonly stateSync?: StateSync
}

/** The block by which a new node knows the chain, and the nodes (`host:port`) that show it the headers since. */
export interface StateSync {
	readonly servers: readonly string[]
	readonly height: number
	/** Upper-case hex. */
	readonly hash: string
}

/** The config.toml of a node's engine: what differs from the engine's defaults (tendermint v0.34 config/config.go). */
export function engineConfig(settings: EngineSettings): string {
	const { persistentPeers, seeds = [], secretPeers = [], stateSync } = settings
	const lines = [
		"# Only what differs from the engine's defaults.",
		`proxy_app = "tcp://${settings.application}"`,
		`moniker = "${settings.moniker}"`,
		'db_backend = "goleveldb"',
		'',
		'[rpc]',
		`laddr = "tcp://${settings.rpc}"`,
		'',
		'[p2p]',
		`laddr = "tcp://${settings.p2p}"`,
		...(settings.external === undefined ? [] : [`external_address = "${settings.external}"`]),
		`persistent_peers = "${persistentPeers.join(',')}"`,
		...(seeds.length === 0 ? [] : [`seeds = "${seeds.join(',')}"`]),
		...(secretPeers.length === 0
			? []
			: [`private_peer_ids = "${secretPeers.join(',')}"`, `unconditional_peer_ids = "${secretPeers.join(',')}"`]),
		...(settings.exchanges === false ? ['pex = false'] : []),
		...(settings.isSeed === true ? ['seed_mode = true'] : []),
		...(settings.isLocal
			? [
					'# The world cannot reach these addresses, and nodes may share one.',
					'addr_book_strict = false',
					'allow_duplicate_ip = true',
				]
			: []),
		'',
		...(stateSync === undefined
			? []
			: [
					'[statesync]',
					'enable = true',
					`rpc_servers = "${stateSync.servers.join(',')}"`,
					`trust_height = ${stateSync.height}`,
					`trust_hash = "${stateSync.hash}"`,
					'trust_period = "168h0m0s"',
					'discovery_time = "5s"',
					'',
				]),
		'[consensus]',
		`timeout_commit = "${settings.blockIntervalMs}ms"`,
		'',
		'[instrumentation]',
		...(settings.metrics === undefined
			? ['prometheus = false']
			: ['prometheus = true', `prometheus_listen_addr = "${settings.metrics}"`]),
		'',
	]
	return lines.join('\n')
}
