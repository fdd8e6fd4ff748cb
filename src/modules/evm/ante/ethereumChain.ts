import type { AppContext } from '../../../app/AppContext.ts'
import type { AppTx } from '../../../app/AppTx.ts'
import type { AnteHandler, AnteOutcome } from '../../../app/ante/createAnteHandler.ts'
import { infiniteGasMeter, OutOfGasError } from '../../../app/GasMeter.ts'
import type { DecCoin } from '../../../codec/coins/decCoins.ts'
import type { Registry } from '../../../codec/registry/createRegistry.ts'
import { ChainError } from '../../../errors/ChainError.ts'
import { sdkErrors } from '../../../errors/sdkErrors.ts'
import type { MsgEthereumTx } from '../../../gen/ethermint/evm/v1/tx_pb.js'
import type { EvmKeeper } from '../EvmKeeper.ts'
import { ethTxIn } from '../messages/ethereumTx.ts'
import type { EthTx } from '../tx/EthTx.ts'
import { accountStep } from './accountStep.ts'
import { canTransferStep } from './canTransferStep.ts'
import { envelopeStep } from './envelopeStep.ts'
import { feeStep } from './feeStep.ts'
import { minimumPriceStep } from './minimumPriceStep.ts'
import { nonceStep } from './nonceStep.ts'
import { senderStep } from './senderStep.ts'

/** What the checks of Ethereum transactions are made of. */
export interface EthereumChainDeps {
	readonly keeper: EvmKeeper
	readonly registry: Registry
	/** Minimum gas prices of this node. */
	readonly minGasPrices: readonly DecCoin[]
}

/** An Ethereum message of the transaction being checked. */
export interface EthereumMessage {
	readonly msg: MsgEthereumTx
	readonly tx: EthTx
}

/** What a check of Ethereum transactions sees. */
export interface EthereumCheck extends EthereumChainDeps {
	readonly ctx: AppContext
	readonly tx: AppTx
	/** The messages in order. Throws `unknown request` (sdk 6) at the first of another type. */
	messages(): Iterable<EthereumMessage>
}

/** One check: answers by the context for those after it, when it changes. Throws ChainError to refuse. */
export interface EthereumStep {
	readonly name: string
	run(check: EthereumCheck): AppContext | undefined
}

const steps: readonly EthereumStep[] = [
	minimumPriceStep,
	envelopeStep,
	senderStep,
	accountStep,
	feeStep,
	canTransferStep,
	nonceStep,
]

/** The checks of Ethereum transactions in order (ethermint v0.14.1 app/ante/eth.go). */
export function createEthereumChain(deps: EthereumChainDeps): AnteHandler {
	return (outer, tx): AnteOutcome => {
		const meter = infiniteGasMeter()
		// The transaction's gas is counted from before its own meter is there.
		deps.keeper.resetGasUsed(outer)
		let ctx = outer.with({ gasMeter: outer.trace?.over(meter) ?? meter })
		try {
			for (const step of steps) {
				ctx.trace?.enter(step.name)
				ctx = step.run({ ...deps, ctx, tx, messages: () => ethereumMessages(tx, deps.registry) }) ?? ctx
			}
			return { ctx, error: undefined }
		} catch (thrown) {
			if (thrown instanceof ChainError && !sdkErrors.panic.is(thrown)) return { ctx, error: thrown }
			if (thrown instanceof OutOfGasError) throw new ChainError('undefined', 111222, `{${thrown.descriptor}}: panic`)
			throw thrown
		}
	}
}

function* ethereumMessages(tx: AppTx, registry: Registry): Generator<EthereumMessage> {
	for (const { value } of tx.messages) {
		if (value.$typeName !== 'ethermint.evm.v1.MsgEthereumTx') {
			const got = `*types.${value.$typeName.split('.').at(-1)}`
			throw sdkErrors.unknownRequest.wrap(`invalid message type ${got}, expected *types.MsgEthereumTx`)
		}
		const msg = value as MsgEthereumTx
		yield { msg, tx: ethTxIn(msg, registry) }
	}
}
