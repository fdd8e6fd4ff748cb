import type { ChainSettings } from '../codec/ChainSettings.ts'
import type { AccountForms } from '../codec/legacy/forms/convertAccountForm.ts'
import type { UserError } from '../errors/UserError.ts'
import type { ListenerAddresses, ListenerName, MovedPorts, SnapshotReply } from '../wire/AdminSchema.ts'
import type { HistoryReply } from '../wire/SummarySchema.ts'
import type { EndpointsClient } from './EndpointsClient.ts'
import type { EthereumTx, EvmClient } from './evm/EvmClient.ts'
import type { KeysClient } from './KeysClient.ts'
import type { StdTxAnalysis } from './legacy/analyzeStdTx.ts'
import type { NetworkStatus, NodePeer } from './NetworkStatus.ts'
import type { GasBreakdown } from './queries/gasTrace.ts'
import type { RequestsClient } from './RequestsClient.ts'
import type { MultisigTx } from './tx/MultisigTx.ts'
import type { TxProgress } from './tx/TxProgress.ts'

export type { HistoryReply, HistorySample } from '../wire/SummarySchema.ts'
export type { NetworkStatus, NetworkValidator, NodePeer, SignedMark, VoteMark } from './NetworkStatus.ts'
export type { TxProgress }

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
	/**
	 * Listeners that moved because their port was taken: requested and actual port. Absent or empty if there are none.
	 */
	readonly moved?: MovedPorts
	readonly minimumGasPrices: string
	/** Block mode; absent for a remote node. */
	readonly blockMode?: 'interval' | 'instant' | 'manual'
	readonly blockIntervalMs?: number
	/** Milliseconds by which the chain's clock is ahead of the machine's; absent if the node does not report it. */
	readonly clockOffsetMs?: number
	/** Whether the chain's clock stands still; absent if the node does not report it. */
	readonly clockFrozen?: boolean
}

/**
 * What a node reports about itself; fields are empty if it does not. The texts are untrusted unless the node is one's
 * own.
 */
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
	/** bech32; of Ethereum transactions in a block who sent them, 0x. */
	readonly signers: readonly string[]
	/** Why an Ethereum transaction in it failed in the EVM, although its code is 0; absent if none failed. */
	readonly evmFault?: string | undefined
	/**
	 * The first message as proto JSON with original field names; texts and lists are shortened. Empty if there is none.
	 */
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

/**
 * What a transaction pays. Absent fields are estimated: gas by simulation x 1.3, the fee by the node's minimum price.
 */
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

/** A log line of the embedded node or of the client. */
export interface LogEntry {
	readonly time: string
	readonly level: 'debug' | 'info' | 'warn' | 'error'
	readonly source: string
	readonly message: string
}

/** Admin methods of the embedded node, like those of anvil; absent if the node does not offer them. */
export interface AdminClient {
	setBlockMode(mode: 'interval' | 'instant' | 'manual', intervalMs?: number): Promise<void>
	mine(blocks?: number): Promise<void>
	pause(): Promise<void>
	resume(): Promise<void>
	/** Freezes the clock at an ISO time, or lets it run from there. */
	setTime(isoTime: string, options: { freeze: boolean }): Promise<void>
	advanceTime(seconds: number): Promise<void>
	/** Sets the node's clock back to the machine's. */
	resetTime(): Promise<void>
	/** Takes a snapshot of the current state and stores it on disk. Resolves with its name, by default a number. */
	snapshot(name?: string): Promise<string>
	/** Lists the snapshots, the lowest height first. */
	snapshots(): Promise<readonly SnapshotReply[]>
	deleteSnapshot(name: string): Promise<void>
	/** Restores state and clock of a snapshot. The snapshot stays; later ones are deleted. */
	revert(name: string): Promise<void>
	/** Goes back to any height the node keeps. Later blocks and snapshots are deleted. */
	rewind(height: number): Promise<void>
	/** Whether the chain funds the published faucet account. A chain with its own genesis rarely does. */
	hasFaucet(): Promise<boolean>
	/** Sends from the faucet account; resolves with the tx hash when committed. */
	faucet(address: string, amount?: Coin): Promise<string>
	reset(): Promise<void>
	/**
	 * Prepares a new chain with an EVM, which replaces the current one when the node restarts. Resolves with its chain
	 * id.
	 */
	renewWithEvm(): Promise<string>
	/** Exports the framework's genesis document of the current state as JSON text. */
	exportGenesis(): Promise<string>
	setListener(name: ListenerName, on: boolean): Promise<void>
}

/**
 * The operations of screens and commands on a chain, the same for the embedded node and a remote one. Methods throw
 * UserError for what the user can resolve (unreachable node, unknown key).
 */
export interface ChainClient {
	readonly keys: KeysClient
	readonly admin: AdminClient | undefined
	/** Requests that clients sent to the node. A remote node refuses to list them. */
	readonly requests: RequestsClient
	/** The endpoint service of the node; absent if it is off, and for a remote node. */
	readonly endpoints: EndpointsClient | undefined
	/** The chain's EVM; absent on a chain without one, and if its JSON-RPC is off or unknown. */
	readonly evm: EvmClient | undefined
	status(): Promise<NodeStatus>
	/** Names, versions and peers of the node. */
	about(): Promise<NodeAbout>
	/**
	 * Only for an embedded node: resolves with the reason if the node ends by a fault; never while it runs or after
	 * `close`.
	 */
	readonly ended?: Promise<UserError>
	/** Calls the listener for each event until the returned function is called. */
	subscribe(listener: (event: ChainEvent) => void): () => void

