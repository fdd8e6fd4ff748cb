import type { AppContext } from '../../../app/AppContext.ts'
import type { AppTx } from '../../../app/AppTx.ts'
import { RecoveredPanic } from '../../../app/abciInfo.ts'
import type { AnteHandler, AnteOutcome } from '../../../app/ante/createAnteHandler.ts'
import { GasOverflowError, OutOfGasError } from '../../../app/GasMeter.ts'
import type { ChainError } from '../../../errors/ChainError.ts'
import { sdkErrors } from '../../../errors/sdkErrors.ts'
import type { EthereumChainDeps } from './EthereumStep.ts'
import { createEthereumChain } from './ethereumChain.ts'

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
				return { ctx, error: unsupported(option?.typeUrl ?? '') }
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
	const text =
		thrown instanceof OutOfGasError || thrown instanceof GasOverflowError ? `{${thrown.descriptor}}` : textOf(thrown)
	return { ctx, error: new RecoveredPanic(text, thrown) }
}

function textOf(thrown: unknown): string {
	return thrown instanceof Error ? thrown.message.replace(/: panic$/, '') : String(thrown)
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
