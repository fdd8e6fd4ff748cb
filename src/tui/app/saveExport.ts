import { join } from 'node:path'
import { type AtomicWrite, writeFileAtomic } from '../../util/writeFileAtomic.ts'
import type { TuiApp } from './TuiApp.ts'

/**
 * Saves a file to the folder of exports, replaces one of the same name, and shows its path.
 *
 * @param name File name, made by the app.
 * @param what Description: `12 greetings`.
 * @param options Access, by default `secret`, and a check of the written content.
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
