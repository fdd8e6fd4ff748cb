import type { ChainSettings } from '../codec/ChainSettings.ts'
import { UserError } from '../errors/UserError.ts'
import type { NodeStatus } from './ChainClient.ts'
import type { WireStatus } from './queries/wireTypes.ts'
import type { RpcConnection } from './rpc/RpcConnection.ts'
import { RpcError } from './rpc/RpcError.ts'

/** What a node that serves the admin_* methods tells about itself. */
export interface AdminStatus {
	readonly settings?: ChainSettings
	readonly minimumGasPrices?: string
	readonly mode?: 'interval' | 'instant' | 'manual'
	readonly intervalMs?: number
	readonly paused?: boolean
	readonly listeners?: NodeStatus['listeners']
}

/** Reads how a node does. */
export class StatusReader {
	readonly #connection: RpcConnection
	readonly #defaults: Pick<NodeStatus, 'settings' | 'minimumGasPrices' | 'listeners'>
	/** Whether the node serves admin_status; undefined until it was asked. */
	#hasAdmin: boolean | undefined
	#chainId = ''
	#last: NodeStatus | undefined

	/** `defaults` count where the node does not say. */
	constructor(connection: RpcConnection, defaults: Pick<NodeStatus, 'settings' | 'minimumGasPrices' | 'listeners'>) {
		this.#connection = connection
		this.#defaults = defaults
	}

	/** Addresses the node listened on when it was last asked. */
	get listeners(): NodeStatus['listeners'] {
		return this.#last?.listeners ?? this.#defaults.listeners
	}

	/** Never throws: a node that does not answer is `unreachable`, with the reason. */
	async read(): Promise<NodeStatus> {
		try {
			this.#last = await this.#ask()
			return this.#last
		} catch (error) {
			return this.#unreachable(error)
		}
	}

	/** The chain id, asked once. Throws UserError when the node does not answer. */
	async chainId(): Promise<string> {
		if (this.#chainId === '') await this.#ask()
		return this.#chainId
	}

	/** The node's own minimum prices where it tells, else what was configured. */
	async gasPrices(): Promise<string> {
		const admin = await this.#admin()
		return admin?.minimumGasPrices ?? this.#defaults.minimumGasPrices
	}

	async #ask(): Promise<NodeStatus> {
		const [status, mempool, peers, admin] = await Promise.all([
			this.#connection.call('status') as Promise<WireStatus>,
			this.#optional<{ readonly total?: string }>('num_unconfirmed_txs'),
			this.#connection.kind === 'embedded' ? undefined : this.#optional<{ readonly n_peers?: string }>('net_info'),
			this.#admin(),
		])
		this.#chainId = status.node_info?.network ?? ''
		const sync = status.sync_info ?? {}
		const state = admin?.paused ? 'paused' : sync.catching_up ? 'syncing' : 'live'
		return {
			kind: this.#connection.kind,
			state,
			problem: state === 'syncing' ? 'The node is catching up with its peers.' : '',
			chainId: this.#chainId,
			settings: admin?.settings ?? this.#defaults.settings,
			height: Number(sync.latest_block_height ?? 0),
			time: sync.latest_block_time ?? '',
			appHash: sync.latest_app_hash ?? '',
			mempoolSize: Number(mempool?.total ?? 0),
			peers: Number(peers?.n_peers ?? 0),
			listeners: admin?.listeners ?? this.#defaults.listeners,
			minimumGasPrices: admin?.minimumGasPrices ?? this.#defaults.minimumGasPrices,
			...(admin?.mode === undefined ? {} : { blockMode: admin.mode }),
			...(admin?.intervalMs === undefined ? {} : { blockIntervalMs: admin.intervalMs }),
		}
	}

	async #admin(): Promise<AdminStatus | undefined> {
		if (this.#hasAdmin === false) return undefined
		try {
			const status = (await this.#connection.call('admin_status')) as AdminStatus
			this.#hasAdmin = true
			return status
		} catch (error) {
			if (!(error instanceof RpcError)) throw error
			this.#hasAdmin = false
			return undefined
		}
	}

	async #optional<T>(method: string): Promise<T | undefined> {
		try {
			return (await this.#connection.call(method)) as T
		} catch (error) {
			if (error instanceof RpcError) return undefined
			throw error
		}
	}

	#unreachable(error: unknown): NodeStatus {
		if (!(error instanceof UserError) && !(error instanceof RpcError)) throw error
		const why = error instanceof UserError && error.why !== '' ? ` ${error.why}` : ''
		const base: NodeStatus = this.#last ?? {
			...this.#defaults,
			kind: this.#connection.kind,
			state: 'unreachable',
			problem: '',
			chainId: this.#chainId,
			height: 0,
			time: '',
			appHash: '',
			mempoolSize: 0,
			peers: 0,
		}
		return { ...base, state: 'unreachable', problem: `${error.message}${why}` }
	}
}
