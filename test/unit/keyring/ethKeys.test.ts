import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashMessage, keccak256, recoverAddress, toHex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { defaultChainSettings as settings } from '../../../src/codec/ChainSettings.ts'
import { openKeyring } from '../../../src/keyring/openKeyring.ts'
import { fromHex, utf8 } from '../../../src/util/bytes.ts'

const cost = { memoryKiB: 256, iterations: 1, parallelism: 1 }
const words = 'test test test test test test test test test test test junk'
const known = mnemonicToAccount(words)
const privateKey = toHex(known.getHdKey().privateKey!)
const memory = () => openKeyring({ folder: undefined, settings, cost })
const algo = 'eth_secp256k1' as const

describe('Ethereum keys', () => {
	test('the words every tool knows give the address every tool knows, on the path of coin type 60', async () => {
		const key = await (await memory()).importMnemonic('dev', words, { algo })
		expect(key).toMatchObject({ algo, ethAddress: known.address, path: "m/44'/60'/0'/0/0", kind: 'local' })
		expect(key.address).toMatch(/^chain17w0adeg64ky0daxwd2ugyuneellmjgnx/)
	})

	test('a private key with 0x is the same key', async () => {
		const keyring = await memory()
		const key = await keyring.importPrivateKey('dev', privateKey, { algo })
		expect(key.ethAddress).toBe(known.address)
		expect((await keyring.get(known.address))?.name).toBe('dev')
		expect((await keyring.get(known.address.toLowerCase()))?.name).toBe('dev')
		// Of the chain's own kind it is another account.
		expect((await keyring.importPrivateKey('own', privateKey)).address).not.toBe(key.address)
	})

	test('an Ethereum key keeps its kind in the encrypted file, and in an export', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'keyring-'))
		const first = await openKeyring({ folder, settings, backend: 'file', cost })
		await first.unlock('correct horse')
		const key = await first.importMnemonic('dev', words, { algo })
		const again = await openKeyring({ folder, settings, backend: 'file', cost })
		await again.unlock('correct horse')
		expect(await again.get('dev')).toEqual(key)
		const armor = await again.exportKey('dev', 'pass')
		expect(armor).toContain('type: eth_secp256k1')
		const { path: _path, ...rest } = key
		expect(await (await memory()).importKey('dev', armor, 'pass')).toEqual(rest)
		await expect((await memory()).importKey('dev', armor.replace('eth_', ''), 'pass')).rejects.toThrow(/damaged/)
	})

	test('an Ethereum key signs Keccak-256 with a recovery number, as ethermint does', async () => {
		const keyring = await memory()
		await keyring.importMnemonic('dev', words, { algo })
		const signature = await keyring.sign('dev', utf8('document'))
		expect(signature).toHaveLength(65)
		expect(signature[64]).toBeLessThan(2)
		expect(await recoverAddress({ hash: keccak256(utf8('document')), signature: toHex(signature) })).toBe(known.address)
		const digest = hashMessage('hello')
		const ofDigest = await keyring.signDigest('dev', fromHex(digest.slice(2))!)
		expect(toHex(ofDigest.subarray(0, 64))).toBe((await known.signMessage({ message: 'hello' })).slice(0, -2))
		await keyring.create('own')
		await expect(keyring.signDigest('own', utf8('x'))).rejects.toThrow(/no Ethereum key/)
	})

	test('a signed text verifies under the address of its kind and no other', async () => {
		const keyring = await memory()
		const eth = await keyring.importMnemonic('dev', words, { algo })
		const own = await keyring.importMnemonic('own', words, { path: "m/44'/60'/0'/0/0" })
		const { signature, pubKey } = await keyring.signText('dev', 'hi')
		expect(await keyring.verifyText(eth.address, 'hi', signature, pubKey)).toBe(true)
		expect(await keyring.verifyText(eth.ethAddress!, 'hi', signature, pubKey)).toBe(true)
		expect(await keyring.verifyText(own.address, 'hi', signature, pubKey)).toBe(false)
		expect(await keyring.verifyText(eth.address, 'ho', signature, pubKey)).toBe(false)
	})

	test('an Ethereum key is no member of a threshold key', async () => {
		const keyring = await memory()
		await keyring.importMnemonic('dev', words, { algo })
		await keyring.create('own')
		await expect(keyring.addMultisig('both', 2, ['dev', 'own'])).rejects.toThrow('dev is an Ethereum key.')
	})

	test('a 0x address can be watched', async () => {
		const keyring = await memory()
		const watched = await keyring.addWatchOnly('eye', known.address)
		expect(watched.address).toMatch(/^chain17w0adeg64ky0daxwd2ugyuneellmjgnx/)
	})
})
