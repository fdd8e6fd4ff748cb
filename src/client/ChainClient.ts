import type { ChainSettings } from '../codec/ChainSettings.ts'
import type { AccountForms } from '../codec/legacy/forms/convertAccountForm.ts'
import type { UserError } from '../errors/UserError.ts'
import type { ListenerAddresses, ListenerName, MovedPorts, SnapshotReply } from '../wire/AdminSchema.ts'
import type { HistoryReply } from '../wire/SummarySchema.ts'
import type { EndpointsClient } from './EndpointsClient.ts'
import type { EvmClient } from './evm/EvmClient.ts'
import type { KeysClient } from './KeysClient.ts'
import type { StdTxAnalysis } from './legacy/analyzeStdTx.ts'
import type { NetworkReading, NodePeer } from './NetworkReading.ts'
import type { GasBreakdown } from './queries/gasTrace.ts'
import type { RequestsClient } from './RequestsClient.ts'
import type { MultisigTx } from './tx/MultisigTx.ts'
import type { TxProgress } from './tx/TxProgress.ts'

export type { HistoryReply, HistorySample } from '../wire/SummarySchema.ts'
export type { NetworkReading, NetworkValidator, NodePeer, SignedMark, VoteMark } from './NetworkReading.ts'
export type { TxProgress }

/** A coin with its amount in the smallest unit. */
export interface Coin {
	readonly denom: string
	readonly amount: string
}

/** Where a client's node is and how it does. */
export interface NodeStatus {
	readonly kind: 'embedded' | 'remote'
	/** `live`: blocks arrive; `syncing`: the node is behind; `unreachable`: no answer, see `problem`. */
	readonly state: 'starting' | 'live' | 'paused' | 'syncing' | 'unreachable'
	/** Why it is not live, in plain words; empty when it is. */
	readonly problem: string
	readonly chainId: string
	readonly settings: ChainSettings
	readonly height: number
	/** Of the latest block, ISO 8601 in UTC. */
	readonly time: string
	/** Upper-case hex. */
	readonly appHash: string
	readonly mempoolSize: number
	readonly peers: number
	/** Addresses the node listens on, absent when off or unknown. `eth` is only there on a chain with an EVM. */
	readonly listeners: ListenerAddresses
	/** Listeners whose port was taken: what was asked for and what is used; absent or empty when there are none. */
	readonly moved?: MovedPorts
	readonly minimumGasPrices: string
	/** How blocks are made; absent for a remote node. */
	readonly blockMode?: 'interval' | 'instant' | 'manual'
	readonly blockIntervalMs?: number
	/** How far the chain's clock is ahead of the machine's; absent where the node does not tell. */
	readonly clockOffsetMs?: number
	/** Whether the chain's clock stands still; absent where the node does not tell. */
	readonly clockFrozen?: boolean
}

/** What a node says of itself; empty where it does not. Texts of strangers, unless the node is one's own. */
export interface NodeAbout {
	readonly id: string
	readonly moniker: string
	/** Of Tendermint: `0.34.15`. */
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
	/** What the chain said of a failed one. Of a good one only the detail has it. */
	readonly log: string
	readonly gasWanted: bigint
	readonly gasUsed: bigint
	readonly fee: readonly Coin[]
	/** Cut short in a summary. */
	readonly memo: string
	/** `@type` of each message. */
	readonly messageTypes: readonly string[]
	readonly signers: readonly string[]
	/** The first message as proto JSON with original field names; texts and lists cut short. Empty when there is none. */
	readonly first: Readonly<Record<string, unknown>>
}

/** A transaction in a block with everything in it. */
export interface TxDetail extends TxSummary {
	/** The decoded tx as proto JSON (original field names, Any by @type). */
	readonly json: unknown
	readonly raw: Uint8Array
	readonly events: readonly TxEvent[]
}

/** What came of a simulated transaction: its gas, or the chain's own words for why it would fail. */
export type SimulatedTx = { readonly gasUsed: bigint } | { readonly log: string }

/** What a transaction pays; absent fields are estimated: gas by simulation x 1.3, fee by the node's minimum price. */
export interface FeeOptions {
	readonly gas?: bigint
	readonly fee?: string
	readonly memo?: string
	readonly timeoutHeight?: number
	/** Of a threshold key: names of the local members that sign; as many as it takes when left out. */
	readonly members?: readonly string[]
}

