import type { Command } from '../../../src/tui/kit/keymap/Command.ts'
import { formatKey } from '../../../src/tui/kit/keymap/formatKey.ts'

/** The keymap as a Markdown table, grouped, for the README. */
export function keymapTable(commands: readonly Command[]): string {
	const groups = new Map<string, Command[]>()
	for (const command of commands) groups.set(command.group, [...(groups.get(command.group) ?? []), command])
	const lines = ['| Key | What it does | Command |', '|---|---|---|']
	for (const [group, members] of groups) {
		lines.push(`| **${group}** | | |`)
		for (const command of members) {
			const keys = command.keys.map((key) => `\`${formatKey(key).replaceAll('|', '\\|')}\``).join(' ')
			lines.push(`| ${keys === '' ? 'palette' : keys} | ${command.description} | \`${command.id}\` |`)
		}
	}
	return `${lines.join('\n')}\n`
}
