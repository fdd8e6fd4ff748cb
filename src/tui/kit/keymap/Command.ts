/**
 * An action of the user, declared once: key dispatcher, footer, `?` help, palette and docs/keys.md are made from these
 * records.
 */
export interface Command {
	/** `<place>.<verb>`, unique. */
	readonly id: string
	/**
	 * Key ids (see Key), or two separated by a blank for a sequence (`g r`). Hints show the first. Empty: palette only.
	 */
	readonly keys: readonly string[]
	/** Title of two or three words for the footer. */
	readonly title: string
	/** Description of one sentence for help and palette. */
	readonly description: string
	readonly group: string
	/** Position in the footer, the smallest first; absent: not in the footer. */
	readonly footer?: number
	/** Hides it in the palette, as for movement keys. */
	readonly hidden?: boolean
	/** True, or the reason it cannot run now, which help and palette show. */
	readonly enabled?: () => true | string
	readonly run: () => void | Promise<void>
}

/** Whether a command can run now. */
export function isEnabled(command: Command): boolean {
	return whyDisabled(command) === ''
}

/** The reason a command cannot run now; empty if it can. */
export function whyDisabled(command: Command): string {
	const answer = command.enabled?.() ?? true
	return answer === true ? '' : answer
}
