import { describe, expect, test } from 'vitest'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { createApp } from '../../../../src/node/createApp.ts'
import { createMemoryDb } from '../../../../src/store/kv/memoryDb.ts'
import { alice, greetTx, makeBlock, startChain, testKey } from '../../app/testChain.ts'
import { legacyAsker } from './legacyAsker.ts'

const bob = testKey('bob')
const refused = (status: number, error: string) => [status, { error }]

/** Three blocks, each with a greeting of alice; the state of the first is gone. */
const ask = await (async () => {
	const application = createApp({
		...{ db: createMemoryDb(), settings: defaultChainSettings, minGasPrices: '', name: 'chain', version: '0.0.0' },
		pruning: { keepRecent: 1, keepEvery: 0, interval: 1 },
	})
	startChain(application)
	for (let sequence = 0n; sequence < 3n; sequence++) await makeBlock(application, greetTx({ sequence }))
	return legacyAsker({ application, chain: { status: async () => ({ height: 3 }) } })
})()

const gone = refused(
	500,
	'rpc error: code = InvalidArgument desc = failed to load state at height 1; version does not exist (latest height: 3): invalid request',
)

describe.each([8, 9] as const)('accounts of generation %d', (generation) => {
	const account = (address: string, query = '') => ask(generation, `/auth/accounts/${address}${query}`)
	const balances = (address: string, query = '') => ask(generation, `/bank/balances/${address}${query}`)

	test('an account is read at the height that is asked for, the newest without one', async () => {
		const read = (height: string, sequence: string) => [
			200,
			{ height, result: { value: expect.objectContaining({ address: alice.text, sequence }) } },
		]
		expect(await account(alice.text)).toMatchObject(read('3', '3'))
		expect(await account(alice.text, '?height=0')).toMatchObject(read('3', '3'))
		expect(await account(alice.text, '?height=2')).toMatchObject(read('2', '2'))
		const coins = (height: string, amount: string) => [200, { height, result: [{ denom: 'uchain', amount }] }]
		expect(await balances(alice.text)).toEqual(coins('3', '994000'))
		expect(await balances(alice.text, '?height=2')).toEqual(coins('2', '996000'))
		if (generation === 9) {
			const one = async (denom: string) => balances(alice.text, `?denom=${denom}`)
			expect(await one('uchain')).toEqual([200, { height: '3', result: { denom: 'uchain', amount: '994000' } }])
			expect(await one('zzz')).toEqual([200, { height: '3', result: { denom: 'zzz', amount: '0' } }])
			expect(await ask(9, '/auth/params?height=2')).toMatchObject([200, { height: '2', result: { tx_sig_limit: '7' } }])
		} else {
			expect(await account(alice.text, '?height=2')).toMatchObject([
				200,
				{ result: { value: { coins: [{ denom: 'uchain', amount: '996000' }] } } },
			])
		}
	})

	test('an account that is not there is an empty one at height 0', async () => {
		const [status, body] = await account(bob.text)
		expect([status, body]).toMatchObject([200, { height: '0', result: { value: expect.any(Object) } }])
		expect(JSON.stringify(body)).not.toContain(bob.text)
		expect(await balances(bob.text)).toEqual([200, { height: '3', result: [] }])
		if (generation === 9) return
		// An empty text was an address then, of nobody.
		for (const query of ['', '?height=1']) expect(await account(' ', query)).toEqual([status, body])
		expect(await balances(' ', '?height=2')).toEqual([200, { height: '2', result: [] }])
	})

	test('an account is refused for a text that is no address, a height that is none, and one whose state is gone', async () => {
		for (const read of [account, balances]) {
			const [status, body] = await read('chain1x')
			expect([status, body]).toEqual([500, { error: expect.stringContaining('decoding bech32 failed') }])
			expect(await read(alice.text, '?height=x')).toEqual(refused(400, 'strconv.ParseInt: parsing "x": invalid syntax'))
			expect(await read(alice.text, '?height=1')).toEqual(gone)
		}
	})
})
