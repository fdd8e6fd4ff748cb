import { sdkErrors } from '../../errors/sdkErrors.ts'
import { goLength } from '../../util/goString.ts'
import type { AccountKeeper } from '../expectedKeepers.ts'
import type { AnteStep } from './createAnteHandler.ts'

/** Refuses a memo of too many bytes, which the text calls characters (framework: x/auth/ante/basic.go). */
export function validateMemo(accounts: AccountKeeper): AnteStep {
	return {
		name: 'ValidateMemo',
		run(ctx, tx) {
			const { maxMemoCharacters } = accounts.getParams(ctx)
			const length = goLength(tx.decoded.body.memo)
			if (BigInt(length) > maxMemoCharacters) {
				throw sdkErrors.memoTooLarge.wrap(
					`maximum number of characters is ${maxMemoCharacters} but received ${length} characters`,
				)
			}
		},
	}
}
