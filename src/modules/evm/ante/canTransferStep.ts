import { checksumAddress } from '../../../codec/address/checksumAddress.ts'
import { hexToAddress } from '../../../crypto/hexAddress.ts'
import { sdkErrors } from '../../../errors/sdkErrors.ts'
import { isForked } from '../chainConfig.ts'
import type { EthereumStep } from './EthereumStep.ts'

/** After the fee the sender must still own the value, and from London on the fee cap must reach the base fee. */
export const canTransferStep: EthereumStep = {
	name: 'CanTransfer',
	run({ ctx, keeper, messages }) {
		const params = keeper.getParams(ctx)
		const london = isForked(params.chainConfig, 'london', ctx.header.height)
		for (const { msg, tx } of messages()) {
			const baseFee = keeper.baseFee(ctx, params)
			if (london) keeper.deps.feeMarket.getParams(ctx)
			const from = hexToAddress(msg.from)
			const value = tx.value ?? 0n
			if (value > 0n && (keeper.getAccount(ctx, from)?.balance ?? 0n) < value) {
				throw sdkErrors.insufficientFunds.wrap(
					`failed to transfer ${value} from address ${checksumAddress(from)} using the EVM block context transfer function`,
				)
			}
			const cap = tx.gasFeeCap ?? 0n
			if (baseFee !== undefined && cap < baseFee) {
				throw sdkErrors.insufficientFee.wrap(`max fee per gas less than block base fee (${cap} < ${baseFee})`)
			}
		}
		return undefined
	},
}