/** A message to sign: proto type URL and its value as a plain object in protobuf-es init form. */
export interface MsgInput {
	readonly typeUrl: string
	readonly value: Readonly<Record<string, unknown>>
}

/** What changes by itself on a node. */
export type ChainEvent =
	| { readonly type: 'block'; readonly block: BlockSummary; readonly txs: readonly TxSummary[] }
	| { readonly type: 'status'; readonly status: NodeStatus }
	| { readonly type: 'log'; readonly entry: LogEntry }

/** A log line of the embedded node or of the client. */
export interface LogEntry {
	readonly time: string
	readonly level: 'debug' | 'info' | 'warn' | 'error'
	readonly source: string
	readonly message: string
}

/** Powers over the embedded node, as anvil gives; absent for a node that does not offer them. */
export interface AdminClient {
	setBlockMode(mode: 'interval' | 'instant' | 'manual', intervalMs?: number): Promise<void>
	mine(blocks?: number): Promise<void>
	pause(): Promise<void>
	resume(): Promise<void>
	/** Freezes the clock at an ISO time, sets it running from there, or adds seconds. */
	setTime(isoTime: string, options: { freeze: boolean }): Promise<void>
	advanceTime(seconds: number): Promise<void>
	/** Lets the node's clock be the machine's again. */
	resetTime(): Promise<void>
	/** Names the present state, by a number unless told; kept on disk. Resolves with the name. */
	snapshot(name?: string): Promise<string>
	/** The snapshots there are, the oldest height first. */
	snapshots(): Promise<readonly SnapshotReply[]>
	deleteSnapshot(name: string): Promise<void>
	/** Goes back to a snapshot, its state and clock; it stays, later ones are gone. */
	revert(name: string): Promise<void>
	/** Goes back to any height the node keeps; later blocks and snapshots are gone. */
	rewind(height: number): Promise<void>
	/** Whether the chain funds the published faucet account; a chain of a genesis of one's own rarely does. */
	hasFaucet(): Promise<boolean>
	/** Sends from the faucet account; resolves with the tx hash when committed. */
	faucet(address: string, amount?: Coin): Promise<string>
	reset(): Promise<void>
	/** Has a chain with an EVM begin when the node is started again; the present one is forgotten then. Resolves with its id. */
	renewWithEvm(): Promise<string>
	/** The framework's genesis document of the current state, JSON text. */
	exportGenesis(): Promise<string>
	setListener(name: ListenerName, on: boolean): Promise<void>
}

/**
 * Everything screens and commands do with a chain, the same over the embedded node and over a remote one.
 * Methods throw UserError for what the person can end (unreachable node, unknown key).
 */
export interface ChainClient {
	readonly keys: KeysClient
	readonly admin: AdminClient | undefined
	/** What clients ask the node. The node of somebody else refuses to tell. */
	readonly requests: RequestsClient
	/** The endpoint service beside the node; absent while it is off and for the node of somebody else. */
	readonly endpoints: EndpointsClient | undefined
	/** The chain's EVM; absent on a chain without one, and where its JSON-RPC is off or not known. */
	readonly evm: EvmClient | undefined
	status(): Promise<NodeStatus>
	/** Names, versions and peers of the node. */
	about(): Promise<NodeAbout>
	/** Of an embedded node: resolves with why when it ended by a fault; never while it runs or after `close`. */
	readonly ended?: Promise<UserError>
	/** Calls the listener for each event until the returned function is called. */
	subscribe(listener: (event: ChainEvent) => void): () => void

	/** Number of greetings; ids are 0 .. count-1. At the latest height. */
	greetingCount(): Promise<number>
	/** The greeting, or undefined when there is none of that id. */
	greeting(id: string): Promise<Greeting | undefined>
	/** Greetings of ids from (inclusive) to (exclusive), ascending, read one window at a time. */
	greetingRange(from: number, to: number): Promise<readonly Greeting[]>
	/** The transaction that made a greeting, when the node's index still has it. */
	greetingTx(id: string): Promise<TxSummary | undefined>
	/** Fetches an ICS-23 proof of the greeting and checks it against the app hash of the next header. */
	verifyGreeting(id: string): Promise<{ readonly ok: boolean; readonly height: number; readonly reason: string }>

