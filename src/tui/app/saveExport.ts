import { join, parse } from 'node:path'
import { type AtomicWrite, writeFileAtomic } from '../../util/writeFileAtomic.ts'
import type { TuiApp } from './TuiApp.ts'

/**
 * Saves a file to the folder of exports, which only the owner can read, and shows its path. A file of the same name stays: the
 * new one gets a number.
 *
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
