import { type Command, commandsOf } from '../../../kit/keymap/Command.ts'
import type { AccountsModel } from '../AccountsModel.ts'
import { askClientPaths } from '../prompts.ts'

/** Commands for the check of old clients. */
export function checkCommands(model: AccountsModel): readonly Command[] {
	const { check } = model
	return commandsOf({ group: 'Migration check' }, [
		{
			id: 'check.client',
			keys: ['c'],
			title: model.view === 'check' ? 'next client' : 'check clients',
			description:
				'Check which of the paths a well-known old client reads still work in generation 9; again for the next client.',
			...(model.view === 'check' ? { footer: 2 } : {}),
			run: () => {
				if (model.view === 'check') check.next()
				model.view = 'check'
				model.open()
			},
		},
		{
			id: 'check.file',
			keys: ['i'],
			title: 'own client',
			description: 'Check a client of your own: a JSON file with the jq paths it reads.',
			...(model.view === 'check' ? { footer: 6 } : {}),
			run: () => askClientPaths(model),
		},
	])
}
