import { expect, it } from 'vitest'
import { commandGroups } from '../../../src/cli/commandGroups.ts'
import type { CommandSpec } from '../../../src/cli/defineCommand.ts'
import { settings } from '../../../src/node/settings.ts'

const programFlags = ['--node <url>', '--output <format>', ...settings.map(({ flag }) => flag)]

/** Where each command hangs; one that hangs in several places has several. */
const places = new Map<CommandSpec, string[][]>()
for (const { path, commands, aliases } of commandGroups) {
	for (const command of commands) {
		const own = [...path, command.name]
		const short = (aliases ?? (path[0] === 'query' ? ['q'] : [])).map((alias) => [alias, ...own.slice(1)])
		places.set(command, [...(places.get(command) ?? []), own, ...short])
	}
}

/** The words of a line as a shell splits them. */
function words(line: string): readonly string[] {
	return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
		([, single, double, plain]) => single ?? double ?? plain ?? '',
	)
}

it.each([...places].map(([command, paths]) => [paths[0]!.join(' '), command, paths] as const))(
	'%s has examples that are lines of its own',
	(_name, command, paths) => {
		expect(command.examples.length).toBeGreaterThan(0)
		for (const example of command.examples) {
			const parts = words(example)
			const own = paths.find((path) => path.every((word, index) => parts[index] === word))
			expect(own, example).toBeDefined()
			const flags = new Map<string, boolean>()
			for (const flag of [...programFlags, ...(command.flags ?? []).map((spec) => spec.flag)]) {
				for (const word of flag.split(' <')[0]!.split(', ')) flags.set(word, flag.includes(' <'))
			}
			let args = 0
			for (let index = own!.length; index < parts.length; index++) {
				const word = parts[index] ?? ''
				if (!word.startsWith('-')) args++
				else {
					expect([...flags.keys()]).toContain(word)
					if (flags.get(word)) index++
				}
			}
			expect(args, example).toBeGreaterThanOrEqual(command.count?.min ?? 0)
			expect(args, example).toBeLessThanOrEqual(command.count?.max ?? (command.args === undefined ? 0 : 9))
		}
	},
)
