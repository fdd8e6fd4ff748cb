import { readFileSync } from 'node:fs'
import type { RecordedAccount } from './chainDouble.ts'

interface Row {
	readonly name: string
	readonly request: { readonly path: string }
	readonly generation8: { readonly status: number; readonly body: string }
	readonly generation9: { readonly status: number; readonly body: string }
}

const file = new URL('../../golden/legacy/accounts-8-9.json', import.meta.url)
const rows = (JSON.parse(readFileSync(file, 'utf8')) as readonly Row[]).filter(
	({ name, generation8, generation9 }) =>
		name.startsWith('account: ') && generation8.status === 200 && generation9.status === 200,
)

/** The recorded account of a name, such as `periodic vesting account, never signed`. */
export function recordedAccount(name: string): RecordedAccount & { readonly address: string } {
	const row = rows.find((candidate) => candidate.name === `account: ${name}`)
	if (row === undefined) throw new Error(`no recorded account is called ${name}`)
	const address = row.request.path.replace('/auth/accounts/', '').replace(/\?.*/, '')
	return { address, 8: row.generation8.body, 9: row.generation9.body }
}
