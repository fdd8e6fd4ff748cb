import { checksumAddress } from '../../../codec/address/checksumAddress.ts'
import { hexToAddress } from '../../../crypto/hexAddress.ts'
import { sdkErrors } from '../../../errors/sdkErrors.ts'
import { equalBytes } from '../../../util/bytes.ts'
import { goString } from '../../../util/goString.ts'
import { emptyCodeHash } from '../state/StateObject.ts'
import { costOf } from '../tx/EthTx.ts'
import type { EthereumStep } from './EthereumStep.ts'

/** In a check, the sender must have no code and own what the transaction may cost at most; an unknown one is made. */
export const accountStep: EthereumStep = {
	name: 'EthAccountVerification',
	run({ ctx, keeper, messages }) {
		if (ctx.mode === 'deliver') return undefined
		const { accounts } = keeper.deps
		for (const { msg, tx } of messages()) {
			const from = hexToAddress(msg.from)
			const account = keeper.getAccount(ctx, from)
			if (account === undefined) accounts.setAccount(ctx, accounts.newAccount(ctx, from))
			// A contract has no key, so a developer who impersonates one means it.
			else if (!equalBytes(account.codeHash, emptyCodeHash) && !keeper.isImpersonated(tx)) {
				throw sdkErrors.invalidType.wrap(
					`the sender is not EOA: address ${checksumAddress(from)}, codeHash <${goString(account.codeHash)}>`,
				)
			}
			const balance = account?.balance ?? 0n
			const cost = costOf(tx)
			if (balance < cost) {
				throw sdkErrors.insufficientFunds
					.wrap(`sender balance < tx cost (${balance} < ${cost})`)
					.wrap('failed to check sender balance')
			}
		}
		return undefined
	},
}
