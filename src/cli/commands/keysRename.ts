import { type CommandSpec, exactly } from '../defineCommand.ts'
import { keyringFlag, openKeys } from '../support/home.ts'

/** `keys rename` */
export const keysRename: CommandSpec = {
	name: 'rename',
	args: '[old_name] [new_name]',
	count: exactly(2),
	description: 'rename a key',
	examples: ['keys rename alice eve'],
	flags: [keyringFlag],
	run: async (context, [from = '', to = '']) => {
		await (await openKeys(context)).rename(from, to)
		context.io.stderr(`Key was renamed from ${from} to ${to}\n`)
		return undefined
	},
}
