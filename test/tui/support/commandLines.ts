import type { CommandRecord } from '../../../src/tui/kit/keymap/Command.ts'

/** A command in a line: its first key, its title, its place in the footer, and why it is off. */
export function commandLines(commands: readonly CommandRecord[]): readonly string[] {
	return commands.map(({ keys, title, footer, enabled }) => {
		const off = enabled?.() ?? true
		return [keys[0], title, ...(footer === undefined ? [] : [footer]), ...(off === true ? [] : [`✗ ${off}`])].join(
			' · ',
		)
	})
}

/** A command of a list by the end of its id. */
export function commandOf(commands: readonly CommandRecord[], verb: string): CommandRecord {
	const found = commands.find(({ id }) => id.endsWith(`.${verb}`))
	if (found === undefined) throw new Error(`there is no command ${verb}`)
	return found
}
