/**
 * Something a user can do, written once: the key dispatcher, the footer, `?` help, the palette and the README's table
 * are all made from these records.
 */
export interface Command {
	/** `<place>.<verb>`, unique. */
	readonly id: string
	/** Key ids (see Key), or two with a blank between them for one after the other (`g r`); hints name the first. Empty: palette only. */
	readonly keys: readonly string[]
	/** Two or three words for the footer. */
	readonly title: string
	/** One sentence for help and palette. */
	readonly description: string
	readonly group: string
	/** Place in the footer, smallest first; absent: not in the footer. */
	readonly footer?: number
	/** Left out of the palette: moving keys and the like. */
	readonly hidden?: boolean
	/** True, or why it cannot be done now (shown in help and palette). */
	readonly enabled?: () => true | string
	readonly run: () => void | Promise<void>
}

/** Whether a command can run now. */
export function isEnabled(command: Command): boolean {
	return whyDisabled(command) === ''
}

/** Why a command cannot run now; empty when it can. */
export function whyDisabled(command: Command): string {
	const answer = command.enabled?.() ?? true
	return answer === true ? '' : answer
}
