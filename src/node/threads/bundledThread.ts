import { existsSync } from 'node:fs'
import { BugError } from '../../errors/UserError.ts'

/**
 * URL of a thread's bundled code, beside this bundle; undefined where the program runs from its sources.
 * @throws {BugError} if the bundle lacks it: without the thread a node would work, slower, and nobody would see why.
 */
export function bundledThread(name: 'serving' | 'verifying', bundle = import.meta.url): URL | undefined {
	if (bundle.endsWith('.ts')) return undefined
	const url = new URL(`./${name}.js`, bundle)
	if (!existsSync(url)) throw new BugError(`the bundle has no ${name}.js`)
	return url
}
