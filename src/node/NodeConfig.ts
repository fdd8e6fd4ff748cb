import type { EthDialectName } from '../api/eth/dialect/EthDialect.ts'
import type { ChainSettings } from '../codec/ChainSettings.ts'
import type { ListenerName } from '../wire/AdminSchema.ts'

/** A listener: off, or host and port. `asked` is true when the user named the port: then it is never changed for another. */
export type Listener =
	| { readonly on: false }
	| { readonly on: true; readonly host: string; readonly port: number; readonly asked: boolean }

/** An account of a built-in genesis; `address` is bech32. */
export interface FundedAccount {
	readonly address: string
	readonly amount: bigint
}

/** Everything a node is started with; resolved from flags, environment and the home's config (design: one typed object). */
export interface NodeConfig {
	/** Bytes of the database's tables that are all read before it opens; tests choose less than the usual 256 MB. */
	readonly tablesReadFirst?: number
	/** Absolute path of the home folder, or undefined for a chain in memory (tests, replay). */
	readonly home: string | undefined
	/** Genesis document JSON text to start from, only while the home is new. */
	readonly genesis?: string
	readonly chainId: string
	/** Whether the user named the chain id: then a genesis with another one is refused. */
	readonly chainIdAsked: boolean
	/** Number of the chain's EVM by EIP-155; undefined takes it from the chain id, which may have none. */
	readonly evmChainId?: bigint
	readonly settings: ChainSettings
	/** `0.01uchain`, comma-separated. */
	readonly minimumGasPrices: string
	readonly blockMode: 'interval' | 'instant' | 'manual'
	readonly blockIntervalMs: number
	/** Time after which an empty block is made, in milliseconds; 0 or left out is each interval, Infinity never. */
	readonly emptyBlocksMs?: number
	/** Newest blocks that are kept; 0 or left out keeps all. */
	readonly keepBlocks?: number
	readonly pruning: 'default' | 'nothing' | 'everything'
	readonly listeners: Readonly<Record<Exclude<ListenerName, 'eth'>, Listener>> & { readonly eth?: Listener }
	/** Whose replies the EVM's JSON-RPC gives; geth's when left out. */
	readonly ethCompat?: EthDialectName
	/** Threads of the node: one for blocks and the others for servers; 1 or left out does all in one. */
	readonly threads?: number
	/** Whether the admin JSON-RPC namespace is served over http; the app itself always has it. */
	readonly admin: boolean
	/** Whether programs of this machine have the powers of the EVM's JSON-RPC, for tests in this process. */
	readonly developer?: boolean
	/** Web pages that may open websockets and read replies, as the setting has them; those of this machine when left out. */
	readonly allowedOrigins?: string
	/** Of the endpoint service: `sqlite:FILE` or `postgres://…`; undefined is a file in the home. */
	readonly database?: string
	/** Further accounts that a built-in genesis funds, with what each owns in micro-units. */
	readonly funded?: readonly FundedAccount[]
}
