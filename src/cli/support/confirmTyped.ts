import { UserError } from '../../errors/UserError.ts'
import { type CommandContext, isSet } from '../CommandContext.ts'

/**
 * Whether the user agrees to lose something: by `--yes`, or by typing a word.
 *
 * @throws {UserError} if there is neither the flag nor a terminal.
 */
export async function confirmTyped(context: CommandContext, question: string, word: string): Promise<boolean> {
	if (isSet(context, 'yes')) return true
	if (!context.io.interactive) {
		throw new UserError('This asks before it deletes anything, but there is no terminal to ask on.', {
			next: 'Run the command in a terminal, or add --yes.',
		})
	}
	return (await context.io.prompt(question)).trim() === word
}
