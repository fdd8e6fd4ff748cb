import type { AppContext } from '../../../app/AppContext.ts'
import { RecoveredPanic } from '../../../app/abciInfo.ts'
import type { AnteHandler, AnteOutcome } from '../../../app/ante/createAnteHandler.ts'
import { infiniteGasMeter } from '../../../app/GasMeter.ts'
import type { AppTx } from '../../../app/tx/AppTx.ts'
import type { Registry } from '../../../codec/registry/createRegistry.ts'
import { ChainError, sdkErrors } from '../../../errors/ChainError.ts'
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
function createEthereumChain(deps: EthereumChainDeps): AnteHandler {
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

const ethereumOption = '/ethermint.evm.v1.ExtensionOptionsEthereumTx'
const web3Option = '/ethermint.types.v1.ExtensionOptionsWeb3Tx'

/** The chains of checks of a chain with an EVM. */
export interface EvmAnteDeps extends EthereumChainDeps {
	/** The checks of the framework's own transactions. */
	readonly standard: AnteHandler
	/** The same with the signature over EIP-712 typed data. */
	readonly web3: AnteHandler
}

/**
 * Chooses the checks by the first extension option: those of Ethereum transactions, those over typed data, or the
 * framework's own, which cost exactly what they cost without an EVM.
 */
export function createEvmAnteHandler(deps: EvmAnteDeps): AnteHandler {
	const ethereum = createEthereumChain(deps)
	const framework =
		(handler: AnteHandler): AnteHandler =>
		(ctx, tx) => {
			const refusal = refusalOfEthereum(tx)
			return refusal === undefined ? handler(ctx, tx) : { ctx, error: refusal }
		}
	const standard = framework(deps.standard)
	const web3 = framework(deps.web3)
	const choose: AnteHandler = (ctx, tx) => {
		const [option] = tx.decoded.body.extensionOptions
		switch (option?.typeUrl) {
			case undefined:
				return standard(ctx, tx)
			case ethereumOption:
				return ethereum(ctx, tx)
			case web3Option:
				return web3(ctx, tx)
			default:
				return { ctx, error: unsupported(option!.typeUrl) }
		}
	}
	return (ctx, tx) => {
		try {
			const outcome = choose(ctx, tx)
			return outcome instanceof Promise ? outcome.catch((thrown) => recovered(ctx, thrown)) : outcome
		} catch (thrown) {
			return recovered(ctx, thrown)
		}
	}
}

/** A panic of any check becomes an error, and the transaction has no meter then. */
function recovered(ctx: AppContext, thrown: unknown): AnteOutcome {
	const text = thrown instanceof Error ? thrown.message.replace(/: panic$/, '') : String(thrown)
	return { ctx, error: new RecoveredPanic(text, thrown) }
}

function unsupported(url: string): ChainError {
	return sdkErrors.unknownExtensionOptions.wrap(`rejecting tx with unsupported extension option: ${url}`)
}

/** Ethereum messages pay by their own option only, since they get gas back. */
function refusalOfEthereum(tx: AppTx): ChainError | undefined {
	if (tx.messages.every(({ value }) => value.$typeName !== 'ethermint.evm.v1.MsgEthereumTx')) return undefined
	return sdkErrors.invalidType.wrap(
		"MsgEthereumTx needs to be contained within a tx with 'ExtensionOptionsEthereumTx' option",
	)
}
