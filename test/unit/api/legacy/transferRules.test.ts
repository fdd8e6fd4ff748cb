import { expect, test } from 'vitest'
import { createTxService } from '../../../../src/api/services/createTxService.ts'
import type { ChainSource } from '../../../../src/chain/ChainSource.ts'
import { alice, chainId, makeBlock, openApp, startChain, testKey } from '../../app/testChain.ts'
import { legacyAsker } from './legacyAsker.ts'

const bob = testKey('bob')
const application = openApp()
application.registerService(createTxService(() => ({ application }) as unknown as ChainSource))
startChain(application)
await makeBlock(application)
const ask = legacyAsker({ application, chain: { status: async () => ({ chainId, height: 1 }) } })

/** The reply to a request for a transfer of alice to bob, with these members of `base_req`. */
function transfer(generation: 8 | 9, members: object) {
	const base_req = { from: alice.text, chain_id: chainId, sequence: '0', ...members }
	const body = JSON.stringify({ base_req, amount: [{ denom: 'uchain', amount: '1' }] })
	return ask(generation, `/bank/accounts/${bob.text}/transfers`, body)
}

test('a simulated transfer is refused for its sequence by generation 9, and simulated with the right one by generation 8', async () => {
	const right = await transfer(9, { simulate: true })
	expect(right).toEqual([200, { gas_estimate: expect.stringMatching(/^\d{5,}$/) }])
	expect(await transfer(9, { simulate: true, sequence: '7' })).toEqual([
		500,
		{ error: expect.stringContaining('account sequence mismatch, expected 0, got 7') },
	])
	const [status, body] = await transfer(8, { simulate: true, sequence: '7' })
	expect([status, body]).toEqual([200, { gas_estimate: expect.stringMatching(/^\d{5,}$/) }])
})

test('a simulation of a transfer is of the newest state, and what does not fit into its gas is 2^63', async () => {
	const heights: bigint[] = []
	const query: typeof application.query = (request) => {
		heights.push(request.height)
		return application.query(request)
	}
	const ask = legacyAsker({ application: { query }, chain: { status: async () => ({ chainId, height: 1 }) } })
	const estimate = async (gas_adjustment: string) => {
		const base_req = { from: alice.text, chain_id: chainId, sequence: '0', simulate: true, gas_adjustment }
		const body = JSON.stringify({ base_req, amount: [{ denom: 'uchain', amount: '1' }] })
		const [, reply] = await ask(9, `/bank/accounts/${bob.text}/transfers`, body)
		return (reply as { gas_estimate: string }).gas_estimate
	}
	const used = Number(await estimate(''))
	expect(heights).toEqual([0n])
	// The least factor whose product with the gas is 2^64, and one of less.
	const nearest = 2 ** 64 / used
	const factor = [nearest, nearest * (1 + Number.EPSILON)].find((one) => one * used >= 2 ** 64)!
	expect(await estimate(String(nearest * 0.75))).toBe(String(BigInt(nearest * 0.75 * used)))
	for (const many of [factor, factor * 1.5, factor * 4]) expect(await estimate(String(many))).toBe(String(2n ** 63n))
})

test.each([8, 9] as const)(
	'gas of a transfer in generation %d is what is named, simulated or usual',
	async (generation) => {
		const gas = async (members: object) => {
			const [, body] = (await transfer(generation, members)) as [
				number,
				{ value: { fee: { gas: string } }; error?: string },
			]
			return body.error ?? body.value.fee.gas
		}
		expect(await gas({})).toBe('200000')
		expect(await gas({ gas: '10' })).toBe('10')
		const used = await gas({ gas: 'auto' })
		expect(Number(used)).toBeGreaterThan(10_000)
		expect(await gas({ gas: 'auto', gas_adjustment: '2' })).toBe(String(Number(used) * 2))
		expect(await gas({ gas: '1a' })).toBe(
			generation === 8 ? 'gas must be either integer or "auto"' : 'gas must be either integer or auto',
		)
	},
)

test('generation 9 refuses a null message, and a multisignature that cannot be read, before it looks for an account', async () => {
	const nobody = testKey('nobody')
	const key = { type: 'chain/PubKeySecp256k1', value: Buffer.from(nobody.publicKey).toString('base64') }
	const multisig = { type: 'chain/PubKeyMultisigThreshold', value: { threshold: '1', pubkeys: [key] } }
	const post = async (msg: readonly unknown[], pub_key: object, signature: Uint8Array) => {
		const fee = { amount: [], gas: '1' }
		const signatures = [{ pub_key, signature: Buffer.from(signature).toString('base64') }]
		const tx = { msg, fee, signatures, memo: '', timeout_height: '0' }
		const [status, body] = await ask(9, '/txs', JSON.stringify({ tx, mode: 'sync' }))
		return [status, (body as { error: string }).error]
	}
	const greeting = { type: 'greet/CreateGreet', value: { message: 'hello', owner: nobody.text } }
	const unknown = await post([greeting], key, new Uint8Array(64))
	expect(unknown).toEqual([400, expect.stringContaining(`account ${nobody.text} not found`)])
	const [status, told] = await post([null], key, new Uint8Array(64))
	expect([status, told]).toEqual([400, expect.not.stringContaining('not found')])
	const [broken, why] = await post([greeting], multisig, Uint8Array.of(0x0a, 5, 8))
	expect([broken, why]).toEqual([400, expect.not.stringContaining('not found')])
})
