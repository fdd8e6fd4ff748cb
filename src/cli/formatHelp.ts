import type { Command, Help, Option } from 'commander'
import { commonSettings, specOf } from './defineCommand.ts'

/** A command's help page in the framework's layout: description, usage, commands, flags, global flags. */
export function formatHelp(command: Command, helper: Help): string {
	const description = command.description()
	return `${description === '' ? '' : `${description}\n\n`}${formatUsage(command, helper)}`
}

/** The part of the help page from `Usage:` on, which also follows an error. */
function formatUsage(command: Command, helper: Help): string {
	const path = commandPath(command)
	const commands = helper.visibleCommands(command).filter((child) => child.name() !== 'help')
	const lines = ['Usage:']
	if (commands.length > 0) lines.push(`  ${path} [flags]`, `  ${path} [command]`)
	else lines.push(`  ${path} ${command.usage()}`)
	if (commands.length > 0) {
		lines.push('', 'Available Commands:')
		const width = Math.max(...commands.map((child) => child.name().length))
		for (const child of commands)
			lines.push(`  ${child.name().padEnd(width)} ${child.summary() || child.description()}`)
	}
	lines.push('', 'Flags:', ...optionLines(helper.visibleOptions(command)))
	const globals = command.parent ? rootOf(command).options.filter((option) => isGlobal(option, command)) : []
	if (globals.length > 0) lines.push('', 'Global Flags:', ...optionLines(globals))
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
	if (option.hidden || option.long === '--version') return false
	const name = option.attributeName()
	return globalFlagNames.has(name) || (specOf(command)?.settings ?? []).some((used) => used === name)
}

function rootOf(command: Command): Command {
	return command.parent ? rootOf(command.parent) : command
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
