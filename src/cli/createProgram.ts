import { Command, type Help, type Option } from 'commander'
import { keyringBackends } from '../keyring/keyringBackends.ts'
import { settings } from '../node/settings.ts'
import { programVersion } from '../node/version.ts'
import { shownInput } from '../util/shownInput.ts'
import { UsageError } from './CommandContext.ts'
import { type CommandGroup, commandGroups } from './commandGroups.ts'
import { commonSettings, defineCommand, type FlagSpec, rootOf, specOf, toOption } from './defineCommand.ts'
import type { CliIo } from './processIo.ts'

/** Flags of the whole program besides the settings of a node. */
const programFlags: readonly FlagSpec[] = [
	{
		flag: '--node <url>',
		description: "node to talk to, such as http://127.0.0.1:26657; the home's own running node when left out",
	},
	{
		flag: '-o, --output <format>',
		description: 'how results are printed: text or json',
		default: 'text',
		choices: ['text', 'json'],
	},
	{
		flag: '--rest-url <url>',
		description: 'REST address of the node of --node, for legacy account forms',
	},
	{
		flag: '--eth-url <url>',
		description: "address of the EVM's JSON-RPC of the node of --node",
	},
	{ flag: '--accessible', description: 'plain lines for screen readers instead of screens' },
	{
		flag: '--keyring-backend <name>',
		description: 'where keys are kept: os, file, test (no passphrase, for tests alone) or memory',
		choices: keyringBackends,
	},
	{ flag: '--keyring-dir <folder>', description: 'folder of the keys; that of the home when left out' },
]

/** Creates the command tree. `finish` receives the exit code; `runApp` starts the app if no command is given. */
export function createProgram(
	io: CliIo,
	finish: (code: number) => void,
	runApp: (flags: Readonly<Record<string, string | boolean | undefined>>) => Promise<number>,
): Command {
	const program = new Command('chain-tui')
	program
		.description('A whole small blockchain in your terminal.')
		.version(programVersion, '-V, --version', 'version of this program')
		.configureOutput({ writeOut: io.stdout, writeErr: () => {} })
		.configureHelp({ formatHelp })
		.helpOption('-h, --help', 'this page')
		.helpCommand(false)
		.argument('[args...]')
		.exitOverride()
	for (const flag of programFlags) program.addOption(toOption(flag))
	for (const setting of settings) program.addOption(toOption({ flag: setting.flag, description: setting.description }))
	for (const group of commandGroups) {
		const parent = groupCommand(program, group)
		for (const spec of group.commands) defineCommand(parent, io, spec, finish)
	}
	program.action(async (args: string[]) => {
		if (args.length > 0) throw unknownCommand(program, args[0]!)
		finish(await runApp(program.opts()))
	})
	return program
}

/** Finds or creates the command that groups others; the group around it stands before it in the list. */
function groupCommand(program: Command, group: CommandGroup): Command {
	let parent = program
	for (const word of group.path) {
		parent = parent.commands.find((child) => child.name() === word) ?? newGroup(parent, word, group)
	}
	return parent
}

function newGroup(parent: Command, word: string, { description, aliases = [] }: CommandGroup): Command {
	const child = parent.command(word).description(description).argument('[args...]').usage('[command]')
	for (const alias of aliases) child.alias(alias)
	return child.action((args: string[]) => {
		if (args.length > 0) throw unknownCommand(child, args[0]!)
		child.outputHelp()
	})
}

/** Error for an unknown command, with the nearest existing one. */
function unknownCommand(parent: Command, word: string): UsageError {
	const near = parent.commands
		.map((child) => ({ name: child.name(), distance: editDistance(child.name(), word) }))
		.filter(({ distance }) => distance <= 2)
		.sort((a, b) => a.distance - b.distance)[0]
	return new UsageError(
		`unknown command "${shownInput(word)}" for "${parent.name()}"`,
		near ? { next: `Did you mean ${near.name}?` } : {},
	)
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, index) => index)
	for (let i = 1; i <= a.length; i++) {
		const next = [i]
		for (let j = 1; j <= b.length; j++) {
			const cost = a[i - 1] === b[j - 1] ? 0 : 1
			next[j] = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + cost)
		}
		row = next
	}
	return row[b.length]!
}

/** A command's help page in the framework's layout: description, usage, commands, flags, global flags. */
function formatHelp(command: Command, helper: Help): string {
	const description = command.description()
	return `${description === '' ? '' : `${description}\n\n`}${formatUsage(command, helper)}`
}

/** The part of the help page from `Usage:` on, which also follows an error. */
function formatUsage(command: Command, helper: Help): string {
	const path = commandPath(command)
	const commands = helper.visibleCommands(command)
	const lines = ['Usage:']
	if (commands.length > 0) {
		lines.push(`  ${path} [flags]`, `  ${path} [command]`, '', 'Available Commands:')
		const width = Math.max(...commands.map((child) => child.name().length))
		for (const child of commands)
			lines.push(`  ${child.name().padEnd(width)} ${child.summary() || child.description()}`)
	} else lines.push(`  ${path} ${command.usage()}`)
	lines.push('', 'Flags:', ...optionLines(helper.visibleOptions(command)))
	if (command.parent) {
		const globals = rootOf(command).options.filter((option) => isGlobal(option, command))
		lines.push('', 'Global Flags:', ...optionLines(globals))
	}
	if (commands.length > 0) lines.push('', `Use "${path} [command] --help" for more information about a command.`)
	return `${lines.join('\n')}\n`
}

/** The full path of a command: `chain-tui tx greet create-greeting`. */
export function commandPath(command: Command): string {
	return command.parent ? `${commandPath(command.parent)} ${command.name()}` : command.name()
}

/** Flags that apply to every command; a command names the others that it uses. */
const globalFlagNames: ReadonlySet<string> = new Set(['node', 'output', ...commonSettings])

function isGlobal(option: Option, command: Command): boolean {
	const name = option.attributeName()
	return globalFlagNames.has(name) || (specOf(command)?.settings ?? []).some((used) => used === name)
}

function optionLines(options: readonly Option[]): string[] {
	const names = options.map((option) => {
		const [first = '', second] = option.flags.split(', ')
		return second === undefined ? `    ${first}` : `${first}, ${second}`
	})
	const width = Math.max(...names.map((name) => name.length))
	return options.map((option, index) => {
		const fallback = option.defaultValue === undefined ? '' : ` (default ${JSON.stringify(option.defaultValue)})`
		return `  ${names[index]!.padEnd(width)}   ${option.description}${fallback}`
	})
}
