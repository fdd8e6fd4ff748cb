import { nodeUrl } from '../../app/format/nodeUrl.ts'
import type { CommandRecord } from '../../kit/keymap/Command.ts'
import type { BlocksModel } from './BlocksModel.ts'

/** Commands of the Blocks screen. */
export function blockCommands(model: BlocksModel): readonly CommandRecord[] {
	const { app, block } = model
	const url = nodeUrl(app.state.status, 'block', String(block?.height ?? model.selected))
	return [
		{
			id: 'blocks.open',
			keys: ['enter', 'right', 'l'],
			title: 'open',
			description:
				'Open the selected block, unfold a run of empty blocks, or open the selected transaction of the opened block.',
			footer: 1,
			enabled: () => {
				if (block === undefined) return model.list.count > 0 || 'there is no block here yet'
				return model.tx !== undefined || 'the block is empty'
			},
			run: () => {
				if (block === undefined) model.openSelected()
				else if (model.tx !== undefined) app.open('transactions', model.tx.hash)
			},
		},
		{
			id: 'blocks.search',
			keys: ['/'],
			title: 'search',
			description: 'Search for a height, a hash, an address or a text.',
			footer: 4,
			run: () => model.ask(),
		},
		{
			id: 'blocks.transactions',
			keys: ['t'],
			title: 'transactions',
			description: 'Go to the transactions of all blocks.',
			footer: 5,
			run: () => app.open('transactions'),
		},
		{
			id: 'blocks.earlier',
			keys: ['-', ','],
			title: 'earlier block',
			description: 'Open the previous block.',
			...(block === undefined ? {} : { footer: 7 }),
			enabled: () => (block === undefined ? 'no block is open' : block.height > 1 || 'it is the first block'),
			run: () => step(model, -1),
		},
		{
			id: 'blocks.later',
			keys: ['+', '.'],
			title: 'later block',
			description: 'Open the next block.',
			...(block === undefined ? {} : { footer: 8 }),
			enabled: () =>
				block === undefined ? 'no block is open' : block.height < model.height || 'it is the latest block',
			run: () => step(model, 1),
		},
		{
			id: 'blocks.full',
			keys: ['e'],
			title: model.folded === undefined ? 'fold empty' : 'each block',
			description: 'Show runs of empty blocks as one row, or each block in its own.',
			...(block === undefined ? { footer: 2 } : {}),
			run: () => model.fold(model.folded === undefined),
		},
		{
			id: 'blocks.earlier-full',
			keys: ['<'],
			title: 'earlier non-empty',
			description: 'Open the nearest earlier block that has transactions.',
			...(block === undefined ? {} : { footer: 2 }),
			run: () => model.stepFull(-1),
		},
		{
			id: 'blocks.later-full',
			keys: ['>'],
			title: 'later non-empty',
			description: 'Open the nearest later block that has transactions.',
			...(block === undefined ? {} : { footer: 3 }),
			run: () => model.stepFull(1),
		},
		{
			id: 'blocks.url',
			keys: ['U'],
			title: 'copy URL',
			description: 'Copy the URL of the block on the node.',
			enabled: () => url !== undefined || 'the node has no listener',
			run: () => app.copy(url ?? '', 'URL'),
		},
		{
			id: 'blocks.copy',
			keys: ['y'],
			title: 'copy hash',
			description: 'Copy the hash of the block, or of the selected transaction of the opened block.',
			footer: 6,
			enabled: () => copyable(model) !== undefined || 'nothing with a hash is selected',
			run: () => {
				const hash = copyable(model)
				if (hash !== undefined) app.copy(hash, 'hash')
			},
		},
	]
}

function step(model: BlocksModel, by: -1 | 1): void {
	const height = model.block?.height
	if (height !== undefined) model.replace(height + by)
}

function copyable(model: BlocksModel): string | undefined {
	const { block } = model
	if (block !== undefined) return model.tx?.hash ?? block.hash
	return model.pages.get(model.selected, model.height)?.hash
}
