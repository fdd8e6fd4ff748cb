import { readFileSync } from 'node:fs'
import { writeFileAtomic } from '../util/writeFileAtomic.ts'
import type { ListenerName } from '../wire/AdminSchema.ts'
import { homePaths } from './home.ts'

/** Ports that listeners of a home use in place of taken ones, in `<home>/ports.json`. */
export type RememberedPorts = { readonly [Name in ListenerName]?: number }

/**
 * Ports that the home's listeners moved to earlier. They are tried first, so that addresses stay. An unreadable file
 * counts as empty.
 */
export function readRememberedPorts(home: string): RememberedPorts {
	try {
		const ports = JSON.parse(readFileSync(homePaths(home).ports, 'utf8')) as Readonly<Record<string, unknown>>
		return Object.fromEntries(
			Object.entries(ports).filter(([, port]) => Number.isInteger(port) && Number(port) > 0 && Number(port) < 65_536),
		)
	} catch {
		return {}
	}
}

/**
 * Stores the port that a listener moved to.
 *
 * @throws {UserError} if the home is not writable.
 */
export function rememberPort(home: string, name: ListenerName, port: number): void {
	const ports = { ...readRememberedPorts(home), [name]: port }
	writeFileAtomic(homePaths(home).ports, `${JSON.stringify(ports)}\n`, { check: JSON.parse })
}
