import { hexToAddress } from '../../../crypto/hexAddress.ts'
import { plainError } from '../../../errors/plainError.ts'
import { sdkErrors } from '../../../errors/sdkErrors.ts'
import type { EthereumStep } from './EthereumStep.ts'

/** Each message's nonce must be the sender's sequence, which is raised by one. */
export const nonceStep: EthereumStep = {
	name: 'EthIncrementSenderSequence',
	run({ ctx, keeper, messages }) {
		const { accounts } = keeper.deps
		for (const { msg, tx } of messages()) {
			const account = accounts.getAccount(ctx, hexToAddress(msg.from))
			if (account === undefined) throw sdkErrors.unknownAddress.wrap(`account ${msg.from} is nil`)
			const { sequence } = account.base
			if (tx.nonce !== sequence) {
				throw sdkErrors.invalidSequence.wrap(`invalid nonce; got ${tx.nonce}, expected ${sequence}`)
			}
			if (account.kind === 'module') throw plainError('not supported for module accounts')
			const base = { ...account.base, sequence: BigInt.asUintN(64, sequence + 1n) }
			accounts.setAccount(ctx, { ...account, base })
		}
		return undefined
	},
}
