import type { AppContext } from '../../../app/AppContext.ts'
import { infiniteGasMeter } from '../../../app/GasMeter.ts'
import { checksumAddress } from '../../../codec/address/checksumAddress.ts'
import { hexToAddress } from '../../../crypto/hexAddress.ts'
import { plainError, sdkErrors } from '../../../errors/ChainError.ts'
import { equalBytes } from '../../../util/bytes.ts'
import { goString } from '../../../util/goString.ts'
import { isForked } from '../chainConfig.ts'
import type { EvmKeeper } from '../EvmKeeper.ts'
import { emptyCodeHash } from '../state/StateObject.ts'
import { delegatedTo } from '../tx/authorizations.ts'
import { costOf } from '../tx/EthTx.ts'
import { SenderFault, signerRulesAt } from '../tx/recoverSender.ts'
import type { EthereumStep } from './EthereumStep.ts'
import { baseFeeDue } from './feeStep.ts'

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
			else if (
				!equalBytes(account.codeHash, emptyCodeHash) &&
				!keeper.isImpersonated(tx) &&
				!isDelegated(account.codeHash, keeper, ctx)
			) {
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

/** Whether a code only names another one (EIP-7702). The reference knows of none, so that asking costs no gas. */
function isDelegated(codeHash: Uint8Array, keeper: EvmKeeper, outer: AppContext): boolean {
	const ctx = outer.with({ gasMeter: infiniteGasMeter() })
	const isKnown = isForked(keeper.getParams(ctx).chainConfig, 'prague', ctx.header.height)
	return isKnown && delegatedTo(keeper.getCode(ctx, codeHash)) !== undefined
}

/** After the fee the sender must still own the value, and from London on the fee cap must reach the base fee. */
export const canTransferStep: EthereumStep = {
	name: 'CanTransfer',
	run(check) {
		const { ctx, keeper, messages } = check
		const params = keeper.getParams(ctx)
		const london = isForked(params.chainConfig, 'london', ctx.header.height)
		for (const { msg, tx } of messages()) {
			const baseFee = baseFeeDue(check, keeper.baseFee(ctx, params))
			if (london) keeper.deps.feeMarket.getParams(ctx)
			const from = hexToAddress(msg.from)
			const value = tx.value ?? 0n
			if (value > 0n && keeper.getAccount(ctx, from)!.balance < value) {
				throw sdkErrors.insufficientFunds.wrap(
					`failed to transfer ${value} from address ${checksumAddress(from)} using the EVM block context transfer function`,
				)
			}
			const cap = tx.gasFeeCap!
			if (baseFee !== undefined && cap < baseFee) {
				throw sdkErrors.insufficientFee.wrap(`max fee per gas less than block base fee (${cap} < ${baseFee})`)
			}
		}
		return undefined
	},
}

/** Each message's nonce must be the sender's sequence, which is raised by one. */
export const nonceStep: EthereumStep = {
	name: 'EthIncrementSenderSequence',
	run({ ctx, keeper, messages }) {
		const { accounts } = keeper.deps
		for (const { msg, tx } of messages()) {
			const account = accounts.getAccount(ctx, hexToAddress(msg.from))!
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
