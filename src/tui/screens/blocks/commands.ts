import { toBase64 } from '../../../util/bytes.ts'
import type { Command } from '../../keymap/Command.ts'
import type { BlocksModel } from './model.ts'

/** What can be done on the Blocks screen. */
export function blockCommands(model: BlocksModel): readonly Command[] {
	const { app, top } = model
	const group = 'Blocks and transactions'
	const needsTx = (): true | string => model.tx !== undefined || 'no transaction is selected'
	const atList = top === undefined
	return [
		{
			id: 'blocks.open',
			keys: ['enter', 'right', 'l'],
			title: 'open',
			description: 'Open the selected block or transaction.',
			group,
			...(top?.kind === 'tx' ? {} : { footer: 1 }),
			enabled: () => {
				if (top?.kind === 'tx') return 'it is open already'
				if (atList && model.tab === 'blocks') return model.height > 0 || 'there is no block yet'
				return needsTx()
			},
			run: () => {
				if (atList && model.tab === 'blocks') model.openBlock(model.height - model.blockCursor.selected)
				else if (model.tx !== undefined) model.showTx(model.tx)
				app.touch()
			},
		},
		{
			id: 'blocks.search',
			keys: ['/'],
			title: 'search',
			description: 'Search for a height, a hash, an address or a text.',
			group,
			footer: 3,
			run: () => model.ask(),
		},
		{
			id: 'blocks.tab',
			keys: ['t'],
			title: model.tab === 'blocks' ? 'transactions' : 'blocks',
			description: 'Show the transactions instead of the blocks, or the blocks again.',
			group,
			...(atList ? { footer: 2 } : {}),
			enabled: () => atList || 'something is open: Esc closes it',
			run: () => {
				model.tab = model.tab === 'blocks' ? 'transactions' : 'blocks'
				app.touch()
			},
		},
		{
			id: 'blocks.raw',
			keys: ['x'],
			title: model.raw ? 'decoded' : 'raw bytes',
			description: 'Show the opened transaction as raw bytes, or decoded.',
			group,
			...(top?.kind === 'tx' ? { footer: 1 } : {}),
			enabled: () => top?.kind === 'tx' || 'no transaction is open',
			run: () => {
				model.raw = !model.raw
				model.scroll.edge('first')
				app.touch()
			},
		},
		{
			id: 'blocks.copy',
			keys: ['y'],
			title: 'copy hash',
			description: 'Copy the hash of the transaction or block.',
			group,
			footer: 4,
			enabled: () => copyable(model) !== undefined || 'nothing with a hash is selected',
			run: () => {
				const hash = copyable(model)
				if (hash !== undefined) app.copy(hash, 'hash')
			},
		},
		{
			id: 'blocks.copy-raw',
			keys: ['Y'],
			title: 'copy raw tx',
			description: 'Copy the raw bytes of the transaction as base64.',
			group,
			enabled: needsTx,
			run: () => {
				if (model.tx !== undefined) app.copy(toBase64(model.tx.raw), 'transaction')
			},
		},
		{
			id: 'blocks.block',
			keys: ['b'],
			title: 'its block',
			description: 'Open the block of the transaction.',
			group,
			...(top?.kind === 'tx' ? { footer: 2 } : {}),
			enabled: needsTx,
			run: () => {
				if (model.tx !== undefined) model.openBlock(model.tx.height)
			},
		},
		{
			id: 'blocks.signer',
			keys: ['o'],
			title: 'signer',
			description: 'Open the account of the signer.',
			group,
			enabled: () => model.tx?.signers[0] !== undefined || 'no transaction is selected',
			run: () => app.open('accounts', model.tx?.signers[0]),
		},
	]
}

function copyable(model: BlocksModel): string | undefined {
	const { top } = model
	if (top?.kind === 'block') return top.block.txs[model.innerCursor.selected]?.hash ?? top.block.hash
	if (model.tx !== undefined) return model.tx.hash
	return model.tab === 'blocks'
		? model.pages.get(model.height - model.blockCursor.selected, model.height)?.hash
		: undefined
}
