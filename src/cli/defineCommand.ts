import { type Command, Option } from 'commander'
import { type SettingName, settings } from '../node/settings.ts'
import { type CommandContext, type Flags, UsageError } from './CommandContext.ts'
import type { CliIo } from './processIo.ts'
import { withNamedNode } from './support/savedPlaces.ts'

/** A flag: commander's notation, its description and its default, if any. */
export interface FlagSpec {
	readonly flag: string
	readonly description: string
	readonly default?: string
	readonly choices?: readonly string[]
	/** An alias of the framework for the same flag; accepted, but not shown. */
	readonly hidden?: boolean
}

/** Number of positional arguments of a command. */
export interface ArgumentRule {
	readonly min: number
	readonly max: number
}

/** A command as data. Heavy modules are imported only inside `run`. */
export interface CommandSpec {
	readonly name: string
	/** Positional arguments as the usage line shows them: `[message]`. */
	readonly args?: string
	readonly count?: ArgumentRule
	readonly description: string
	/** Additional text of the help page. */
	readonly details?: string
	/** Examples that work, without the program's name. The help page and docs/commands.md show them. */
	readonly examples: readonly string[]
	readonly flags?: readonly FlagSpec[]
	/** Settings of a node the command uses, besides home and the chain's names; others are refused, doing nothing. */
	readonly settings?: readonly SettingName[]
	/** Runs the command and returns its exit code, or nothing for 0. A thrown error becomes a message and exit code 1. */
	run(context: CommandContext, args: readonly string[]): Promise<number | undefined>
}

/** Requires exactly `count` arguments. The error reads `accepts 1 arg(s), received 0`, as in the framework. */
export function exactly(count: number): ArgumentRule {
	return { min: count, max: count }
}

/** Requires at least this many arguments. */
export function atLeast(count: number): ArgumentRule {
	return { min: count, max: Number.POSITIVE_INFINITY }
}

const specs = new WeakMap<Command, CommandSpec>()

/** The record of a command; undefined for the program and for groups. */
export function specOf(command: Command): CommandSpec | undefined {
	return specs.get(command)
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
	specs.set(command, spec)
	for (const flag of spec.flags ?? []) command.addOption(toOption(flag))
	return command.action(async (args: string[]) => {
		checkCount(args.length, spec.count)
		refuseIdleSettings(rootOf(command), spec)
		// A command's own flag takes precedence over a program flag of the same name.
		const flags = await withNamedNode({ ...command.optsWithGlobals(), ...command.opts() } as Flags, io)
		const output = flags.output === 'json' ? 'json' : 'text'
		// Scripts name the home on every line.
		const read = new Set<string | symbol>(['output', 'home'])
		const noted = new Proxy(flags, { get: (all, name) => Reflect.get(read.add(name) && all, name) })
		const code = (await spec.run({ io, flags: noted, output, program: rootOf(command) }, args)) ?? 0
		for (const flag of idleFlags(rootOf(command), read))
			io.stderr(`${flag} did nothing for ${spec.name}: leave it out.\n`)
		finish(code)
	})
}

/** Flags of the whole program that were given, and that a command did not look at. */
function idleFlags(program: Command, read: ReadonlySet<string | symbol>): string[] {
	const given = program.options.filter((option) => program.getOptionValueSource(option.attributeName()) === 'cli')
	return given.filter((option) => !read.has(option.attributeName())).map(({ long }) => long ?? '')
}

/** Settings that every command takes: where the home is, and the names of a chain. */
export const commonSettings: readonly SettingName[] = ['home', 'chainId', 'prefix', 'denom', 'coinType', 'aminoBrand']

/** Settings of a node that a command takes as flags. */
export function settingsOf(spec: CommandSpec): readonly SettingName[] {
	return [...commonSettings, ...(spec.settings ?? [])]
}

/** A flag that does nothing misleads. @throws {UsageError} for a setting that the command does not use. */
function refuseIdleSettings(program: Command, spec: CommandSpec): void {
	const used = settingsOf(spec)
	for (const { name, flag } of settings) {
		if (program.getOptionValueSource(name) !== 'cli' || used.includes(name)) continue
		throw new UsageError(`${flag.split(' ')[0]} does nothing for ${spec.name}`, {
			next: 'Leave it out. Settings of a node are flags of `start`, or kept with `chain-tui config`.',
		})
	}
}

/** The start of the help page: description, details, examples. */
function describe({ description, details, examples }: CommandSpec): string {
	const lines = examples.map((example) => `\n  chain-tui ${example}`).join('')
	const title = examples.length === 1 ? 'Example:' : 'Examples:'
	return [description, ...(details === undefined ? [] : [details]), `${title}${lines}`].join('\n\n')
}

/** The program of a command. */
export function rootOf(command: Command): Command {
	return command.parent ? rootOf(command.parent) : command
}

/** Converts a flag to a commander option. */
export function toOption(spec: FlagSpec): Option {
	const option = new Option(spec.flag, spec.description)
	if (spec.default !== undefined) option.default(spec.default)
	if (spec.choices) option.choices([...spec.choices])
	if (spec.hidden) option.hideHelp()
	return option
}

/** Texts of cobra v1.2 args.go, which the framework's commands use. */
function checkCount(received: number, rule: ArgumentRule | undefined): void {
	if (!rule || (received >= rule.min && received <= rule.max)) return
	const { min, max } = rule
	if (max === Number.POSITIVE_INFINITY) {
		throw new UsageError(`requires at least ${min} arg(s), only received ${received}`)
	}
	const takes =
		min === max ? `accepts ${min}` : min === 0 ? `accepts at most ${max}` : `accepts between ${min} and ${max}`
	throw new UsageError(`${takes} arg(s), received ${received}`)
}
