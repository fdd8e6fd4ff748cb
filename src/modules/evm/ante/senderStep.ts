import { checksumAddress } from '../../../codec/address/checksumAddress.ts'
import { sdkErrors } from '../../../errors/sdkErrors.ts'
import { SenderFault, signerRulesAt } from '../tx/recoverSender.ts'
import type { EthereumStep } from './EthereumStep.ts'

/** Recovers the sender of each message from its signature and stores it in the message, replacing any other value. */
export const senderStep: EthereumStep = {
	name: 'EthSigVerification',
	run({ ctx, keeper, messages }) {
		const { chainConfig } = keeper.getParams(ctx)
		const rules = signerRulesAt(chainConfig, ctx.header.height, keeper.chainId)
		for (const { msg, tx } of messages()) {
			try {
				msg.from = checksumAddress(keeper.senderOf(tx, rules))
			} catch (error) {
				if (!(error instanceof SenderFault)) throw error
				throw sdkErrors.invalidSigner.wrap(
					`couldn't retrieve sender address ('${msg.from}') from the ethereum transaction: ${error.message}`,
				)
			}
		}
		return undefined
	},
}
