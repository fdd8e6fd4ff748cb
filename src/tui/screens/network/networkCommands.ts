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
			...(selected === undefined ? {} : { footer: 1 }),
			enabled: () => selected !== undefined || 'no validator is shown',
			run: () => app.copy(selected?.address ?? '', 'validator address'),
		},
		{
			id: 'network.blocks',
			keys: ['enter', 'b'],
			title: model.isAlone ? 'add a node of a network' : 'blocks',
			description: 'Go to the blocks of the chain; from a node alone, add one of a network by its address.',
			footer: 2,
			run: () => {
				const add = model.isAlone ? app.commands.find('rpc.add') : undefined
				if (add === undefined) app.open('blocks')
				else app.run(add)
			},
		},
	]
}
