import { readFile } from 'node:fs/promises'
import { UserError } from '../../errors/UserError.ts'
import { looksSecret, shownInput } from '../../util/shownInput.ts'
import type { CliIo } from '../processIo.ts'

/**
 * Reads a file, or standard input for `-`.
 *
 * @throws {UserError} if it cannot be read.
 */
export async function readInput(io: CliIo, file: string): Promise<string> {
	return (await readInputBytes(io, file)).toString()
}

/**
 * As `readInput`, for what does not fit into a text: half a gigabyte.
 *
 * @throws {UserError}
 */
export async function readInputBytes(io: CliIo, file: string): Promise<Buffer> {
	if (file === '-') return Buffer.from(await io.readStdin())
	try {
		return await readFile(file)
	} catch (cause) {
		throw new UserError(`The file ${shownInput(file)} cannot be read.`, {
			why: cause instanceof Error && !looksSecret(file) ? cause.message : '',
			next: 'Check the path, or give - to read from standard input.',
			cause,
		})
	}
}
