import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import type { EthTx } from '../../../modules/evm/tx/EthTx.ts'
import type { BlockRef, NumberRef } from '../args/blockRef.ts'
import type { EthBlock, EthBlockTx } from '../blocks/EthBlock.ts'
import type { CallArgs } from '../calls/CallArgs.ts'
import type { EthChain } from '../EthChain.ts'
import type { FilterRules, LogRules } from '../filters/FilterRules.ts'
import type { LogBounds } from '../filters/LogFilter.ts'
import type { EthFault } from '../rpc/EthFault.ts'
import type { EthHandlerLimits } from '../rpc/EthHandler.ts'
import type { EthJson } from '../rpc/EthMethod.ts'

/**
 * A dialect of the JSON-RPC: the differences between programs that serve the same chain. Blocks, calls, traces, logs
 * and filters have one implementation. A dialect defines how parameters are read, what replies contain, limits, error
 * texts, and which methods exist.
 */
export interface EthDialect extends LogBounds {
	/** Whether replies have what geth has put in since 1.10 (block times, `yParity`) and nothing it has taken out. */
	readonly isToday: boolean
	/** Limits of batches. */
	readonly limits: EthHandlerLimits
	/** Reads a block by tag or number. */
	readNumber(node: JsonNode): NumberRef
	/** Reads a block by tag, number or hash. */
	readNumberOrHash(node: JsonNode): BlockRef
	/** Uncle count of a missing block. */
	readonly unclesOfNothing: EthJson
	/** Base fee for the price of a dynamic-fee transaction that is shown without its block. */
	priceBase(block: EthBlock, context: EthChain): bigint | undefined
	/** Builds a receipt from the members that all dialects share. */
	receipt(json: Readonly<Record<string, EthJson>>, item: EthBlockTx): EthJson
	readonly logs: LogRules
	readonly filters: FilterRules
	/** Checks a signed transaction before the mempool; resolves with its signer if there is a pool. @throws {EthFault} */
	checkTx(tx: EthTx, context: EthChain, isImpersonated: boolean): Promise<Uint8Array | undefined>
	/** Whether later nonces wait, and others are replaced, before the chain's mempool. */
	readonly hasPool: boolean
	/** Whether the pool keeps what pays less than the base fee until that has fallen; else it is refused. */
	readonly waitsForFee: boolean
	/** The block on whose base fee `eth_gasPrice` is reckoned. */
	readonly pricedBy: 'newest' | 'next'
	/** Error for a transaction that CheckTx or the mempool refused. */
	refusal(result: Refusal): EthFault
	/** The fault as callers of the node's own server are told it (default: as it is). */
	readonly told?: (fault: EthFault) => EthFault
	readonly keys: KeyRules
	/** The refusal of a subscription without a socket. */
	readonly noSubscriptions: EthFault
	/** The logs of a transaction without logs. */
	readonly noLogs: EthJson
}

/** A refusal in the framework's words. */
export interface Refusal {
	readonly codespace: string
	readonly code: number
	readonly log: string
	/** Whether the mempool refused it, before or without CheckTx. */
	readonly byPool?: boolean
}

/** Rules of a dialect for signing with the node's keys. */
export interface KeyRules {
	/** Error for a key that the node does not have. */
	unknownKey(address: Uint8Array): EthFault
	/** Error for a transaction without a sender. */
	readonly noSender: EthFault
	/** The 32-byte digest that `eth_sign` signs. */
	signDigest(data: Uint8Array): Uint8Array
	/** Fills in the fields that the sender omitted, without signing. @throws {EthFault} for contradictory arguments. */
	fill(args: CallArgs, from: Uint8Array, context: EthChain): Promise<EthTx>
	/** A transaction that was filled in, and not signed (default: as geth tells it). */
	readonly filledJson?: (tx: EthTx, from: Uint8Array) => EthJson
	/** Like `fill`, for a transaction that is sent at once (default: `fill`). */
	readonly fillToSend?: KeyRules['fill']
	/** Result of `personal_unlockAccount` and `personal_lockAccount`. */
	readonly unlocks: boolean
	/** Result of `personal_listWallets`: there are none. */
	readonly noWallets: EthJson
}
