import type { EthDialectName } from '../api/eth/rpc/Bound.ts'
import type { ChainSettings } from '../codec/ChainSettings.ts'
import type { Pruning } from '../store/multi/PruningOptions.ts'
import type { ListenerName } from '../wire/AdminSchema.ts'

/** A listener: off, or host and port. `asked`: the user named the port, never replaced; `kept`: config.json does. */
export type Listener =
	| { readonly on: false }
	| {
			readonly on: true
			readonly host: string
			readonly port: number
			readonly asked: boolean
			readonly kept?: boolean
	  }

/** An account of a built-in genesis; `address` is bech32. */
export interface FundedAccount {
	readonly address: string
	readonly amount: bigint
}

/** Complete configuration of a node, from flags, environment and the home's config. */
export interface NodeConfig {
	/** Bytes of tables up to which all are read before the database opens; by default 256 MB, less in tests. */
	readonly tablesReadFirst?: number
	/** Absolute path of the home folder, or undefined for a chain in memory (tests, replay). */
	readonly home: string | undefined
	/** JSON text of the genesis document for a new home. */
	readonly genesis?: string
	/** Path of a genesis document for a new home that is too large to be read as a text. */
	readonly genesisFile?: string
	readonly chainId: string
	/** Whether the user named the chain id. A genesis with another one is then refused. */
	readonly chainIdAsked: boolean
	/** EIP-155 number of the chain's EVM; undefined takes it from the chain id, which may have none. */
	readonly evmChainId?: bigint
	readonly settings: ChainSettings
	/** Comma-separated, such as `0.01uchain`. */
	readonly minimumGasPrices: string
	readonly blockMode: 'interval' | 'instant' | 'manual'
	readonly blockIntervalMs: number
	/** Time until an empty block, in milliseconds; 0 or absent: each interval, Infinity: never. */
	readonly emptyBlocksMs?: number
	/** Number of newest blocks to keep; 0 or absent keeps all. */
	readonly keepBlocks?: number
	readonly pruning: Pruning
	readonly listeners: Readonly<Record<Exclude<ListenerName, 'eth'>, Listener>> & { readonly eth?: Listener }
	/** Listener of the management of private endpoints for other machines; absent: off. */
	readonly manage?: Listener
	/** Listener of Prometheus' metrics; absent: off. */
	readonly metrics?: Listener
	/** Program whose replies the EVM's JSON-RPC imitates (default: geth). */
	readonly ethCompat?: EthDialectName
	/** Age of the newest block from which on the node is not ready, in milliseconds. */
	readonly readyWithinMs?: number
	/** Newest blocks that the engine keeps at least; 0 keeps all. */
	readonly minRetainBlocks?: number
	/** Heights between two snapshots for other nodes of a network; 0 takes none. */
	readonly snapshotInterval?: number
	/** Snapshots on disk. A node may still be loading one when the next is taken. */
	readonly snapshotKeep?: number
	/** Height after whose block the application under an engine ends; 0 goes on. */
	readonly haltHeight?: number
	/** Time of a block after which it ends, in seconds since 1970; 0 goes on. */
	readonly haltTime?: number
	/** Threads of the node: one makes blocks, the others serve clients; 1 or absent does both in one. */
	readonly threads?: number
	/** Whether http serves the admin methods. The app itself always has them. */
	readonly admin: boolean
	/** Whether programs of this machine can use the admin methods of the EVM's JSON-RPC, for tests in this process. */
	readonly developer?: boolean
	/** Whether the EVM's admin methods answer a sending with the error of a transaction that fails in its block. */
	readonly throwsFailures?: boolean
	/** Whether this is the app's own node, which obeys the person at the keyboard. */
	readonly inApp?: boolean
	/** Allowed web origins, as in the setting; by default those of this machine. */
	readonly allowedOrigins?: string
	/** Database of the endpoint service: `sqlite:FILE` or `postgres://…`; undefined is a file in the home. */
	readonly database?: string
	/** Additional accounts of a built-in genesis, with balances in micro-units. */
	readonly funded?: readonly FundedAccount[]
}

/** The settings of which the home of a network's node has each, as `resolveNodeConfig` gives them. */
export type NetworkConfig = NodeConfig &
	Required<
		Pick<NodeConfig, 'minRetainBlocks' | 'snapshotInterval' | 'snapshotKeep' | 'haltHeight' | 'haltTime' | 'threads'>
	>
