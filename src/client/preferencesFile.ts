import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { objectOf } from '../util/jsonParts.ts'
import { writeFileAtomic } from '../util/writeFileAtomic.ts'

const fileName = 'preferences'

/** Reads `preferences.json` of a directory. A missing or damaged file gives an empty map. */
export function readPreferences(directory: string): Map<string, unknown> {
	try {
		return new Map(Object.entries(objectOf(JSON.parse(readFileSync(join(directory, `${fileName}.json`), 'utf8')))))
	} catch {
		return new Map()
	}
}

/** Writes some values into `preferences.json` and keeps the others. Throws if the disk refuses. */
export async function writePreferences(directory: string, changed: ReadonlyMap<string, unknown>): Promise<void> {
	const { default: Conf } = await import('conf')
	const options = { cwd: directory, configName: fileName, clearInvalidConfig: true, projectName: 'chain-tui' }
	const conf = new Conf<Record<string, unknown>>(options)
	// conf 15 reports success for a write that a nearly full disk took only in part, and has no option for another
	// writer.
	Object.defineProperty(conf, '_write', {
		value: (all: unknown) =>
			writeFileAtomic(join(directory, `${fileName}.json`), JSON.stringify(all, undefined, '\t'), { check: JSON.parse }),
	})
	conf.set(Object.fromEntries(changed))
}
