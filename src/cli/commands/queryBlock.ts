import { UserError } from '../../errors/UserError.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { withNode } from '../support/connect.ts'
import { queryError } from '../support/queryError.ts'

/** `q block` */
export const queryBlock: CommandSpec = {
	name: 'block',
	args: '[height]',
	count: { min: 0, max: 1 },
	description: 'get the block at a height, the latest when left out',
	examples: ['q block 5'],
	run: async (context, [height]) => {
		if (height !== undefined && !/^\d{1,15}$/.test(height)) {
			throw new UserError(`"${height}" is not a height.`, { next: 'Give a whole number from 1.' })
		}
		try {
			const block = await withNode(context, (node) => node.call('block', height === undefined ? {} : { height }))
			await printResult(context, block)
			return undefined
		} catch (error) {
			throw queryError(error, 'See the latest height with `chain-tui status`.')
		}
	},
}
