import { only } from '../errors/attempt.ts'
import { UserError } from '../errors/UserError.ts'
import type { AdminStatusReply } from '../wire/AdminSchema.ts'
import type { CallArgs, MethodName, ReplyOf } from '../wire/NodeSchema.ts'
import type { NodeStatus } from './chainTypes.ts'
import { isSameChain } from './places/places.ts'
import type { RpcConnection } from './rpc/RpcConnection.ts'
import { RpcError } from './rpc/RpcError.ts'

/** Reads the status of a node. */
export class StatusReader {
	readonly #connection: RpcConnection
	readonly #defaults: Pick<NodeStatus, 'settings' | 'minimumGasPrices' | 'listeners' | 'moved'>
	/** Whether the node has refused admin_status. */
	#lacksAdmin = false
	#chainId = ''
	#last: NodeStatus | undefined

	readonly #expects: string | undefined

	/** @param defaults apply where the node is silent @param expects the only chain id asked and signed for, if given */
	constructor(
		connection: RpcConnection,
		defaults: Pick<NodeStatus, 'settings' | 'minimumGasPrices' | 'listeners' | 'moved'>,
		expects?: string,
	) {
		this.#connection = connection
		this.#expects = expects
		this.#defaults = defaults
	}

	/** Listener addresses as of the last status. */
	get listeners(): NodeStatus['listeners'] {
		return this.#last?.listeners ?? this.#defaults.listeners
	}

	/** Accounts that anyone may act as, as of the last status. */
	get actAs(): readonly string[] {
		return this.#last?.actAs ?? []
	}

	/** Reads the status. Never throws: a node that does not answer is `unreachable`, with the reason. */
	async read(): Promise<NodeStatus> {
		try {
			this.#last = await this.#ask()
			return this.#last
		} catch (error) {
			return this.#unreachable(error)
		}
	}

	/** The chain id, read once. @throws {UserError} if the node does not answer. */
	async chainId(): Promise<string> {
		if (this.#chainId === '') await this.#ask()
		return this.#chainId
	}

	/** The node's minimum gas prices if it reports them, otherwise the configured ones. */
	async gasPrices(): Promise<string> {
		const admin = await this.#admin()
		return admin?.minimumGasPrices ?? this.#defaults.minimumGasPrices
	}

	async #ask(): Promise<NodeStatus> {
		const [status, mempool, peers, admin] = await Promise.all([
			this.#connection.call('status'),
			this.#optional('num_unconfirmed_txs'),
			this.#connection.kind === 'embedded' ? undefined : this.#optional('net_info'),
			this.#admin(),
		])
		const { node_info: node, sync_info: sync } = status
		checkChain(this.#connection.name, node.network, this.#expects)
		this.#chainId = node.network
		const state = admin?.paused ? 'paused' : sync.catching_up ? 'syncing' : 'live'
		return {
			kind: this.#connection.kind,
			state,
			problem: state === 'syncing' ? 'The node is catching up with its peers.' : '',
			chainId: this.#chainId,
			...this.#protocol,
			settings: admin?.settings ?? this.#defaults.settings,
			height: Number(sync.latest_block_height),
			time: sync.latest_block_time,
			appHash: sync.latest_app_hash,
			mempoolSize: Number(mempool?.total ?? 0),
			peers: Number(peers?.n_peers ?? 0),
			listeners: admin?.listeners ?? this.#defaults.listeners,
			moved: admin?.moved ?? this.#defaults.moved ?? {},
			minimumGasPrices: admin?.minimumGasPrices ?? this.#defaults.minimumGasPrices,
			...(admin?.mode === undefined ? {} : { blockMode: admin.mode }),
			...(admin?.intervalMs === undefined ? {} : { blockIntervalMs: admin.intervalMs }),
			...(admin?.offsetMs === undefined ? {} : { clockOffsetMs: admin.offsetMs }),
			...(admin?.actAs === undefined ? {} : { actAs: admin.actAs }),
			...(admin?.frozen === undefined ? {} : { clockFrozen: admin.frozen }),
		}
	}

	get #protocol(): Pick<NodeStatus, 'protocol'> {
		const { protocol } = this.#connection
		return protocol === undefined ? {} : { protocol }
	}

	async #admin(): Promise<AdminStatusReply | undefined> {
		if (this.#lacksAdmin) return undefined
		const status = await this.#optional('admin_status')
		this.#lacksAdmin = status === undefined
		return status
	}

	#optional<M extends MethodName>(method: M, ...args: CallArgs<M>): Promise<ReplyOf<M> | undefined> {
		return this.#connection.call(method, ...args).catch(only(RpcError, () => undefined))
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
			...this.#protocol,
			height: 0,
			time: '',
			appHash: '',
			mempoolSize: 0,
			peers: 0,
		}
		return { ...base, state: 'unreachable', problem: `${error.message}${why}` }
	}
}

/**
 * Refuses a node of another chain than the one that was named, so that nothing is signed for the wrong one.
 * @param node its address
 * @param wanted undefined: any chain
 * @throws {UserError}
 */
export function checkChain(node: string, chainId: string, wanted: string | undefined): void {
	if (wanted === undefined || isSameChain(chainId, wanted)) return
	throw new UserError(`The node at ${node} is of the chain ${chainId}, not of ${wanted}.`, {
		why: 'A transaction for one chain is not valid on another.',
		next: `Leave out --chain-id, or name a node of ${wanted} with --node.`,
	})
}
