import { readdirSync, readFileSync } from 'node:fs'
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

/** Whether a line names a command with flags and a number of arguments that it takes. */
function expectRight(line: string): void {
	const parts = words(line)
	const fits = [...places].filter(([, paths]) => paths.some((path) => path.every((word, at) => parts[at] === word)))
	const depth = (paths: readonly string[][]) => Math.max(...paths.map((path) => path.length))
	const [command, paths] = fits.sort(([, one], [, other]) => depth(other) - depth(one))[0] ?? []
	expect(command, line).toBeDefined()
	const own = paths!.find((path) => path.every((word, index) => parts[index] === word))!
	const flags = new Map<string, boolean>()
	for (const flag of [...programFlags, ...(command!.flags ?? []).map((spec) => spec.flag)]) {
		for (const word of flag.split(' <')[0]!.split(', ')) flags.set(word, flag.includes(' <'))
	}
	let args = 0
	for (let index = own.length; index < parts.length; index++) {
		const word = parts[index] ?? ''
		if (!word.startsWith('-')) args++
		else {
			expect([...flags.keys()], line).toContain(word)
			if (flags.get(word)) index++
		}
	}
	expect(args, line).toBeGreaterThanOrEqual(command!.count?.min ?? 0)
	expect(args, line).toBeLessThanOrEqual(command!.count?.max ?? (command!.args === undefined ? 0 : 9))
}

it.each([...places].map(([command, paths]) => [paths[0]!.join(' '), command, paths] as const))(
	'%s has examples that are lines of its own',
	(_name, command, paths) => {
		expect(command.examples.length).toBeGreaterThan(0)
		for (const example of command.examples) {
			const parts = words(example)
			expect(
				paths.find((path) => path.every((word, index) => parts[index] === word)),
				example,
			).toBeDefined()
			expectRight(example)
		}
	},
)

const pages = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)].filter((name) => name.endsWith('.md'))
const lines = pages.flatMap((page) =>
	[...readFileSync(page, 'utf8').matchAll(/^ {4}(?:node bin\/chain-tui\.js|chain-tui) (.+?)(?: +#.*)?$/gm)].map(
		([, line = '']) => [page, line] as const,
	),
)

it('README and docs have command lines to check', () => {
	expect(lines.length).toBeGreaterThan(20)
})

it.each(lines)('%s has only command lines that the program takes: %s', (_page, line) => {
	expectRight(line)
})
