import { UserError } from '../../errors/UserError.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { keyringFlag, openKeys } from '../support/home.ts'

/** `keys show` */
export const keysShow: CommandSpec = {
	name: 'show',
	args: '[name_or_address]',
	count: exactly(1),
	description: 'show a key',
	examples: ['keys show alice --address'],
	flags: [{ flag: '-a, --address', description: 'the address only' }, keyringFlag],
	run: async (context, [name = '']) => {
		const { printKeys } = await import('../support/printKeys.ts')
		const key = await (await openKeys(context)).get(name)
		if (!key)
			throw new UserError(`${name} is not a valid name or address: key not found`, {
				next: 'See `chain-tui keys list`.',
			})
		if (context.flags.address !== true) return printKeys(context, [key], true)
		context.io.stdout(`${key.address}\n`)
		return undefined
	},
}
