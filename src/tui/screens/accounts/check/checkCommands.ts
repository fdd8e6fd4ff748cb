import type { Command } from '../../../kit/keymap/Command.ts'
import type { AccountsModel } from '../AccountsModel.ts'
import { askClientPaths } from '../prompts.ts'

/** Commands for the check of old clients. */
export function checkCommands(model: AccountsModel): readonly Command[] {
	const { app, check } = model
	const group = 'Migration check'
	return [
		{
			id: 'check.client',
			keys: ['c'],
			title: model.view === 'check' ? 'next client' : 'check clients',
			description:
				'Check which of the paths a well-known old client reads still work in generation 9; again for the next client.',
			group,
			...(model.view === 'check' ? { footer: 2 } : {}),
			run: () => {
				if (model.view === 'check') check.next()
				model.view = 'check'
				model.open()
				app.touch()
			},
		},
		{
			id: 'check.file',
			keys: ['i'],
			title: 'own client',
			description: 'Check a client of your own: a JSON file with the jq paths it reads.',
			group,
			...(model.view === 'check' ? { footer: 4 } : {}),
			run: () => askClientPaths(model),
		},
	]
}
