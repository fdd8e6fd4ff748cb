import type { Command } from 'commander'
import { UsageError } from './CommandContext.ts'
import { type CommandSpec, exactly } from './defineCommand.ts'

/** `completion` */
export const completion: CommandSpec = {
	name: 'completion',
	args: '[bash|zsh|fish|man]',
	count: exactly(1),
	description: 'print a completion script for a shell, or the manual page',
	examples: ['completion bash', 'completion man'],
	details:
		'  source <(chain-tui completion bash)\n  chain-tui completion zsh > ~/.zfunc/_chain-tui\n  chain-tui completion fish > ~/.config/fish/completions/chain-tui.fish\n  chain-tui completion man > ~/.local/share/man/man1/chain-tui.1',
	run: async (context, [shell = '']) => {
		if (shell === 'man') {
			context.io.stdout(manualPage(context.program))
			return undefined
		}
		if (!isShell(shell)) throw new UsageError(`no completion for ${shell}`, { next: 'Use bash, zsh, fish or man.' })
		context.io.stdout(completionScript(shell, context.program))
	},
}

/** Shells with a completion script. */
type Shell = 'bash' | 'zsh' | 'fish'

/** Whether a text names one of these shells. */
function isShell(text: string): text is Shell {
	return ['bash', 'zsh', 'fish'].includes(text)
}

interface Words {
	/** Path of the command: `tx greet`. */
	readonly path: string
	readonly commands: readonly { readonly name: string; readonly summary: string }[]
	readonly flags: readonly { readonly name: string; readonly summary: string }[]
}

/** Creates a completion script from the command tree: commands and long flags at every depth. */
function completionScript(shell: Shell, program: Command): string {
	const words = [...collect(program, '')]
	const globals = flagsOf(program)
	if (shell === 'fish') return fish(words, globals)
	const cases = words
		.map(({ path, commands, flags }) => {
			const all = [...commands, ...flags, ...globals].map(({ name }) => name)
			return `\t\t'${path}') words='${[...new Set(all)].join(' ')}' ;;`
		})
		.join('\n')
	// Bash takes "=" for a word of its own.
	const valued = [...new Set(valuedFlags(program))].map((flag) => `' ${flag} '`).join('|')
	const body = `_chain_tui() {
	local path='' word words='' previous=''
	for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
		[[ $word == = ]] && continue
		case " $previous " in ${valued}) previous=''; continue ;; esac
		previous="$word"
		case " ${words
			.map(({ path }) => path)
			.filter(Boolean)
			.join(' | ')} " in
			*" \${path:+$path }$word "*) path="\${path:+$path }$word" ;;
		esac
	done
	case "$path" in
${cases}
	esac
	COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _chain_tui chain-tui
`
	if (shell === 'bash') return body
	return `#compdef chain-tui\nautoload -U +X bashcompinit && bashcompinit\n${body}`
}

function fish(words: readonly Words[], globals: Words['flags']): string {
	const lines = ['complete -c chain-tui -f']
	for (const { name, summary } of globals) lines.push(`complete -c chain-tui -l ${name.slice(2)} -d ${quote(summary)}`)
	for (const { path, commands, flags } of words) {
		const at =
			path === ''
				? '__fish_use_subcommand'
				: path
						.split(' ')
						.map((word) => `__fish_seen_subcommand_from ${word}`)
						.join('; and ')
		for (const { name, summary } of commands)
			lines.push(`complete -c chain-tui -n '${at}' -a ${name} -d ${quote(summary)}`)
		if (path === '') continue
		for (const { name, summary } of flags)
			lines.push(`complete -c chain-tui -n '${at}' -l ${name.slice(2)} -d ${quote(summary)}`)
	}
	return `${lines.join('\n')}\n`
}

function* collect(command: Command, path: string): Generator<Words> {
	// An alias, such as q for query, completes as its command does.
	const children = command.commands.flatMap((child) =>
		[child.name(), ...child.aliases()].map((name) => ({ name, child })),
	)
	const commands = children.map(({ name, child }) => ({ name, summary: child.summary() || child.description() }))
	yield { path, commands, flags: flagsOf(command) }
	for (const { name, child } of children) yield* collect(child, path === '' ? name : `${path} ${name}`)
}

/** The manual page (troff with the macros man): every command with its flags and examples. */
function manualPage(program: Command): string {
	const escaped = (text: string): string =>
		text
			.replaceAll('\\', '\\e')
			.replaceAll('-', '\\-')
			.replace(/^(?=[.'])/gm, '\\&')
	const flags = (command: Command): string =>
		command.options
			.filter(({ hidden }) => !hidden)
			.map((option) => `.TP\n.B ${escaped(option.flags)}\n${escaped(option.description)}\n`)
			.join('')
	const section = (command: Command, path: string): string => {
		const inner = command.commands.map((child) => section(child, `${path} ${child.name()}`)).join('')
		if (command.commands.length > 0) return inner
		const text = escaped(command.description()).replaceAll('\n\n', '\n.PP\n').replaceAll('\n  ', '\n.br\n  ')
		return `.SS ${escaped(`${path} ${command.usage()}`)}\n${text}\n${flags(command)}`
	}
	return [
		'.TH CHAIN\\-TUI 1',
		`.SH NAME\nchain\\-tui \\- ${escaped(program.description())}`,
		'.SH SYNOPSIS\n.B chain\\-tui\n[command] [flags]',
		`.SH COMMANDS\n${section(program, 'chain-tui')}`,
		`.SH FLAGS OF EVERY COMMAND\n${flags(program)}`,
	].join('\n')
}

function flagsOf(command: Command): Words['flags'] {
	return command.options
		.filter(({ hidden }) => !hidden)
		.map((option) => ({ name: option.long ?? '', summary: option.description }))
}

/** Flags of all commands behind which a value stands, long and short. */
function* valuedFlags(command: Command): Generator<string> {
	for (const { required, long, short } of command.options) {
		if (required) yield* [long, short].filter((flag) => flag !== undefined)
	}
	for (const child of command.commands) yield* valuedFlags(child)
}

function quote(text: string): string {
	return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
