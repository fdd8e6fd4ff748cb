import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { defaultChainSettings as settings } from '../../../src/codec/ChainSettings.ts'
import { createKeyring, type KeyringParts } from '../../../src/keyring/createKeyring.ts'
import { fileKeyStore } from '../../../src/keyring/fileKeyStore.ts'
import type { Keyring } from '../../../src/keyring/Keyring.ts'
import { openKeyring } from '../../../src/keyring/openKeyring.ts'
import { osKeyStore } from '../../../src/keyring/osKeyStore.ts'
import { secretServiceDouble } from './secretServiceDouble.ts'

const cost = { memoryKiB: 256, iterations: 1, parallelism: 1 }
const folder = mkdtempSync(join(tmpdir(), 'chain-tui-api-keys-'))
const url = 'https://rpc.example/v1/ab12'
const secret = 'provider-key-9f3d'

afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function fileKeyring(name: string): Promise<Keyring> {
	const keyring = await openKeyring({ folder: join(folder, name), settings, backend: 'file', cost })
	await keyring.unlock('long enough')
	return keyring
}

function osKeyring(moveStore?: KeyringParts['moveStore']): { readonly keyring: Keyring } {
	const store = osKeyStore(secretServiceDouble(), '/home/of/a/test')
	const parts = { store, settings, notice: '', moveStore: moveStore ?? (async () => ({ store, remember: () => {} })) }
	return { keyring: createKeyring(parts) }
}

describe('API keys of places', () => {
	it.each([
		['the encrypted file', () => fileKeyring('stores')],
		["the system's store", async () => osKeyring().keyring],
		['memory', () => openKeyring({ folder: undefined, settings, cost })],
	])('API keys are kept beside the keys in %s, and forgotten', async (_where, open) => {
		const keyring = await open()
		expect(await keyring.apiKey(url)).toBeUndefined()
		await keyring.setApiKey(url, 'first')
		await keyring.setApiKey(url, secret)
		await keyring.create('alice')
		expect(await keyring.apiKey(url)).toBe(secret)
		expect((await keyring.list()).map(({ name }) => name)).toEqual(['alice'])
		await keyring.setApiKey(url, undefined)
		expect(await keyring.apiKey(url)).toBeUndefined()
	})

	it('API keys stand in the file in no clear form, and need its passphrase', async () => {
		await (await fileKeyring('sealed')).setApiKey(url, secret)
		const file = readFileSync(join(folder, 'sealed', 'keys.json'), 'utf8')
		expect(file).toContain(url)
		for (const form of [secret, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')]) {
			expect(file).not.toContain(form)
		}
		const locked = await openKeyring({ folder: join(folder, 'sealed'), settings, backend: 'file', cost })
		await expect(locked.apiKey(url)).rejects.toThrow('The keyring is locked.')
		await expect(locked.setApiKey(url, 'x')).rejects.toThrow('The keyring is locked.')
		await locked.unlock('long enough')
		expect(await locked.apiKey(url)).toBe(secret)
	})

	it('API keys are bound to their address: a key written to another address in the file is not given out', async () => {
		const keyring = await fileKeyring('swapped')
		await keyring.setApiKey(url, secret)
		const path = join(folder, 'swapped', 'keys.json')
		writeFileSync(path, readFileSync(path, 'utf8').replace(url, 'https://elsewhere.example'))
		await expect(keyring.apiKey('https://elsewhere.example')).rejects.toThrow(
			'The API key of https://elsewhere.example cannot be read',
		)
	})

	it('API keys move with the keys to another store', async () => {
		const target = await fileKeyring('target')
		const { keyring } = osKeyring(async () => ({
			store: fileKeyStore(join(folder, 'target', 'keys.json'), cost),
			remember: () => {},
		}))
		await keyring.setApiKey(url, secret)
		await keyring.moveTo('file', 'long enough')
		expect([await keyring.apiKey(url), await target.apiKey(url)]).toEqual([secret, secret])
	})
})
