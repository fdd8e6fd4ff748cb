import { UserError } from '../../errors/UserError.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { homeConfig } from '../support/home.ts'

/** `config` */
export const config: CommandSpec = {
	name: 'config',
	args: '[name] [value]',
	count: { min: 0, max: 2 },
	description: 'show the settings of the home, or change one for later starts',
	examples: ['config', 'config block-interval 500ms'],
	details:
		'Without arguments it prints the settings in force and where each comes from. A setting is named like its flag or as printed. An empty value takes it back to its default.',
	run: async (context, [given, value]) => {
		const { readHomeConfig, writeHomeConfig } = await import('../../node/home/home.ts')
		const { settings } = await import('../../node/settings.ts')
		const { resolveNodeConfig } = await import('../../node/resolveNodeConfig.ts')
		const { withoutPassword } = await import('../../endpoints/storage/parseDatabaseUrl.ts')
		const all = settings.filter(({ name }) => !['home', 'genesis'].includes(name))
		// What the environment says is shown also where a start refuses it, such as the id of another chain.
		const unset = Object.fromEntries(all.map(({ env }) => [env, undefined]))
		const { home } = homeConfig({ ...context, io: { ...context.io, env: { ...context.io.env, ...unset } } })
		const stored = readHomeConfig(home)
		if (given === undefined) {
			await printResult(context, Object.fromEntries([['home', { value: home, from: 'home' }], ...shown()]))
			return undefined
		}
		const setting = all.find((one) => one.name === given || flagName(one.flag) === given)
		if (setting === undefined) {
			throw new UserError(`There is no setting ${given} to keep.`, {
				next: `Settings: ${all.map(({ flag }) => flagName(flag)).join(', ')}.`,
			})
		}
		const { name } = setting
		if (value === undefined) {
			await printResult(context, Object.fromEntries(shown().filter(([key]) => key === name)))
			return undefined
		}
		const { [name]: before, ...others } = stored
		const next = value === '' ? others : { ...others, [name]: value }
		if ('fixed' in setting && before !== undefined && before !== value) {
			throw new UserError(`The ${name} of a chain cannot change: it is ${before}.`, {
				next: 'Choose another folder with --home.',
			})
		}
		// Resolves the values as a start would, so that a bad value is refused before it is saved.
		resolveNodeConfig({ ...next, home: `${home}/.never` }, {})
		writeHomeConfig(home, next)
		context.io.stderr(`${name} is ${value === '' ? 'the default' : withoutPassword(value)} from the next start on\n`)
		return undefined

		function shown(): [string, { value: string | undefined; from: string }][] {
			return all.map(({ name, env, default: usual }) => {
				const now = context.io.env[env]
				if (now) return [name, { value: withoutPassword(now), from: env }]
				const kept = stored[name]
				if (kept !== undefined) return [name, { value: withoutPassword(kept), from: 'config.json' }]
				return [name, { value: usual ?? '', from: 'default' }]
			})
		}
	},
}

/** `--block-interval <time>` is `block-interval`. */
function flagName(flag: string): string {
	return flag.slice(2).split(' ')[0]!
}
