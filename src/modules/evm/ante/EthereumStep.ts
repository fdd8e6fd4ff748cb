import type { AppContext } from '../../../app/AppContext.ts'
import type { AppTx } from '../../../app/tx/AppTx.ts'
import type { DecCoin } from '../../../codec/coins/decCoins.ts'
import type { Registry } from '../../../codec/registry/createRegistry.ts'
import type { MsgEthereumTx } from '../../../gen/ethermint/evm/v1/tx_pb.js'
import type { EvmKeeper } from '../EvmKeeper.ts'
import type { EthTx } from '../tx/EthTx.ts'

/** Dependencies of the checks of Ethereum transactions. */
export interface EthereumChainDeps {
	readonly keeper: EvmKeeper
	readonly registry: Registry
	/** Minimum gas prices of this node. */
	readonly minGasPrices: readonly DecCoin[]
	/** Whether the mempool asks for the next block's base fee, not for the newest one's as the reference does. */
	readonly checksNextFee?: boolean | undefined
}

/** An Ethereum message of the transaction being checked. */
export interface EthereumMessage {
	readonly msg: MsgEthereumTx
	readonly tx: EthTx
}

/** Input of a check of an Ethereum transaction. */
export interface EthereumCheck extends EthereumChainDeps {
	readonly ctx: AppContext
	readonly tx: AppTx
	/** The messages in order. Throws `unknown request` (sdk 6) at the first of another type. */
	messages(): Iterable<EthereumMessage>
}

/** One check: answers by the context for those after it, when it changes. @throws {ChainError} to refuse. */
export interface EthereumStep {
	readonly name: string
	run(check: EthereumCheck): AppContext | undefined
}
