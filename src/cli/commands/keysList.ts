import type { CommandSpec } from '../defineCommand.ts'
import { keyringFlag, openKeys } from '../support/home.ts'

/** `keys list` */
export const keysList: CommandSpec = {
	name: 'list',
	description: 'list all keys',
	examples: ['keys list'],
	flags: [{ flag: '-n, --list-names', description: 'names only' }, keyringFlag],
	run: async (context) => {
		const { printKeys } = await import('../support/printKeys.ts')
		const keys = await (await openKeys(context)).list()
		if (context.flags.listNames !== true) return printKeys(context, keys)
		context.io.stdout(keys.map((key) => `${key.name}\n`).join(''))
		return undefined
	},
}
