import { UserError } from '../../errors/UserError.ts'
import { atLeast, type CommandSpec } from '../defineCommand.ts'
import { confirmTyped } from '../support/confirmTyped.ts'
import { keyringFlag, openKeys } from '../support/home.ts'

/** `keys delete` */
export const keysDelete: CommandSpec = {
	name: 'delete',
	args: '[name]...',
	count: atLeast(1),
	description: 'delete keys; without their words or an export they are lost',
	examples: ['keys delete alice'],
	flags: [{ flag: '-y, --yes', description: 'do not ask' }, keyringFlag],
	run: async (context, names) => {
		const keyring = await openKeys(context)
		for (const name of names) {
			const key = await keyring.get(name)
			if (!key) throw new UserError(`${name}: key not found`, { next: 'See the names with `chain-tui keys list`.' })
			if (!(await confirmTyped(context, `Type the name of the key to delete it (${key.name}): `, key.name))) {
				throw new UserError('The key was not deleted: another name was typed.')
			}
			await keyring.delete(key.name)
			context.io.stderr(`Key ${key.name} was deleted\n`)
		}
		return undefined
	},
}
