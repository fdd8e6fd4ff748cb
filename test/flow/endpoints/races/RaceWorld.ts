import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEndpointsClient } from '../../../../src/endpoints/client/createEndpointsClient.ts'
import type { EndpointsClient } from '../../../../src/endpoints/client/EndpointsClient.ts'
import type { Storage } from '../../../../src/endpoints/storage/openStorage.ts'

/** A person with one session, at either of two gateways. */
export interface Racer {
	readonly accountId: string
	readonly email: string
	/** The same session at both gateways. */
	readonly at: readonly [EndpointsClient, EndpointsClient]
}

/** Two gateways on one database, and the database itself. */
export interface RaceWorld {
	readonly urls: readonly [string, string]
	readonly storage: Storage
	person(): Promise<Racer>
}

export const racePassword = 'correct horse battery'

/** A world whose people have e-mails of their own, also over several runs. */
export function raceWorld(urls: readonly [string, string], storage: Storage): RaceWorld {
	const tag = Date.now().toString(36)
	let made = 0
	return {
		urls,
		storage,
		async person() {
			const email = `racer-${tag}-${++made}@example.com`
			const home = mkdtempSync(join(tmpdir(), 'chain-tui-racer-'))
			const at = [createEndpointsClient(urls[0], home), createEndpointsClient(urls[1], home)] as const
			const { accountId } = await at[0].signUp(email, racePassword)
			return { accountId, email, at }
		},
	}
}
