import { UserError } from '../../errors/UserError.ts'
import type { Keyring } from '../../keyring/Keyring.ts'
import { type CommandContext, isSet } from '../CommandContext.ts'
import type { CliIo } from '../processIo.ts'

/** Environment variable with the keyring's passphrase, for scripts. */
export const passphraseVariable = 'CHAIN_TUI_PASSPHRASE'

/** Unlocks a keyring with the passphrase of the environment or the prompt. A new passphrase is asked twice. */
export async function unlock(keyring: Keyring, io: CliIo): Promise<void> {
	if (!keyring.isLocked()) return
	const given = io.env[passphraseVariable]
	if (given) return keyring.unlock(given)
	if (!io.interactive) {
		throw new UserError('The keyring needs its passphrase, but there is no terminal to ask for it.', {
			next: `Run the command in a terminal, or set ${passphraseVariable}.`,
		})
	}
	if (!(await keyring.isNew())) return keyring.unlock(await io.prompt('Passphrase of the keyring: ', { hidden: true }))
	await keyring.unlock(await newPassphrase(io, 'New passphrase for the keyring (at least 8 characters): '))
}

/** Reads a passphrase twice. @throws {UserError} if the two differ. */
export async function newPassphrase(io: CliIo, question: string): Promise<string> {
	const first = await io.prompt(question, { hidden: true })
	const second = await io.prompt('Once more: ', { hidden: true })
	if (first === second) return first
	throw new UserError('The two passphrases differ.', { next: 'Run the command again.' })
}

/** Whether the answer to a question, typed or on standard input, is yes. Any other is no. */
export async function saysYes(io: CliIo, question: string): Promise<boolean> {
	const answer = io.interactive ? await io.prompt(question) : await io.readStdin()
	return ['y', 'yes'].includes(answer.trim().toLowerCase())
}

/** Whether the user agrees to lose something, by `--yes` or a typed word. @throws {UserError} without either. */
export async function confirmTyped(context: CommandContext, question: string, word: string): Promise<boolean> {
	if (isSet(context, 'yes')) return true
	if (!context.io.interactive) {
		throw new UserError('This asks before it deletes anything, but there is no terminal to ask on.', {
			next: 'Run the command in a terminal, or add --yes.',
		})
	}
	return (await context.io.prompt(question)).trim() === word
}
