import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AddressNames } from '../../../../src/cli/live/watchChain.ts'
import type { ChainClient } from '../../../../src/client/index.ts'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { openKeyring } from '../../../../src/keyring/openKeyring.ts'

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
	vi.useRealTimers()
})

test('an address has the name of its key, else its well-known one; keys that come later are looked for once a second', async () => {
	const keyring = await openKeyring({ folder: undefined, settings: defaultChainSettings })
	const addressOf = async (name: string) => (await keyring.create(name)).key.address
	const names = new AddressNames(keyring)
	const alice = await addressOf('alice')
	const client: Pick<ChainClient, 'accountNames'> = {
		accountNames: async () =>
			new Map([
				['chain1faucet', 'faucet'],
				[alice, 'somebody'],
			]),
	}
	expect(names.nameOf(alice)).toBe(alice)
	await names.read(client as ChainClient)
	expect(['chain1faucet', alice, 'chain1other'].map(names.nameOf)).toEqual(['faucet', 'alice', 'chain1other'])

	const bob = await addressOf('bob')
	await names.learn([alice])
	expect(names.nameOf(bob)).toBe(bob)
	await names.learn([alice, bob])
	expect(['chain1faucet', bob].map(names.nameOf)).toEqual(['faucet', 'bob'])

	const carol = await addressOf('carol')
	vi.advanceTimersByTime(999)
	await names.learn([carol])
	expect(names.nameOf(carol)).toBe(carol)
	vi.advanceTimersByTime(1)
	await names.learn([carol])
	expect(names.nameOf(carol)).toBe('carol')
})
