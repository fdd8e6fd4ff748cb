import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { createProgram } from '../../../src/cli/createProgram.ts'
import { settingsOf, specOf } from '../../../src/cli/defineCommand.ts'
import { processIo } from '../../../src/cli/processIo.ts'
import { settings } from '../../../src/node/settings.ts'

// The flags that the framework's node prints in the help of the commands that both have.
const theirs: Readonly<Record<string, readonly string[]>> = JSON.parse(
	readFileSync('test/golden/cli/flags.json', 'utf8'),
)
const program = createProgram(
	processIo(),
	() => {},
	async () => 0,
)
/** Commands of another name here. */
const renamed: Readonly<Record<string, string>> = { 'unsafe-reset-all': 'reset' }

function commandOf(path: string): Command {
	let current = program
	for (const word of (renamed[path] ?? path).split(' ')) current = current.commands.find((one) => one.name() === word)!
	return current
}

/** Whether a command takes a flag, its own, the program's or one of the settings it uses. */
function takes(command: Command, long: string): boolean {
	if (long === '--help' || command.options.some((option) => option.long === long)) return true
	const setting = settings.find(({ flag }) => flag.split(' ')[0] === long)
	if (setting !== undefined) return settingsOf(specOf(command)!).includes(setting.name)
	return program.options.some((option) => option.long === long)
}

const refused = Object.entries(theirs).flatMap(([path, flags]) =>
	flags
		.map((flag) => /--[\w-]+/.exec(flag)![0])
		.filter((long) => !takes(commandOf(path), long))
		.map((long) => ({ path, long })),
)
const sections = readFileSync('docs/chain.md', 'utf8').split(/^## /m)
const table = sections.find((section) => section.startsWith("Flags of the framework's client")) ?? ''
const rows = [...table.matchAll(/^\| (.+?) \| (.+?) \| .+ \|$/gm)]
	.map(([, flags = '', commands = '']) => ({
		flags: [...flags.matchAll(/`(--[\w-]+)`/g)].map(([, flag]) => flag),
		commands: [...commands.matchAll(/`([a-z -]+)`/g)].map(([, command]) => command),
	}))
	.filter(({ flags }) => flags.length > 0)
const told = (path: string, long: string): boolean =>
	rows.some(({ flags, commands }) => flags.includes(long) && (commands.length === 0 || commands.includes(path)))

describe("a flag of the framework's client", () => {
	it("a flag of the framework's client is accepted, or docs/chain.md says what to do instead", () => {
		expect(Object.keys(theirs).length).toBeGreaterThan(20)
		expect(refused.filter(({ path, long }) => !told(path, long)).map(({ path, long }) => `${path} ${long}`)).toEqual([])
	})

	it("a flag of the framework's client that docs/chain.md lists is not accepted", () => {
		const listed = rows.flatMap(({ flags }) => flags)
		expect(listed.length).toBeGreaterThan(5)
		expect(listed.filter((flag) => !refused.some(({ long }) => long === flag))).toEqual([])
	})
})
