import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { thrownText } from '../errors/thrownText.ts'
import { UserError } from '../errors/UserError.ts'
import { defaultEndpointsConfig, type EndpointsConfig } from './EndpointsConfig.ts'

/**
 * Reads `endpoints.json` of a home; without the file the defaults hold.
 *
 * @throws {UserError} naming the wrong setting.
 */
export async function readEndpointsConfig(home: string): Promise<EndpointsConfig> {
	const file = join(home, 'endpoints.json')
	let text: string
	try {
		text = readFileSync(file, 'utf8')
	} catch (cause) {
		if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return defaultEndpointsConfig
		throw unreadable(file, thrownText(cause), cause)
	}
	// The checks are loaded only where there is something to check.
	const { parseEndpointsConfig } = await import('./parseEndpointsConfig.ts')
	let json: unknown
	try {
		json = JSON.parse(text)
	} catch (cause) {
		throw unreadable(file, thrownText(cause), cause)
	}
	const parsed = parseEndpointsConfig(json)
	if ('problem' in parsed) throw unreadable(file, parsed.problem)
	const { tls } = parsed.config
	if (tls === undefined) return parsed.config
	return { ...parsed.config, tls: { certFile: resolve(home, tls.certFile), keyFile: resolve(home, tls.keyFile) } }
}

function unreadable(file: string, why: string, cause?: unknown): UserError {
	return new UserError(`The settings of the endpoint service in ${file} cannot be used.`, {
		why,
		next: 'Mend the file, or remove it to use the defaults.',
		cause,
	})
}
