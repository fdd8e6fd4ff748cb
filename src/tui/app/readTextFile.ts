import { readFile } from 'node:fs/promises'
import { thrownText } from '../../errors/thrownText.ts'
import { UserError } from '../../errors/UserError.ts'

/**
 * Reads a text file that the user named.
 *
 * @throws {UserError} if it cannot be read.
 */
export async function readTextFile(path: string): Promise<string> {
	try {
		return await readFile(path, 'utf8')
	} catch (cause) {
		throw new UserError(`The file ${path} cannot be read.`, {
			why: thrownText(cause),
			next: 'Check its name; relative paths start where the app was started.',
			cause,
		})
	}
}
