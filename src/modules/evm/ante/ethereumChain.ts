import type { AppTx } from '../../../app/AppTx.ts'
import type { AnteHandler, AnteOutcome } from '../../../app/ante/createAnteHandler.ts'
import { infiniteGasMeter } from '../../../app/GasMeter.ts'
import type { Registry } from '../../../codec/registry/createRegistry.ts'
import { ChainError } from '../../../errors/ChainError.ts'
import { sdkErrors } from '../../../errors/sdkErrors.ts'
import type { MsgEthereumTx } from '../../../gen/ethermint/evm/v1/tx_pb.js'
import { ethTxIn } from '../messages/ethereumTx.ts'
import type { EthereumChainDeps, EthereumMessage, EthereumStep } from './EthereumStep.ts'
import { envelopeStep } from './envelopeStep.ts'
import { feeStep, minimumPriceStep } from './feeStep.ts'

import { accountStep, canTransferStep, nonceStep, senderStep } from './senderSteps.ts'

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
