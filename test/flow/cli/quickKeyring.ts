import { join } from 'node:path'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import { openKeyring } from '../../../src/keyring/openKeyring.ts'

/** Makes the keyring file of a home with a cheap passphrase, so that each command of a test opens it at once. */
export async function quickKeyring(home: string, passphrase: string): Promise<void> {
	const cost = { memoryKiB: 256, iterations: 1, parallelism: 1 }
	const folder = join(home, 'keyring')
	const keyring = await openKeyring({ folder, settings: defaultChainSettings, backend: 'file', cost })
	await keyring.unlock(passphrase)
}
