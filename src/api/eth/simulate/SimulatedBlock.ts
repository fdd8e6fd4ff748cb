import type { BlockHeader } from '../../../abci/Application.ts'
import type { AppliedMessage } from '../../../modules/evm/applyMessage.ts'
import type { EthTx } from '../../../modules/evm/tx/EthTx.ts'
import type { BlockForks } from '../blocks/EthBlock.ts'

/** A block of a simulation while its calls run. */
export interface SimulatedBlock {
	readonly header: BlockHeader
	readonly coinbase: Uint8Array
	readonly gasLimit: bigint
	/** Undefined before London. */
	readonly baseFee: bigint | undefined
	readonly parentHash: Uint8Array
	/** Result of PREVRANDAO. */
	readonly random: Uint8Array
	/** Result of BLOBBASEFEE. */
	readonly blobBaseFee: bigint
	readonly forks: BlockForks
}

/** A call of a simulated block with what became of it. */
export interface CallResult extends AppliedMessage {
	readonly tx: EthTx
	readonly from: Uint8Array
	/** Whether it had less gas than it asked for, because all calls of a request share their gas. */
	readonly isCapped: boolean
}
