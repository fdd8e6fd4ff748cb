import { ChainError, sdkErrors } from '../../errors/ChainError.ts'
import type { AppContext } from '../AppContext.ts'
import type { Context } from '../Context.ts'
import { infiniteGasMeter, limitedGasMeter, OutOfGasError } from '../GasMeter.ts'
import type { AppTx } from '../tx/AppTx.ts'

/** One step of the ante chain: returns to pass, throws ChainError to refuse; a promise only if it must wait. */
export interface AnteStep {
	readonly name: string
	run(ctx: Context, tx: AppTx): void | Promise<void>
}

/** Result of the ante chain. The context has the transaction's gas meter, even after a refusal. */
export interface AnteOutcome {
	readonly ctx: AppContext
	readonly error: ChainError | undefined
}

/** Checks a transaction before its messages, at once unless a step must wait. Throws what the framework panics with. */
export type AnteHandler = (ctx: AppContext, tx: AppTx) => AnteOutcome | Promise<AnteOutcome>

/**
 * The ante chain: sets the gas meter, runs the steps in order and turns the end of the gas into an error. Source:
 * cosmos-sdk v0.44.5 x/auth/ante/setup.go and types/handler.go ChainAnteDecorators. The meter is infinite in a
 * simulation and at height 0.
 */
export function createAnteHandler(steps: readonly AnteStep[]): AnteHandler {
	return (outer, tx) => {
		const { gasLimit } = tx.fee
		const unlimited = outer.mode === 'simulate' || outer.header.height === 0
		const meter = unlimited ? infiniteGasMeter() : limitedGasMeter(gasLimit)
		const gasMeter = outer.trace?.over(meter) ?? meter
		const ctx = outer.with({ gasMeter })
		const refused = (thrown: unknown): AnteOutcome => {
			if (thrown instanceof OutOfGasError) {
				const error = sdkErrors.outOfGas.wrap(
					`out of gas in location: ${thrown.descriptor}; gasWanted: ${gasLimit}, gasUsed: ${gasMeter.consumed}`,
				)
				return { ctx, error }
			}
			if (thrown instanceof ChainError && !sdkErrors.panic.is(thrown)) return { ctx, error: thrown }
			throw thrown
		}
		const runFrom = (first: number): AnteOutcome | Promise<AnteOutcome> => {
			try {
				for (let index = first; index < steps.length; index++) {
					const step = steps[index]!
					ctx.trace?.enter(step.name)
					const pending = step.run(ctx, tx)
					if (pending !== undefined) return pending.then(() => runFrom(index + 1), refused)
				}
				return { ctx, error: undefined }
			} catch (thrown) {
				return refused(thrown)
			}
		}
		return runFrom(0)
	}
}
