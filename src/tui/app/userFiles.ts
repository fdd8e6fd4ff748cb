import { readFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { thrownText, UserError } from '../../errors/UserError.ts'
import { type AtomicWrite, writeFileAtomic } from '../../util/writeFileAtomic.ts'
import type { TuiApp } from './TuiApp.ts'

/**
 * Saves a file to the folder of exports, which only the owner can read, and shows its path. A file of the same name
 * stays: the new one gets a number.
 * @param name File name, made by the app.
 * @param what Description: `12 greetings`.
 * @param check Checks the written content.
 * @throws {UserError} if it cannot be written.
 */
export function saveExport(
	app: TuiApp,
	name: string,
	content: string,
	what: string,
	check?: AtomicWrite['check'],
): void {
	const { name: base, ext } = parse(name)
	const options = { name: 'The export', onlyNew: true, ...(check === undefined ? {} : { check }) }
	let path = join(app.directory, name)
	for (let number = 2; !writeFileAtomic(path, content, options); number++) {
		path = join(app.directory, `${base}-${number}${ext}`)
	}
	app.toast('good', `${what} saved to ${path}`)
}

/** Reads a text file that the user named. @throws {UserError} if it cannot be read. */
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
