import type { CommandRecord } from '../../kit/keymap/Command.ts'
import type { NetworkModel } from './NetworkModel.ts'

/** Commands of the Network screen. */
export function networkCommands(model: NetworkModel): readonly CommandRecord[] {
	const { app, selected } = model
	return [
		{
			id: 'network.copy',
			keys: ['y'],
			title: 'copy address',
			description: 'Copy the address of the selected validator.',
			footer: 1,
			enabled: () => selected !== undefined || 'no validator is shown',
			run: () => app.copy(selected?.address ?? '', 'validator address'),
		},
		{
			id: 'network.blocks',
			keys: ['enter', 'b'],
			title: 'blocks',
			description: 'Go to the blocks of the chain.',
			footer: 2,
			run: () => app.open('blocks'),
		},
	]
}
