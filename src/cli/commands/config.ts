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
		'Without arguments it prints the settings in force and where each comes from. An empty value takes a setting back to its default.',
	run: async (context, [name, value]) => {
		const { readHomeConfig, writeHomeConfig } = await import('../../node/home.ts')
		const { settings } = await import('../../node/settings.ts')
		const { resolveNodeConfig } = await import('../../node/resolveNodeConfig.ts')
		const { withoutPassword } = await import('../../endpoints/storage/withoutPassword.ts')
		const { home } = homeConfig(context)
		const stored = readHomeConfig(home)
		if (name === undefined) {
			await printResult(context, Object.fromEntries([['home', { value: home, from: 'home' }], ...shown()]))
			return undefined
		}
		const setting = settings.find((candidate) => candidate.name === name)
		if (!setting || name === 'home' || name === 'genesis') {
			throw new UserError(`There is no setting ${name} to keep.`, {
				next: `Settings: ${settings
					.map((candidate) => candidate.name)
					.filter((other) => !['home', 'genesis'].includes(other))
					.join(', ')}.`,
			})
		}
		if (value === undefined) {
			await printResult(context, Object.fromEntries(shown().filter(([key]) => key === name)))
			return undefined
		}
		const { [setting.name]: before, ...others } = stored
		const next = value === '' ? others : { ...others, [setting.name]: value }
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
			return settings
				.filter((candidate) => !['home', 'genesis'].includes(candidate.name))
				.map((candidate) => {
					const given = context.io.env[candidate.env]
					if (given !== undefined && given !== '')
						return [candidate.name, { value: withoutPassword(given), from: candidate.env }]
					const kept = stored[candidate.name]
					if (kept !== undefined) return [candidate.name, { value: withoutPassword(kept), from: 'config.json' }]
					return [candidate.name, { value: candidate.default ?? '', from: 'default' }]
				})
		}
	},
}
