import type { Command } from 'commander'
import { UserError } from '../errors/UserError.ts'
import type { CliIo } from './processIo.ts'

/** Values of all flags that were given or have a default, under their camelCase names. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>

/** Context of a running command. */
export interface CommandContext {
	readonly io: CliIo
	readonly flags: Flags
	/** `text` (YAML, as the framework prints) or `json`. */
	readonly output: 'text' | 'json'
	/** The complete command tree. */
	readonly program: Command
}

/** The text of a flag; undefined if it was not given. */
export function textFlag(context: CommandContext, name: string): string | undefined {
	const value = context.flags[name]
	return typeof value === 'string' ? value : undefined
}

/** Whether a flag without a value was given. */
export function isSet(context: CommandContext, name: string): boolean {
	return context.flags[name] === true
}

/** Whether a person reads what is printed, and did not ask for JSON. */
export function isForPeople({ io, output }: CommandContext): boolean {
	return io.onTerminal === true && output === 'text'
}

/** A wrong call of a command. The message names its help page. */
export class UsageError extends UserError {}

/** Resolves when the user or the system stops the program. */
export function untilStopped({ stopped }: Pick<CliIo, 'stopped'>): Promise<void> {
	return new Promise((resolve) => {
		if (stopped.aborted) resolve()
		stopped.addEventListener('abort', () => resolve())
	})
}
