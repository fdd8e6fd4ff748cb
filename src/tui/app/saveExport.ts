import { join } from 'node:path'
import { type AtomicWrite, writeFileAtomic } from '../../util/writeFileAtomic.ts'
import type { TuiApp } from './TuiApp.ts'

/**
 * Saves a file to the folder of exports, in place of one of the same name, and says where it is.
 *
 * @param name Name of the file, made by the app.
 * @param what For people: `12 greetings`.
 * @param options Who may read it, `secret` unless given, and what must be able to read it before it takes the old one's
 * place.
 * @throws {UserError} if it cannot be written.
 */
export function saveExport(
	app: TuiApp,
	name: string,
	content: string,
	what: string,
	options: Pick<AtomicWrite, 'access' | 'check'> = {},
): void {
	const path = join(app.directory, name)
	writeFileAtomic(path, content, { ...options, name: 'The export' })
	app.toast('good', `${what} saved to ${path}`)
}
