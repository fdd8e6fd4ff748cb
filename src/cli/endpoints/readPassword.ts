import { UserError } from '../../errors/UserError.ts'
import type { CommandContext } from '../CommandContext.ts'

/**
 * Reads a password: typed hidden, twice for a new one, or the first line of standard input. Never an argument.
 *
 * @throws {UserError} if the two differ, or without an input.
 */
export async function readPassword(context: CommandContext, question: string, isNew = false): Promise<string> {
	const { io } = context
	if (!io.interactive) return (await io.readStdin()).split(/\r?\n/)[0]!
	const password = await io.prompt(`${question}: `, { hidden: true })
	if (isNew && (await io.prompt('The same again: ', { hidden: true })) !== password) {
		throw new UserError('The two passwords differ.', { next: 'Run the command again.' })
	}
	return password
}
