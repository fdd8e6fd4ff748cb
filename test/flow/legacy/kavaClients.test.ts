import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Node } from '../../../src/node/createNode.ts'
import { mnemonicOf, startRebrandedChain } from './rebrandedChain.ts'

interface KavaClient {
	chainID: string
	readonly wallet: { readonly address: string }
	setWallet(mnemonic: string, password: string, legacy: boolean): KavaClient
	setBroadcastMode(mode: string): KavaClient
	initChain(): Promise<KavaClient>
	getBalances(address: string): Promise<readonly { readonly denom: string; readonly amount: string }[]>
	checkTxHash(hash: string, timeout: number): Promise<{ readonly txhash: string }>
	sendTx(msgs: readonly unknown[], fee: unknown, sequence: string | null): Promise<unknown>
}

interface KavaSdk {
	readonly KavaClient: new (url: string) => KavaClient
}

const require = createRequire(import.meta.url)
const sdks = { '4.0.0': require('kava-sdk-4') as KavaSdk, '9.0.1': require('kava-sdk-9') as KavaSdk }
const fee = { amount: [{ denom: 'ukava', amount: '3000' }], gas: '300000' }

let node: Node
let urls: Readonly<Record<8 | 9, string>>

beforeAll(async () => {
	const chain = await startRebrandedChain('kava')
	node = chain.node
	urls = { 8: chain.url8, 9: chain.url9 }
})

afterAll(() => node.close())

async function open(version: keyof typeof sdks, generation: 8 | 9, name: string): Promise<KavaClient> {
	const client = new sdks[version].KavaClient(urls[generation])
	client.setWallet(mnemonicOf(name), '', true)
	client.setBroadcastMode('block')
	await client.initChain()
	return client
}

/** How a greeting sent by a client ends: `ok`, or the error's text. */
async function sent(version: keyof typeof sdks, generation: 8 | 9, name: string): Promise<string> {
	const client = await open(version, generation, name)
	const message = { type: 'greet/CreateGreet', value: { message: `hello from ${name}`, owner: client.wallet.address } }
	try {
		const result = await client.sendTx([message], fee, null)
		return typeof result === 'string' && /^[0-9A-F]{64}$/.test(result) ? 'ok' : String(result)
	} catch (error) {
		return String(error)
	}
}

const refused = expect.stringContaining('signature verification failed')
const throws = expect.stringContaining('account number or sequence number from rest server are undefined')
const ok = 'ok'

/**
 * In this order: base that signed before, base that never signed, vesting, account number 0. The first run lets number 0
 * sign, so that it has a sequence in the others.
 */
const matrix = [
	['4.0.0', 8, [ok, ok, ok, ok]],
	['4.0.0', 9, [ok, refused, throws, refused]],
	['9.0.1', 8, [refused, refused, refused, refused]],
	['9.0.1', 9, [ok, ok, ok, refused]],
] as const

describe('@kava-labs/javascript-sdk', () => {
	test('4.0.0 finds nothing at all of account number 0 in generation 9 before it signs', async () => {
		expect(await sent('4.0.0', 9, 'zero')).toEqual(throws)
	})

	test.each(matrix)(
		'%s against generation %i',
		async (version, generation, outcome) => {
			// Accounts that never signed: each of the first three runs takes its own, since a success makes the key known.
			const fresh = { '4.0.0 9': 'user01', '9.0.1 8': 'user01', '9.0.1 9': 'user02', '4.0.0 8': 'user03' }[
				`${version} ${generation}`
			]!
			const vesting = { '4.0.0 9': 'periodic', '9.0.1 8': 'periodic', '9.0.1 9': 'periodic', '4.0.0 8': 'continuous' }[
				`${version} ${generation}`
			]!
			const results = []
			for (const name of ['signed', fresh, vesting, 'zero']) results.push(await sent(version, generation, name))
			expect(results).toEqual(outcome)
		},
		60_000,
	)

	test.each(['4.0.0', '9.0.1'] as const)('%s reads chain id, balances and a transaction of both', async (version) => {
		for (const generation of [8, 9] as const) {
			const client = await open(version, generation, 'signed')
			expect(client.chainID).toBe('chain-localnet')
			const balances = await client.getBalances((await open(version, generation, 'coins')).wallet.address)
			expect(balances.map(({ denom }) => denom)).toEqual(['busd', 'frozen', 'ukava', 'zzz'])
		}
		const client = await open(version, version === '4.0.0' ? 8 : 9, 'signed')
		const message = { type: 'greet/CreateGreet', value: { message: 'to be found', owner: client.wallet.address } }
		const hash = (await client.sendTx([message], fee, null)) as string
		expect(await client.checkTxHash(hash, 5000)).toMatchObject({ txhash: hash })
	})
})
