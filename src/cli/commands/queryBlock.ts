import type { CommandSpec } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { withNode } from '../support/connect.ts'
import { queryError } from '../support/queryError.ts'
import { readHeight } from '../support/readHeight.ts'

/** `q block` */
export const queryBlock: CommandSpec = {
	name: 'block',
	args: '[height]',
	count: { min: 0, max: 1 },
	description: 'get the block at a height, the latest when left out',
	examples: ['q block 5'],
	run: async (context, [text]) => {
		const asked = text === undefined ? {} : { height: String(readHeight(text)) }
		try {
			const block = await withNode(context, (node) => node.call('block', asked))
			await printResult(context, block)
			return undefined
		} catch (error) {
			throw queryError(error, 'See the latest height with `chain-tui status`.')
		}
	},
}
