import type { Message } from '@bufbuild/protobuf'
import { membersOf } from '../../crypto/multisig.ts'
import { sdkErrors } from '../../errors/sdkErrors.ts'
import type { AccountKeeper } from '../expectedKeepers.ts'
import { isMultisigKey, type KeyReader } from '../publicKeys.ts'
import type { AnteStep } from './createAnteHandler.ts'

/** Refuses too many keys, those in multisig keys counted one by one (framework: x/auth/ante/sigverify.go). */
export function validateSigCount(accounts: AccountKeeper, keys: KeyReader): AnteStep {
	const count = (key: Message | undefined): number =>
		isMultisigKey(key) ? membersOf(key, keys.registry).reduce((sum, member): number => sum + count(member), 0) : 1
	return {
		name: 'ValidateSigCount',
		run(ctx, tx) {
			const { txSigLimit } = accounts.getParams(ctx)
			let signatures = 0
			for (const key of tx.decoded.publicKeys) {
				signatures += count(key)
				if (BigInt(signatures) > txSigLimit) {
					throw sdkErrors.tooManySignatures.wrap(`signatures: ${signatures}, limit: ${txSigLimit}`)
				}
			}
		},
	}
}
