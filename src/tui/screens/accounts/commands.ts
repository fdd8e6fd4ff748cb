import type { Command } from '../../keymap/Command.ts'
import type { AccountsModel } from './model.ts'

/** What can be done on the Accounts screen. */
export function accountCommands(model: AccountsModel): readonly Command[] {
	const { app } = model
	const group = 'Accounts'
	const needsAddress = (): true | string => model.selected !== undefined || 'no address is selected'
	const ours = app.state.keys.some((key) => key.address === model.selected)
	return [
		{
			id: 'accounts.open',
			keys: ['enter', 'right', 'l'],
			title: 'open',
			description: 'Open the selected account; the moving keys then scroll it.',
			group,
			...(model.detailOpen ? {} : { footer: 1 }),
			enabled: () => (model.detailOpen ? 'it is open already' : needsAddress()),
			run: () => {
				model.detailOpen = true
				model.scroll.edge('first')
				app.touch()
			},
		},
		{
			id: 'accounts.find',
			keys: ['/'],
			title: 'find address',
			description: 'Look at any address, or at a key of yours by its name.',
			group,
			footer: 2,
			run: () => model.find(),
		},
		{
			id: 'accounts.generation',
			keys: ['v'],
			title: model.shown === 'both' ? 'only gen 9' : model.shown === '9' ? 'only gen 8' : 'both',
			description: 'Show both generations of the legacy REST side by side, or one.',
			group,
			footer: 3,
			enabled: needsAddress,
			run: () => {
				model.shown = model.shown === 'both' ? '9' : model.shown === '9' ? '8' : 'both'
				app.touch()
			},
		},
		{
			id: 'accounts.copy',
			keys: ['y'],
			title: 'copy address',
			description: 'Copy the selected address.',
			group,
			footer: 4,
			enabled: needsAddress,
			run: () => app.copy(model.selected ?? '', 'address'),
		},
		{
			id: 'accounts.json',
			keys: ['J'],
			title: 'copy JSON',
			description: 'Copy the legacy JSON that is shown.',
			group,
			enabled: () => model.facts !== undefined || 'the account was not read yet',
			run: () => {
				const facts = model.facts
				const value = model.shown === '8' ? facts?.generation8 : facts?.generation9
				app.copy(JSON.stringify(value, null, 2), `generation ${model.shown === '8' ? 8 : 9} JSON`)
			},
		},
		{
			id: 'accounts.refresh',
			keys: ['r'],
			title: 'read again',
			description: 'Ask the node for the account again.',
			group,
			enabled: needsAddress,
			run: () => model.load(),
		},
		{
			id: 'accounts.forget',
			keys: ['x', 'delete'],
			title: 'forget',
			description: 'Take an address that is not yours out of the list.',
			group,
			enabled: () => (needsAddress() === true ? !ours || 'it is the address of a key of yours' : needsAddress()),
			run: () => {
				const rest = app.preferences.get('addresses').filter((address) => address !== model.selected)
				app.preferences.set('addresses', rest)
				model.detailOpen = false
				app.touch()
			},
		},
	]
}
