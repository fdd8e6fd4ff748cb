import type { Command } from 'commander'

/** Shells with a completion script. */
export type Shell = 'bash' | 'zsh' | 'fish'

/** Whether a text names one of these shells. */
export function isShell(text: string): text is Shell {
	return ['bash', 'zsh', 'fish'].includes(text)
}

interface Words {
	/** Path of the command: `tx greet`. */
	readonly path: string
	readonly commands: readonly { readonly name: string; readonly summary: string }[]
	readonly flags: readonly { readonly name: string; readonly summary: string }[]
}

/** Creates a completion script from the command tree: commands and long flags at every depth. */
export function completionScript(shell: Shell, program: Command): string {
	const words = [...collect(program, '')]
	const globals = flagsOf(program)
	if (shell === 'fish') return fish(words, globals)
	const cases = words
		.map(({ path, commands, flags }) => {
			const all = [...commands, ...flags, ...globals].map(({ name }) => name)
			return `\t\t'${path}') words='${[...new Set(all)].join(' ')}' ;;`
		})
		.join('\n')
	const body = `_chain_tui() {
	local path='' word words='' previous=''
	for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
		case "$previous" in --*) previous=''; [[ $word != -* ]] && continue ;; esac
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
	const commands = command.commands.map((child) => ({
		name: child.name(),
		summary: child.summary() || child.description(),
	}))
	yield { path, commands, flags: flagsOf(command) }
	for (const child of command.commands) yield* collect(child, path === '' ? child.name() : `${path} ${child.name()}`)
}

function flagsOf(command: Command): Words['flags'] {
	return command.options
		.filter((option) => !option.hidden && option.long)
		.map((option) => ({ name: option.long ?? '', summary: option.description }))
}

function quote(text: string): string {
	return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
