import type { EthTx } from '../../../modules/evm/tx/EthTx.ts'
import type { BlockRef, NumberRef } from '../args/blockParams.ts'
import type { EthParam } from '../args/EthParam.ts'
import type { EthBlock, EthBlockTx } from '../blocks/EthBlock.ts'
import type { EthChain } from '../EthChain.ts'
import type { EthFault } from '../EthFault.ts'
import type { EthHandlerLimits } from '../EthHandler.ts'
import type { EthJson } from '../EthMethod.ts'
import type { FilterRules } from '../filters/FilterRules.ts'
import type { LogBounds } from '../filters/LogFilter.ts'
import type { LogRules } from '../filters/LogRules.ts'
import type { KeyRules } from '../keys/KeyRules.ts'
import type { Refusal } from './Refusal.ts'

/** Names of the faces, as `--eth-compat` has them. */
export const ethDialectNames = ['geth', 'ethermint'] as const

/** One of the faces. */
export type EthDialectName = (typeof ethDialectNames)[number]

/**
 * A face of the JSON-RPC: what clients see otherwise when another program serves the same chain. Blocks, calls, traces, logs
 * and filters are one implementation; a dialect holds how parameters are read, what replies show, bounds, texts of refusals,
 * and which methods there are.
 */
export interface EthDialect extends LogBounds {
	readonly name: EthDialectName
	/** Bounds on arrays of requests. */
	readonly limits: EthHandlerLimits
	/** Reads a block by tag or number. */
	readonly number: EthParam<NumberRef>
	/** Reads a block by tag, number or hash. */
	readonly numberOrHash: EthParam<BlockRef>
	/** How many uncles a block has that is not there. */
	readonly unclesOfNothing: EthJson
	/** The base fee from which the price of a dynamic transaction is told where it is shown without its block. */
	priceBase(block: EthBlock, context: EthChain): bigint | undefined
	/** A receipt, made of the members that every face shows. */
	receipt(json: Readonly<Record<string, EthJson>>, item: EthBlockTx): EthJson
	readonly logs: LogRules
	readonly filters: FilterRules
	/**
	 * Refuses a signed transaction before the pool sees it.
	 *
	 * @throws {EthFault}
	 */
	checkTx(tx: EthTx, context: EthChain, isImpersonated: boolean): void
	/** Why CheckTx or the pool refused a transaction. */
	refusal(result: Refusal): EthFault
	readonly keys: KeyRules
	/** Methods of other faces that this one does not have. */
	readonly absent: ReadonlySet<string>
	/** What the logs are of a transaction that logged nothing. */
	readonly noLogs: EthJson
}
