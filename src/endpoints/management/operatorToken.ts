import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newSecret } from '../service/secrets.ts'

/** Start of the operator's token. */
const operatorPrefix = 'co_'

/** File of the operator's token in a home, readable by its owner only. */
export function operatorTokenFile(home: string): string {
	return join(home, 'endpoints-operator.token')
}

/** The token whoever runs the service proves it with; made at first use and kept in the home. */
export function operatorToken(home: string | undefined): string {
	if (home === undefined) return newSecret(operatorPrefix)
	const file = operatorTokenFile(home)
	const token = newSecret(operatorPrefix)
	mkdirSync(home, { recursive: true, mode: 0o700 })
	try {
		writeFileSync(file, `${token}\n`, { mode: 0o600, flag: 'wx' })
		return token
	} catch (cause) {
		if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
		return readFileSync(file, 'utf8').trim()
	}
}
