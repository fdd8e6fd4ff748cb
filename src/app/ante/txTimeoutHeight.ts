import { sdkErrors } from '../../errors/sdkErrors.ts'
import type { AnteStep } from './createAnteHandler.ts'

/** Refuses a transaction after its timeout height; 0 means none (framework: x/auth/ante/basic.go). */
export const txTimeoutHeight: AnteStep = {
	name: 'TxTimeoutHeight',
	run(ctx, tx) {
		const timeout = tx.decoded.body.timeoutHeight
		const { height } = ctx.header
		if (timeout > 0n && BigInt(height) > timeout) {
			throw sdkErrors.txTimeoutHeight.wrap(`block height: ${height}, timeout height: ${timeout}`)
		}
	},
}
