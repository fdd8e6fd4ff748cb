import type { ChainSettings } from '../../../src/codec/ChainSettings.ts'
import type { Keyring } from '../../../src/keyring/Keyring.ts'
import { openKeyring } from '../../../src/keyring/openKeyring.ts'

export type { Keyring }

/** A keyring in memory. */
export function openTestKeyring(settings: ChainSettings): Promise<Keyring> {
	return openKeyring({ folder: undefined, settings })
}
