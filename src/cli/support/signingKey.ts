import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../../errors/UserError.ts'
import type { KeyInfo, Keyring } from '../../keyring/Keyring.ts'

/**
 * The key of a short command: the given one, otherwise the one chosen in the app, otherwise the first that can sign.
 *
 * @throws {UserError} if there is none.
 */
export async function signingKey(keyring: Keyring, home: string, named: string | undefined): Promise<KeyInfo> {
	if (named !== undefined) {
		const key = await keyring.get(named)
		if (key !== undefined) return key
		throw new UserError(`${named}: key not found`, { next: 'See the names with `chain-tui keys list`.' })
	}
	const keys = (await keyring.list()).filter(({ kind }) => kind !== 'watch')
	const chosen = chosenInApp(home)
	const key = keys.find(({ name }) => name === chosen) ?? keys.find(({ kind }) => kind === 'local') ?? keys[0]
	if (key !== undefined) return key
	throw new UserError('There is no key to sign with.', {
		next: 'Make one and give it coins: `chain-tui keys add alice`, then `chain-tui faucet alice`.',
	})
}

/** Name of the key in the app's preferences; undefined if the app was never used. */
function chosenInApp(home: string): string | undefined {
	try {
		const { key } = JSON.parse(readFileSync(join(home, 'preferences.json'), 'utf8')) as { readonly key?: unknown }
		return typeof key === 'string' ? key : undefined
	} catch {
		return undefined
	}
}
