import { readFile } from 'node:fs/promises'
import { UserError } from '../../errors/UserError.ts'
import { looksSecret, shownInput } from '../../util/shownInput.ts'
import type { CliIo } from '../CliIo.ts'

/**
 * Reads a file, or standard input for `-`.
 *
 * @throws {UserError} if it cannot be read.
 */
export async function readInput(io: CliIo, file: string): Promise<string> {
	if (file === '-') return io.readStdin()
	try {
		return await readFile(file, 'utf8')
	} catch (cause) {
		throw new UserError(`The file ${shownInput(file)} cannot be read.`, {
			why: cause instanceof Error && !looksSecret(file) ? cause.message : '',
			next: 'Check the path, or give - to read from standard input.',
			cause,
		})
	}
}
