import type { EvmProgress, EvmReceipt } from '../../client/index.ts'
import { UserError } from '../../errors/UserError.ts'
import type { CommandContext } from '../CommandContext.ts'
import { printResult } from '../printResult.ts'
import { logJson } from './logJson.ts'

/**
 * Follows a transaction to its block and prints the result; `done` receives the receipt before that.
 *
 * @throws {UserError} if it failed.
 */
export async function followSend(
	context: CommandContext,
	progress: AsyncIterable<EvmProgress>,
	done: (receipt: EvmReceipt) => void = () => {},
): Promise<undefined> {
	for await (const step of progress) {
		if (step.state === 'in-mempool' && context.output === 'text')
			context.io.stderr(`${step.hash} waits for its block\n`)
		if (step.state === 'failed') {
			throw new UserError(step.problem, { why: step.log, next: step.next })
		}
		if (step.state !== 'committed') continue
		const { receipt } = step
		done(receipt)
		await printResult(context, {
			hash: receipt.hash,
			txhash: step.hash,
			height: String(receipt.height),
			gas_used: String(receipt.gasUsed),
			fee: step.fee,
			...(receipt.contractAddress === undefined ? {} : { contract: receipt.contractAddress }),
			logs: receipt.logs.map(logJson),
		})
	}
	return undefined
}
