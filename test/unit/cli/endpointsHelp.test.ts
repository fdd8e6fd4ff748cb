import { expect, it } from 'vitest'
import { commandGroups } from '../../../src/cli/commandGroups.ts'

const groups = commandGroups.filter(({ path }) => path[0] === 'endpoints')
const commands = groups.flatMap(({ path, commands }) => commands.map((command) => ({ path, command })))

/** The words of a line as a shell splits them. */
function words(line: string): readonly string[] {
	return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
		([, single, double, plain]) => single ?? double ?? plain ?? '',
	)
}

it.each(commands.map(({ path, command }) => [[...path, command.name].join(' '), path, command] as const))(
	'%s has an example that is a line of its own',
	(_name, path, command) => {
		const example = /\n {2}chain-tui (.*)$/.exec(`\n${command.details}`)?.[1]
		expect(example).toBeDefined()
		const parts = words(example ?? '')
		const own = [...path, command.name]
		expect(parts.slice(0, own.length)).toEqual(own)
		const flags = new Map((command.flags ?? []).map(({ flag }) => [flag.split(' ')[0], / </.test(flag)]))
		flags.set('--home', true)
		let args = 0
		for (let index = own.length; index < parts.length; index++) {
			const word = parts[index] ?? ''
			if (!word.startsWith('--')) args++
			else {
				expect([...flags.keys()]).toContain(word)
				if (flags.get(word)) index++
			}
		}
		expect(args).toBeGreaterThanOrEqual(command.count?.min ?? 0)
		expect(args).toBeLessThanOrEqual(command.count?.max ?? Number.POSITIVE_INFINITY)
	},
)
