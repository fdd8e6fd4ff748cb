import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../util/writeFileAtomic.ts'

const fileName = 'preferences'

/** What is in `preferences.json` of a directory, by name. A missing or damaged file holds nothing. */
export function readPreferences(directory: string): Map<string, unknown> {
	try {
		const read = JSON.parse(readFileSync(join(directory, `${fileName}.json`), 'utf8')) as unknown
		return new Map(typeof read === 'object' && read !== null ? Object.entries(read) : [])
	} catch {
		return new Map()
	}
}

/** Writes some values into `preferences.json`; others stay as they are. Throws when the disk does not take it. */
export async function writePreferences(directory: string, changed: ReadonlyMap<string, unknown>): Promise<void> {
	const { default: Conf } = await import('conf')
	const options = { cwd: directory, configName: fileName, clearInvalidConfig: true, projectName: 'chain-tui' }
	const conf = new Conf<Record<string, unknown>>(options)
	// conf 15 takes a write for done whose bytes a nearly full disk took in part; it has no option for another writer.
	Object.defineProperty(conf, '_write', {
		value: (all: unknown) =>
			writeFileAtomic(join(directory, `${fileName}.json`), JSON.stringify(all, undefined, '\t'), { check: JSON.parse }),
	})
	conf.set(Object.fromEntries(changed))
}
