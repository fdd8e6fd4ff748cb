import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'
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
	if (writeFileAtomic(file, `${token}\n`, { onlyNew: true })) return token
	return readFileSync(file, 'utf8').trim()
}