	/** Number of greetings at the latest height; ids are 0 .. count-1. */
	greetingCount(): Promise<number>
	/** Reads a greeting; undefined if the id does not exist. */
	greeting(id: string): Promise<Greeting | undefined>
	/** Greetings of ids from (inclusive) to (exclusive), ascending, read one window at a time. */
	greetingRange(from: number, to: number): Promise<readonly Greeting[]>
	/** The transaction that created a greeting, if the node's index still has it. */
	greetingTx(id: string): Promise<TxSummary | undefined>
	/** Fetches an ICS-23 proof of the greeting and checks it against the app hash of the next header. */
	verifyGreeting(id: string): Promise<{ readonly ok: boolean; readonly height: number; readonly reason: string }>

	/** Legacy REST form of an account in generation 9 or 8 (`{height, result}` as JSON text). */
	legacyAccount(address: string, generation: 8 | 9, height?: number): Promise<string>
	/** The account of a bech32 or 0x address as gateway JSON; undefined if it does not exist. */
	account(address: string): Promise<Readonly<Record<string, unknown>> | undefined>
	/** Whether the node has the state of a height. It lacks pruned and future heights. */
	hasState(height: number): Promise<boolean>
	/** Accounts of the chain as gateway JSON, ordered by address; at most `most`. */
	accounts(most: number): Promise<readonly Readonly<Record<string, unknown>>[]>
	/** Addresses of all accounts, in order, in pages. */
	addressPages(): AsyncIterable<readonly string[]>
	/** Well-known addresses with their names: module accounts and, if the chain has one, the faucet. */
	accountNames(): Promise<ReadonlyMap<string, string>>
	/** Balances at a height, by default the latest. */
	balances(address: string, height?: number): Promise<readonly Coin[]>
	/** Reads an account from the legacy REST server at a URL, detects its generation, and returns both forms. */
	remoteAccount(url: string, address: string, height?: number): Promise<AccountForms>
	totalSupply(): Promise<readonly Coin[]>

	/** Signs the amino JSON document, as legacy wallets do, without sending. Resolves with the bytes. */
	signAmino(keyName: string, messages: readonly MsgInput[]): Promise<Uint8Array>
	/**
	 * Signs with a key of the keyring and broadcasts. Each signer has a queue, so concurrent calls never cause a sequence
	 * mismatch.
	 *
	 * @example
	 * for await (const step of client.sendTx('alice', [message])) {
	 * if (step.state === 'failed') throw new UserError(step.problem, { why: step.log, next: step.next })
	 * }
	 */
	sendTx(keyName: string, messages: readonly MsgInput[], options?: FeeOptions): AsyncIterable<TxProgress>
	/** `sendTx` of one MsgCreateGreet; refuses a blank text before signing. */
	createGreeting(keyName: string, message: string, options?: FeeOptions): AsyncIterable<TxProgress>
	/** `sendTx` of one MsgSend; the receiver may be bech32 or 0x. */
	send(keyName: string, to: string, coins: readonly Coin[], options?: FeeOptions): AsyncIterable<TxProgress>
	/** Sends a signed transaction without retries: its signatures cover these bytes. */
	broadcastTx(bytes: Uint8Array): AsyncIterable<TxProgress>
	/**
	 * Creates a transaction of a multisig key that collects signatures of members, from this keyring and from files.
	 * `broadcastTx` sends its `bytes()`. Gas and fee are fixed at creation.
	 */
	multisig(keyName: string, messages: readonly MsgInput[], options?: FeeOptions): Promise<MultisigTx>
	/** Creates the same from unsigned transaction JSON made elsewhere. */
	multisigOf(keyName: string, json: string): Promise<MultisigTx>
	/** Simulates a signed transaction on the current state, without checking signatures and fee. Changes nothing. */
	simulateTx(bytes: Uint8Array): Promise<SimulatedTx>
	/**
	 * Checks a legacy transaction against the chain.
	 *
	 * @throws {UserError} with the JSON path if the text is not one.
	 */
	analyzeLegacyTx(text: string): Promise<StdTxAnalysis>
	/** Estimates gas by simulation, and the fee the node would ask for. */
	estimate(keyName: string, messages: readonly MsgInput[]): Promise<{ readonly gas: bigint; readonly fee: string }>

	/** Summaries of heights `from` to `to`, both inclusive, ascending. Heights the node does not keep are missing. */
	blocks(from: number, to: number): Promise<readonly BlockSummary[]>
	/** A block with the summaries of its transactions; undefined if the node does not keep it. */
	block(height: number): Promise<(BlockSummary & { readonly txs: readonly TxSummary[] }) | undefined>
	/** Finds a transaction by its hash, or by the hash of the Ethereum transaction in it. */
	tx(hash: string): Promise<TxDetail | undefined>
	/** Decodes the Ethereum transactions in it with the ABIs of the home and the common ones. Works without the EVM's listener. */
	ethereumTxs(tx: TxDetail): Promise<readonly EthereumTx[]>
	/** State of the network the node belongs to: validators, votes, rounds, peers. */
	network(): Promise<NetworkStatus>
	/** Measurements of the last seconds, at most a week; undefined if the node does not measure. */
	history(seconds: number): Promise<HistoryReply | undefined>
	/**
	 * Gas use of a transaction in a block by operation.
	 *
	 * @throws {UserError} if its node cannot tell.
	 */
	gasTrace(hash: string): Promise<GasBreakdown>
	/** A page of the transactions that match a query in Tendermint's language, newest first, as summaries. */
	listTxs(
		query: string,
		page: number,
		perPage: number,
	): Promise<{ readonly txs: readonly TxSummary[]; readonly total: number }>
	/** Like `listTxs`, but with complete transactions. */
	searchTxs(
		query: string,
		page: number,
		perPage: number,
	): Promise<{ readonly txs: readonly TxDetail[]; readonly total: number }>
	close(): Promise<void>
}
