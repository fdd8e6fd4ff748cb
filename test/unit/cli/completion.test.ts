import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CommandContext } from '../../../src/cli/CommandContext.ts'
import { completion } from '../../../src/cli/completion.ts'
import { toOption } from '../../../src/cli/defineCommand.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-completion-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A small program with what the real one has: groups in groups, an alias, hidden flags, quotes and backslashes. */
function program(): Command {
	const flag = (text: string, description: string, hidden = false) => toOption({ flag: text, description, hidden })
	const all = new Command('chain-tui').description('A chain.').helpCommand(false)
	all.addOption(flag('--home <dir>', "the chain's folder")).addOption(flag('--old', 'gone', true))
	const query = all.command('query').description('asks \\ and reads').alias('q')
	const bank = query.command('bank').description('coins')
	bank.command('total').summary('what there is').description('what there is\n\nIn all.\n\n  - more').usage('[flags]')
	all
		.command('send')
		.summary('gives')
		.description('gives\n\nDetails.')
		.usage('[to] [flags]')
		.addOption(flag('-f, --from <key>', 'who'))
		.addOption(flag('--yes', 'at once'))
		.addOption(flag('--note <text>', 'the same', true))
	return all
}

/** What the command prints for a shell. */
async function printed(shell?: string): Promise<string> {
	let stdout = ''
	const io = { stdout: (text: string) => (stdout += text) }
	const context = { io, program: program() } as unknown as CommandContext
	expect(await completion.run(context, shell === undefined ? [] : [shell])).toBeUndefined()
	return stdout
}

describe('completion of bash', () => {
	let script: string
	beforeAll(async () => {
		script = join(folder, 'chain-tui.bash')
		writeFileSync(script, await printed('bash'))
	})

	test.each([
		['', 'query q send --home'],
		['--home', 'query q send --home'],
		['q', 'bank --home'],
		['query', 'bank --home'],
		['query bank', 'total --home'],
		['q bank total', '--home'],
		['send', '--from --yes --home'],
		// What stands behind a flag with a value is no command.
		['--home send q', 'bank --home'],
		['send --from q', '--from --yes --home'],
		['send -f q', '--from --yes --home'],
		['--home=q query', 'bank --home'],
		// A flag without a value has none.
		['send --yes --from q', '--from --yes --home'],
		// A word that is none of the group changes nothing.
		['query nothing', 'bank --home'],
	])('bash completes "chain-tui %s" with %s', (line, words) => {
		const complete = `source ${script}; COMP_WORDS=(chain-tui ${line} ''); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _chain_tui; echo "\${COMPREPLY[@]}"`
		expect(spawnSync('bash', ['-c', complete], { encoding: 'utf8' }).stdout.trim()).toBe(words)
	})

	test('bash completes the beginning of a word', () => {
		const complete = `source ${script}; COMP_WORDS=(chain-tui se); COMP_CWORD=1; _chain_tui; echo "\${COMPREPLY[@]}"`
		expect(spawnSync('bash', ['-c', complete], { encoding: 'utf8' }).stdout.trim()).toBe('send')
	})

	test('zsh takes the script of bash', async () => {
		expect(await printed('zsh')).toBe(
			`#compdef chain-tui\nautoload -U +X bashcompinit && bashcompinit\n${await printed('bash')}`,
		)
	})
})

test('completion of fish names each command and flag where it stands', async () => {
	expect(await printed('fish')).toBe(`complete -c chain-tui -f
complete -c chain-tui -l home -d 'the chain\\'s folder'
complete -c chain-tui -n '__fish_use_subcommand' -a query -d 'asks \\\\ and reads'
complete -c chain-tui -n '__fish_use_subcommand' -a q -d 'asks \\\\ and reads'
complete -c chain-tui -n '__fish_use_subcommand' -a send -d 'gives'
complete -c chain-tui -n '__fish_seen_subcommand_from query' -a bank -d 'coins'
complete -c chain-tui -n '__fish_seen_subcommand_from query; and __fish_seen_subcommand_from bank' -a total -d 'what there is'
complete -c chain-tui -n '__fish_seen_subcommand_from q' -a bank -d 'coins'
complete -c chain-tui -n '__fish_seen_subcommand_from q; and __fish_seen_subcommand_from bank' -a total -d 'what there is'
complete -c chain-tui -n '__fish_seen_subcommand_from send' -l from -d 'who'
complete -c chain-tui -n '__fish_seen_subcommand_from send' -l yes -d 'at once'
`)
})

test('the manual page has each command once, with its flags, and escapes what troff reads', async () => {
	expect(await printed('man')).toBe(`.TH CHAIN\\-TUI 1
.SH NAME
chain\\-tui \\- A chain.
.SH SYNOPSIS
.B chain\\-tui
[command] [flags]
.SH COMMANDS
.SS chain\\-tui query bank total [flags]
what there is
.PP
In all.
.PP
.br
  \\- more
.SS chain\\-tui send [to] [flags]
gives
.PP
Details.
.TP
.B \\-f, \\-\\-from <key>
who
.TP
.B \\-\\-yes
at once

.SH FLAGS OF EVERY COMMAND
.TP
.B \\-\\-home <dir>
the chain's folder
`)
})

test.each([undefined, 'tcsh', ''])('completion of the shell %j is refused', async (shell) => {
	await expect(printed(shell)).rejects.toMatchObject({
		message: `no completion for ${shell ?? ''}`,
		next: 'Use bash, zsh, fish or man.',
	})
})
