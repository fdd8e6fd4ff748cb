import { expect, test } from 'vitest'
import { connectRemote } from '../../../src/client/connectChain.ts'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import { openKeyring } from '../../../src/keyring/openKeyring.ts'
import { providerOf } from './places/provider.ts'

test('the key of a place goes to its own address, and to no other one that it names', async () => {
	const answers = { eth_chainId: '0x8ae', '/auth/accounts/kite1a': {}, '/cosmos/auth/v1beta1/accounts/kite1a': {} }
	const [own, other] = [await providerOf(answers), await providerOf(answers)]
	const keyring = await openKeyring({ folder: undefined, settings: defaultChainSettings })
	for (const [eth, rest] of [
		[own.url, own.url],
		[other.url, other.url],
	] as const) {
		const client = connectRemote(own.url, {
			keyring,
			settings: defaultChainSettings,
			gasPrices: '0.01uchain',
			speaks: 'rest 9',
			apiKey: async () => 'secret',
			eth,
		})
		expect(await client.evm?.chainId()).toBe(2222)
		await client.remoteAccount(rest, 'kite1a').catch(() => {})
		await client.close()
	}
	expect(own.asked.length).toBeGreaterThan(1)
	expect(new Set(own.asked.map(({ headers }) => headers['x-api-key']))).toEqual(new Set(['secret']))
	expect(other.asked.length).toBeGreaterThan(1)
	expect(new Set(other.asked.map(({ headers }) => headers['x-api-key']))).toEqual(new Set([undefined]))
})
