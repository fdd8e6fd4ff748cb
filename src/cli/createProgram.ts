import { Command } from 'commander'
import { settings } from '../node/settings.ts'
import { programVersion } from '../node/version.ts'
import type { CliIo } from './CliIo.ts'
import { type CommandGroup, commandGroups } from './commandGroups.ts'
import { defineCommand, type FlagSpec, toOption } from './defineCommand.ts'
import { formatHelp } from './formatHelp.ts'
import { unknownCommand } from './unknownCommand.ts'

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
		description: 'where keys are kept: os, file or memory',
		choices: ['os', 'file', 'memory'],
	},
]

/**
 * Creates the command tree. `finish` receives the exit code of the command; `runApp` starts the terminal app if no
 * command is given.
 */
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

/** Finds or creates the command that groups others. */
function groupCommand(program: Command, group: CommandGroup): Command {
	let parent = program
	for (const [depth, word] of group.path.entries()) {
		const existing = parent.commands.find((child) => child.name() === word)
		const last = depth === group.path.length - 1
		const child = existing ?? newGroup(parent, word, last ? group : undefined)
		parent = child
	}
	return parent
}

function newGroup(parent: Command, word: string, group: CommandGroup | undefined): Command {
	const child = parent
		.command(word)
		.description(group?.description ?? '')
		.argument('[args...]')
		.usage('[command]')
	for (const alias of group?.aliases ?? []) child.alias(alias)
	return child.action((args: string[]) => {
		if (args.length > 0) throw unknownCommand(child, args[0]!)
		child.outputHelp()
	})
}