	/** Legacy REST form of an account as generation 9 or 8 writes it (`{height, result}` JSON text). */
	legacyAccount(address: string, generation: 8 | 9, height?: number): Promise<string>
	/** The account of a bech32 or 0x address as gateway JSON, or undefined when it is not on the chain. */
	account(address: string): Promise<Readonly<Record<string, unknown>> | undefined>
	/** Whether the node has the state of a height: not that of a pruned one, nor of one to come. */
	hasState(height: number): Promise<boolean>
	/** Accounts of the chain as gateway JSON in the order of their addresses; the first `most` where there are more. */
	accounts(most: number): Promise<readonly Readonly<Record<string, unknown>>[]>
	/** The addresses of all accounts of the chain in their order, in pages. */
	addressPages(): AsyncIterable<readonly string[]>
	/** Addresses everybody knows: module accounts and, where the chain has one, the faucet; each with its name. */
	accountNames(): Promise<ReadonlyMap<string, string>>
	/** Balances at a height; at the latest without one. */
	balances(address: string, height?: number): Promise<readonly Coin[]>
	/** The account as the legacy REST server at a URL writes it, of whichever generation that is, in both forms. */
	remoteAccount(url: string, address: string, height?: number): Promise<AccountForms>
	totalSupply(): Promise<readonly Coin[]>

	/** Signs over the amino JSON, as legacy wallets do, and sends nothing; resolves with the bytes. */
	signAmino(keyName: string, messages: readonly MsgInput[]): Promise<Uint8Array>
	/** Signs with a key of the keyring and broadcasts. One queue per signer: many at once never meet a sequence mismatch. */
	sendTx(keyName: string, messages: readonly MsgInput[], options?: FeeOptions): AsyncIterable<TxProgress>
	/** `sendTx` of one MsgCreateGreet; refuses a blank text before signing. */
	createGreeting(keyName: string, message: string, options?: FeeOptions): AsyncIterable<TxProgress>
	/** `sendTx` of one MsgSend; the receiver may be bech32 or 0x. */
	send(keyName: string, to: string, coins: readonly Coin[], options?: FeeOptions): AsyncIterable<TxProgress>
	/** Sends a signed transaction as it is, nothing is tried again: its signatures cover these bytes. */
	broadcastTx(bytes: Uint8Array): AsyncIterable<TxProgress>
	/**
	 * A transaction of a threshold key that collects the signatures of its members, here and from files; `broadcastTx` sends its
	 * `bytes()`. Gas and fee are settled when it is made.
	 */
	multisig(keyName: string, messages: readonly MsgInput[], options?: FeeOptions): Promise<MultisigTx>
	/** The same of a transaction made elsewhere, JSON without signatures. */
	multisigOf(keyName: string, json: string): Promise<MultisigTx>
	/** What the chain would do with a signed transaction now, without checking signatures and fee; nothing is changed. */
	simulateTx(bytes: Uint8Array): Promise<SimulatedTx>
	/** Checks a legacy transaction against the chain. Throws UserError, with the JSON path, for a text that is none. */
	analyzeLegacyTx(text: string): Promise<StdTxAnalysis>
	/** Gas by simulation and the fee the node would ask for. */
	estimate(keyName: string, messages: readonly MsgInput[]): Promise<{ readonly gas: bigint; readonly fee: string }>

	/** Summaries of heights `from` to `to`, both included, ascending; those the node does not keep are left out. */
	blocks(from: number, to: number): Promise<readonly BlockSummary[]>
	/** With its transactions as lists show them; undefined when the node does not keep it. */
	block(height: number): Promise<(BlockSummary & { readonly txs: readonly TxSummary[] }) | undefined>
	/** By its hash, or by the hash of the Ethereum transaction in it. */
	tx(hash: string): Promise<TxDetail | undefined>
	/** How the network does that the node is part of: validators, votes, rounds, peers. */
	network(): Promise<NetworkReading>
	/** What the node measured in the last seconds, a week at most; undefined for a node that does not measure. */
	history(seconds: number): Promise<HistoryReply | undefined>
	/** Where the gas of a transaction in a block went. Throws UserError when its node cannot tell. */
	gasTrace(hash: string): Promise<GasBreakdown>
	/** A page of the transactions that match a query in Tendermint's language, newest first, as lists show them. */
	listTxs(
		query: string,
		page: number,
		perPage: number,
	): Promise<{ readonly txs: readonly TxSummary[]; readonly total: number }>
	/** As `listTxs`, with everything in each transaction: for looking through them. */
	searchTxs(
		query: string,
		page: number,
		perPage: number,
	): Promise<{ readonly txs: readonly TxDetail[]; readonly total: number }>
	close(): Promise<void>
}
