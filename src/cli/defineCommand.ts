import { type Command, Option } from 'commander'
import type { CliIo } from './CliIo.ts'
import type { CommandContext, Flags } from './CommandContext.ts'
import { UsageError } from './UsageError.ts'

/** A flag: commander's notation, its description and its default, if any. */
export interface FlagSpec {
	readonly flag: string
	readonly description: string
	readonly default?: string
	readonly choices?: readonly string[]
	/** Other name the framework gives the same flag; accepted, not shown. */
	readonly hidden?: boolean
}

/** How many positional arguments a command takes. */
export interface ArgumentRule {
	readonly min: number
	readonly max: number
}

/** One command as data. Nothing heavy may be imported before `run` is called. */
export interface CommandSpec {
	readonly name: string
	/** Positional arguments as the usage line shows them: `[message]`. */
	readonly args?: string
	readonly count?: ArgumentRule
	readonly description: string
	/** More words for the help page. */
	readonly details?: string
	/** Lines that work, without the program's name; the help page and docs/commands.md show them. */
	readonly examples: readonly string[]
	readonly flags?: readonly FlagSpec[]
	readonly aliases?: readonly string[]
	/** Returns the exit code, 0 when nothing. Errors that are thrown become a message and exit code 1. */
	run(context: CommandContext, args: readonly string[]): Promise<number | undefined>
}

/** Exactly `count` arguments; the refusal reads `accepts 1 arg(s), received 0`, as the framework's does. */
export function exactly(count: number): ArgumentRule {
	return { min: count, max: count }
}

/** At least this many arguments. */
export function atLeast(count: number): ArgumentRule {
	return { min: count, max: Number.POSITIVE_INFINITY }
}

/** Adds a command to its parent. */
export function defineCommand(parent: Command, io: CliIo, spec: CommandSpec, finish: (code: number) => void): Command {
	const command = parent
		.command(spec.name)
		.summary(spec.description)
		.description(describe(spec))
		.usage(`${spec.args === undefined ? '' : `${spec.args} `}[flags]`)
		.argument('[args...]')
		.allowExcessArguments()
	for (const alias of spec.aliases ?? []) command.alias(alias)
	for (const flag of spec.flags ?? []) command.addOption(toOption(flag))
	return command.action(async (args: string[]) => {
		checkCount(args.length, spec.count)
		// A flag of its own goes before that of the program of the same name.
		const flags = { ...command.optsWithGlobals(), ...command.opts() } as Flags
		const output = flags.output === 'json' ? 'json' : 'text'
		finish((await spec.run({ io, flags, output, program: rootOf(command) }, args)) ?? 0)
	})
}

/** What the help page begins with: what the command does, more words, lines to try. */
function describe({ description, details, examples }: CommandSpec): string {
	const lines = examples.map((example) => `\n  chain-tui ${example}`).join('')
	const title = examples.length === 1 ? 'Example:' : 'Examples:'
	return [description, ...(details === undefined ? [] : [details]), `${title}${lines}`].join('\n\n')
}

function rootOf(command: Command): Command {
	return command.parent ? rootOf(command.parent) : command
}

/** Commander's form of a flag. */
export function toOption(spec: FlagSpec): Option {
	const option = new Option(spec.flag, spec.description)
	if (spec.default !== undefined) option.default(spec.default)
	if (spec.choices) option.choices([...spec.choices])
	if (spec.hidden) option.hideHelp()
	return option
}

/** Texts of cobra v1.2 args.go, which the framework's commands answer with. */
function checkCount(received: number, rule: ArgumentRule | undefined): void {
	if (!rule || (received >= rule.min && received <= rule.max)) return
	if (rule.min === rule.max) throw new UsageError(`accepts ${rule.min} arg(s), received ${received}`)
	if (received < rule.min) throw new UsageError(`requires at least ${rule.min} arg(s), only received ${received}`)
	throw new UsageError(`accepts between ${rule.min} and ${rule.max} arg(s), received ${received}`)
}
