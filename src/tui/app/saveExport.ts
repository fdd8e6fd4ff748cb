import { join } from 'node:path'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'
import type { TuiApp } from './TuiApp.ts'

/**
 * Saves a file to the folder of exports, in place of one of the same name, and says where it is.
 *
 * @param name Name of the file, made by the app.
 * @param what For people: `12 greetings`.
 * @throws UserError when it cannot be written.
 */
export function saveExport(app: TuiApp, name: string, content: string, what: string): void {
	const path = join(app.directory, name)
	writeFileAtomic(path, content, { name: 'The export' })
	app.toast('good', `${what} saved to ${path}`)
}
