import type { ChainSettings } from '../codec/ChainSettings.ts'
import type { LogEntry } from '../util/Log.ts'
import type { ListenerAddresses, MovedPorts } from '../wire/AdminSchema.ts'
import type { NodePeer } from './NetworkStatus.ts'
import type { OtherProtocol } from './rpc/RpcConnection.ts'

export type { LogEntry } from '../util/Log.ts'
export type { HistoryReply, HistorySample } from '../wire/SummarySchema.ts'
export type { NetworkStatus, NetworkValidator, NodePeer, SignedMark, VoteMark } from './NetworkStatus.ts'
export type { OtherProtocol } from './rpc/RpcConnection.ts'

/** A coin with its amount in the smallest unit. */
export interface Coin {
	readonly denom: string
	readonly amount: string
}

/** Location and condition of the client's node. */
export interface NodeStatus {
	readonly kind: 'embedded' | 'remote'
	/** `live`: blocks arrive; `syncing`: the node is behind; `unreachable`: no answer, see `problem`. */
	readonly state: 'starting' | 'live' | 'paused' | 'syncing' | 'unreachable'
	/** The reason it is not live, in plain words; empty if it is live. */
	readonly problem: string
	readonly chainId: string
	/** What the place offers instead of Tendermint JSON-RPC; absent for a node. */
	readonly protocol?: OtherProtocol
	readonly settings: ChainSettings
	readonly height: number
	/** Time of the latest block, ISO 8601 in UTC. */
	readonly time: string
	/** Upper-case hex. */
	readonly appHash: string
	readonly mempoolSize: number
	readonly peers: number
	/** Addresses of the node's listeners; absent if off or unknown. `eth` exists only on a chain with an EVM. */
	readonly listeners: ListenerAddresses
	/** Listeners that moved because their port was taken: requested and actual port. Absent or empty for none. */
	readonly moved?: MovedPorts
	readonly minimumGasPrices: string
	/** Block mode; absent for a remote node. */
	readonly blockMode?: 'interval' | 'instant' | 'manual'
	readonly blockIntervalMs?: number
	/** Milliseconds by which the chain's clock is ahead of the machine's; absent if the node does not report it. */
	readonly clockOffsetMs?: number
	/** Whether the chain's clock stands still; absent if the node does not report it. */
	readonly clockFrozen?: boolean
	/** Accounts that anyone may act as without a signature; absent where nobody may. */
	readonly actAs?: readonly string[]
}

/** What a node reports of itself, empty where it does not. Untrusted texts unless the node is one's own. */
export interface NodeAbout {
	readonly id: string
	readonly moniker: string
	/** Version of Tendermint: `0.34.15`. */
	readonly engineVersion: string
	readonly blockProtocol: string
	readonly appName: string
	readonly appVersion: string
	readonly peers: readonly NodePeer[]
}

/** A stored greeting, the message exactly as stored: untrusted text. */
export interface Greeting {
	readonly id: string
	readonly owner: string
	readonly message: string
}

/** A block as lists show it. */
export interface BlockSummary {
	readonly height: number
	readonly time: string
	/** Upper-case hex of the block id. */
	readonly hash: string
	readonly proposer: string
	readonly txCount: number
	readonly gasUsed: bigint
	readonly appHash: string
	/** Bytes of its protobuf form. */
	readonly size: number
}

/** A typed event with decoded attributes. */
export interface TxEvent {
	readonly type: string
	readonly attributes: readonly { readonly key: string; readonly value: string; readonly index: boolean }[]
}

/** A transaction in a block as lists show it: about a kilobyte, however large the transaction is. */
export interface TxSummary {
	/** Upper-case hex. */
	readonly hash: string
	readonly height: number
	readonly index: number
	/** Of its block, ISO 8601 in UTC. */
	readonly time: string
	readonly code: number
	readonly codespace: string
	/** The chain's log of a failed transaction. For a successful one only the detail has it. */
	readonly log: string
	readonly gasWanted: bigint
	readonly gasUsed: bigint
	readonly fee: readonly Coin[]
	/** Shortened in a summary. */
	readonly memo: string
	/** `@type` of each message. */
	readonly messageTypes: readonly string[]
	/** bech32 signers; 0x senders of Ethereum transactions. */
	readonly signers: readonly string[]
	/** Why an Ethereum transaction in it failed in the EVM, although its code is 0; absent if none failed. */
	readonly evmFault?: string | undefined
	/** The first message as proto JSON with its own field names, texts and lists shortened. Empty if there is none. */
	readonly first: Readonly<Record<string, unknown>>
}

/** A transaction in a block with everything in it. */
export interface TxDetail extends TxSummary {
	/** The decoded tx as proto JSON (original field names, Any by @type). */
	readonly json: unknown
	readonly raw: Uint8Array
	/** What its messages gave: `TxMsgData`, empty of one that failed. */
	readonly data: Uint8Array
	readonly events: readonly TxEvent[]
}

/** Result of a simulation: the gas used, or the chain's log of the failure. */
export type SimulatedTx = { readonly gasUsed: bigint } | { readonly log: string }

/** What a transaction pays. Absent: gas by simulation x 1.3, the fee by the node's minimum price. */
export interface FeeOptions {
	readonly gas?: bigint
	readonly fee?: string
	readonly memo?: string
	readonly timeoutHeight?: number
	/** Only for a multisig key: names of the local members that sign. By default as many as the threshold needs. */
	readonly members?: readonly string[]
}

/** A message to sign: proto type URL and its value as a plain object in protobuf-es init form. */
export interface MsgInput {
	readonly typeUrl: string
	readonly value: Readonly<Record<string, unknown>>
}

/** Events of a node. */
export type ChainEvent =
	| { readonly type: 'block'; readonly block: BlockSummary; readonly txs: readonly TxSummary[] }
	| { readonly type: 'status'; readonly status: NodeStatus }
	| { readonly type: 'log'; readonly entry: LogEntry }

/** Progress of a transaction. The stream ends with `committed` or `failed`. */
export type TxProgress =
	| { readonly state: 'signing' }
	/** CheckTx accepted it. `fee` is text, `600uchain`. */
	| { readonly state: 'in-mempool'; readonly hash: string; readonly fee: string; readonly gasWanted: bigint }
	| {
			readonly state: 'committed'
			readonly hash: string
			readonly height: number
			readonly fee: string
			readonly gasWanted: bigint
			readonly gasUsed: bigint
	  }
	| {
			readonly state: 'failed'
			/** The problem in plain words. */
			readonly problem: string
			/** The next step for the user. */
			readonly next: string
			/** Codespace and log of the chain; empty if the transaction never reached it. */
			readonly codespace: string
			readonly code: number
			readonly log: string
			readonly hash: string
			/** Only for an insufficient fee: the amount the node asks for, `1200uchain`. */
			readonly requiredFee?: string
	  }
