/** An action of the user, declared once: dispatcher, footer, `?` help, palette and docs/keys.md come from these. */
export interface Command {
	/** `<place>.<verb>`, unique. */
	readonly id: string
	/** Key ids (see Key), two with a blank between for a sequence (`g r`); hints show the first. Empty: palette only. */
	readonly keys: readonly string[]
	/** Title of two or three words for the footer. */
	readonly title: string
	/** Description of one sentence for help and palette. */
	readonly description: string
	readonly group: string
	/** Position in the footer, the smallest first; absent: not in the footer. */
	readonly footer?: number | undefined
	/** Hides it in the palette, as for movement keys. */
	readonly hidden?: boolean
	/** True, or the reason it cannot run now, which help and palette show. */
	readonly enabled?: () => true | string
	readonly run: () => void | Promise<void>
}

/** A command as a place declares it: what its group says for all is left out. */
export type CommandRecord = Omit<Command, 'group'> & Partial<Pick<Command, 'group'>>

/** Commands of one place, with what they have in common said once. */
export function commandsOf(
	shared: Pick<Command, 'group'> & Partial<Pick<Command, 'hidden' | 'enabled'>>,
	commands: readonly CommandRecord[],
): readonly Command[] {
	return commands.map((command) => ({ ...shared, ...command }))
}

/** Whether a command can run now. */
export function isEnabled(command: Pick<Command, 'enabled'>): boolean {
	return whyDisabled(command) === ''
}

/** The reason a command cannot run now; empty if it can. */
export function whyDisabled(command: Pick<Command, 'enabled'>): string {
	const answer = command.enabled?.() ?? true
	return answer === true ? '' : answer
}
