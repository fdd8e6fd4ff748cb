import { type Command, CommanderError, type Option } from 'commander'
import { looksSecret, withheld } from '../util/shownInput.ts'
import { UsageError } from './CommandContext.ts'
import { commandPath, createProgram } from './createProgram.ts'
import { type CliIo, faultText } from './processIo.ts'
import { runApp } from './runApp.ts'

/** Runs one command line and returns its exit code: 0, or 1 with `Error: <what happened>` and next step on stderr. */
export async function runCli(argv: readonly string[], io: CliIo): Promise<number> {
	let code = 0
	const program = createProgram(
		io,
		(result) => {
			code = result
		},
		(flags) => runApp(flags, io),
	)
	keepOwnFlags(program, calledCommand(program, argv), argv)
	try {
		await program.parseAsync([...argv], { from: 'user' })
		return code
	} catch (error) {
		if (error instanceof CommanderError && error.exitCode === 0) return 0
		io.stderr(withoutSecrets(explain(error, calledCommand(program, argv)), argv))
		return 1
	}
}

/** Commander reads a flag of both program and command as the program's; after the command it is the command's. */
function keepOwnFlags(program: Command, called: Command, argv: readonly string[]): void {
	if (called === program) return
	const before = argv.slice(0, argv.indexOf(called.name())).map((word) => word.split('=')[0])
	const own = new Set(called.options.map(({ long }) => long).filter((long) => !before.includes(long ?? '')))
	const shared = program.options as Option[]
	for (const option of [...shared]) {
		if (own.has(option.long)) shared.splice(shared.indexOf(option), 1)
	}
}

/** Removes arguments that look like secrets from an error; transaction hashes and 0x accounts look like keys. */
function withoutSecrets(text: string, argv: readonly string[]): string {
	let shown = text.replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/@]*:[^\s/]*@/gi, '$1***@')
	const isQuery = ['q', 'query', 'trace'].some((word) => argv.includes(word))
	for (const word of argv) {
		const isPublic = /^0x[0-9a-f]{40}$/i.test(word) || (isQuery && /^(0x)?[0-9a-f]{64}$/i.test(word))
		if (looksSecret(word) && !isPublic) {
			shown = shown.replaceAll(word, withheld)
		}
	}
	return shown
}

function explain(error: unknown, command: Command): string {
	if (error instanceof CommanderError) return misused(commanderText(error), '', command)
	if (error instanceof UsageError) return misused(error.message, error.next, command)
	return faultText(error)
}

/** Error text of a wrong call in one line, with a pointer to the usage, which would push the line off the screen. */
function misused(message: string, next: string, command: Command): string {
	return `Error: ${message}\n${next === '' ? '' : `${next} `}See ${commandPath(command)} --help.\n`
}

/** Texts of the framework's command line (cobra, pflag) for commander's errors. */
function commanderText(error: CommanderError): string {
	const option = /'(?:-\w, )?(-{1,2}[\w-]+)[^']*'/.exec(error.message)?.[1] ?? ''
	switch (error.code) {
		case 'commander.unknownOption':
			return `unknown flag: ${option}`
		case 'commander.optionMissingArgument':
			return `flag needs an argument: ${option}`
		default:
			return error.message.replace(/^error: /, '')
	}
}

/** The command that a command line names. */
function calledCommand(program: Command, argv: readonly string[]): Command {
	let current = program
	for (const word of argv) {
		const child = current.commands.find((candidate) => candidate.name() === word || candidate.aliases().includes(word))
		if (child) current = child
	}
	return current
}
