import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRecording } from '../replay/compareReplay.ts'
import { golden, type LegacyNode, sendAndMine, startLegacyNode } from './legacyNode.ts'
import { comparable, type RecordedReply, type RecordedRequest } from './recordedRest.ts'

interface Row {
	readonly name: string
	readonly request: RecordedRequest
	readonly response: RecordedReply
	readonly volatile: readonly string[]
	readonly wait?: 'commit'
}

const files = [
	'accounts',
	'balances',
	'routes',
	'transfers',
	'transfers-edges',
	'txs-decode',
	'txs-errors',
	'txs-funds',
	'txs-post',
	'txs-query',
] as const

const blocks = 'blocks are of another engine'
const gas = 'gas is counted by another chain'

/** Rows that cannot be equal over another engine, with the reason: 12 of 439. Everything else must be. */
const own: Readonly<Record<string, string>> = {
	'routes: node info': 'the name of the program',
	'routes: node info with empty query': 'the name of the program',
	'routes: first block': blocks,
	'routes: second block': blocks,
	'routes: latest block': blocks,
	'transfers: transfer: estimate only': gas,
	'transfers: transfer: estimate the gas, then make the tx': gas,
	'transfers-edges: a transfer with a sequence too high, simulated': gas,
	'txs-errors: out of gas for the size of the tx': gas,
	'txs-errors: out of gas for the signature': gas,
	'txs-errors: out of gas before the messages, block': gas,
	'txs-errors: out of gas in a message': gas,
}

/** The rows of a recording; the long one is packed. */
function rowsOf(path: string): readonly Row[] {
	const packed = new URL(`../../golden/${path}.gz`, import.meta.url)
	return JSON.parse(existsSync(packed) ? readRecording(packed) : golden(path)) as readonly Row[]
}

describe.each(files)('recorded generation 8: %s', (file) => {
	let legacy: LegacyNode
	beforeAll(async () => {
		legacy = await startLegacyNode(golden('legacy/accounts-8-9.genesis9.json'))
		await legacy.mineTo(3)
	})
	afterAll(() => legacy.close())

	for (const row of rowsOf(`legacy/rest8-${file}.json`)) {
		test(row.name, async () => {
			const got = await sendAndMine(legacy, legacy.port8, row.request)
			if (row.wait === 'commit') await legacy.node.engine.mine()
			const want = row.response
			const volatile = [...row.volatile, ...ownValues(row)]
			const expected = comparable(want, volatile, want)
			const id = `${file}: ${row.name}`
			const reason = own[id]
			if (reason === undefined) expect(comparable(got, volatile, want)).toEqual(expected)
			else expect(shapeOf(got), reason).toEqual(shapeOf(want))
		})
	}
})

/** Gas is another chain's. */
function ownValues({ response }: Row): readonly string[] {
	if (!response.body.includes('"gas_used"')) return []
	const list = response.body.includes('"txs":[')
	return list ? [0, 1, 2].map((index) => `/txs/${index}/gas_used`) : ['/gas_used']
}

/** Status and keys of a reply: what holds also where the values are another chain's. */
function shapeOf({ status, body }: RecordedReply): unknown {
	return [status, keysOf(JSON.parse(body))]
}

function keysOf(value: unknown): unknown {
	if (value === null || typeof value !== 'object' || Array.isArray(value)) return '…'
	return Object.entries(value).map(([key, member]) => [key, keysOf(member)])
}

test('what /txs/encode gives, /txs/decode reads', async () => {
	const legacy = await startLegacyNode(golden('legacy/accounts-8-9.genesis9.json'))
	try {
		const rows = JSON.parse(golden('legacy/rest8-txs-decode.json')) as readonly Row[]
		const row = (name: string): Row => rows.find((candidate) => candidate.name === name)!
		const encoded = await sendAndMine(legacy, legacy.port8, row('encode').request)
		const decoded = await sendAndMine(legacy, legacy.port8, { ...row('decode').request, body: encoded.body })
		expect(decoded.body).toBe(row('decode').response.body)
	} finally {
		await legacy.close()
	}
})

test('a transfer of generation 8 shows the empty denomination of a coin without one', async () => {
	const legacy = await startLegacyNode(golden('legacy/accounts-8-9.genesis9.json'))
	try {
		await legacy.mineTo(2)
		const alice = 'chain14h34s8ws5kkeqv8l40l9tm96x639q67cf5kur0'
		const body = JSON.stringify({ base_req: { from: alice, chain_id: 'chain-localnet' }, amount: [{}] })
		const path = `/bank/accounts/${alice}/transfers`
		const made = await sendAndMine(legacy, legacy.port8, { method: 'POST', path, headers: {}, body })
		expect([made.status, JSON.parse(made.body).value.msg[0].value.amount]).toEqual([200, [{ denom: '', amount: '0' }]])
	} finally {
		await legacy.close()
	}
})

test('the latest validators of both generations are those of the block to come', async () => {
	const legacy = await startLegacyNode(golden('legacy/accounts-8-9.genesis9.json'))
	try {
		await legacy.mineTo(2)
		for (const port of [legacy.port8, legacy.port9]) {
			const [latest, next, beyond] = await Promise.all(
				['latest', '2', '4'].map(async (height) => fetch(`http://127.0.0.1:${port}/validatorsets/${height}`)),
			)
			expect([latest?.status, next?.status, beyond?.status]).toEqual([200, 200, 404])
			expect(await latest?.json()).toMatchObject({ result: { block_height: '3' } })
		}
	} finally {
		await legacy.close()
	}
})

/** Asks what a transfer by the first account would cost, with these members of `base_req`. */
function estimate(legacy: LegacyNode, port: number, more: Readonly<Record<string, string>>) {
	const from = 'chain14h34s8ws5kkeqv8l40l9tm96x639q67cf5kur0'
	const base_req = { from, chain_id: 'chain-localnet', simulate: true, ...more }
	const body = JSON.stringify({ base_req, amount: [{ denom: 'uchain', amount: '1' }] })
	return sendAndMine(legacy, port, { method: 'POST', path: `/bank/accounts/${from}/transfers`, headers: {}, body })
}

test('a transfer whose gas is adjusted by 0 is estimated, and by less refused', async () => {
	const legacy = await startLegacyNode(golden('legacy/accounts-8-9.genesis9.json'))
	try {
		await legacy.mineTo(2)
		const adjusted = (gas_adjustment: string) => estimate(legacy, legacy.port8, { gas_adjustment })
		expect(await adjusted('0')).toMatchObject({ status: 200, body: '{"gas_estimate":"0"}' })
		expect(await adjusted('-0.1')).toMatchObject({ status: 400, body: '{"error":"invalid gas adjustment"}' })
	} finally {
		await legacy.close()
	}
})

test('a simulation with another sequence is estimated by generation 8, which did not check it, and refused by generation 9', async () => {
	const legacy = await startLegacyNode(golden('legacy/accounts-8-9.genesis9.json'))
	try {
		await legacy.mineTo(2)
		const simulated = (port: number, sequence: string) => estimate(legacy, port, { account_number: '1', sequence })
		const right = await simulated(legacy.port8, '0')
		expect(right).toMatchObject({ status: 200, body: expect.stringMatching(/^\{"gas_estimate":"[1-9]\d+"\}$/) })
		expect(await simulated(legacy.port8, '77')).toEqual(right)
		expect((await simulated(legacy.port9, '0')).status).toBe(200)
		const refused = await simulated(legacy.port9, '77')
		expect([refused.status, refused.body]).toEqual([
			500,
			expect.stringContaining('account sequence mismatch, expected 0, got 77: incorrect account sequence'),
		])
	} finally {
		await legacy.close()
	}
})

test('generation 8 refuses a simulation and a bad denomination in its own words', async () => {
	const legacy = await startLegacyNode(golden('legacy/accounts-8-9.genesis9.json'))
	try {
		await legacy.mineTo(2)
		const alice = 'chain14h34s8ws5kkeqv8l40l9tm96x639q67cf5kur0'
		const body = JSON.stringify({
			base_req: {
				from: alice,
				chain_id: 'chain-localnet',
				simulate: true,
				fees: [{ denom: 'uchain', amount: '3000' }],
			},
			amount: [{ denom: 'uchain', amount: '50000000000000000' }],
		})
		const path = `/bank/accounts/${alice}/transfers`
		const refused = await sendAndMine(legacy, legacy.port8, { method: 'POST', path, headers: {}, body })
		expect([refused.status, JSON.parse(refused.body)]).toEqual([
			500,
			{
				error:
					'insufficient funds: insufficient account funds; 999999997000uchain < 50000000000000000uchain: ' +
					'failed to execute message; message index: 0: failed to simulate tx',
			},
		])
		// Only this chain takes such a denomination: that generation refused it before it looked for the coins.
		const foreign = body.replace('"denom":"uchain","amount":"3000"', '"denom":"u/chain","amount":"3000"')
		expect(foreign).not.toBe(body)
		const unknown = await sendAndMine(legacy, legacy.port8, { method: 'POST', path, headers: {}, body: foreign })
		expect([unknown.status, unknown.body]).toEqual([
			500,
			'{"error":"insufficient fee: invalid fee amount: 3000u/chain: failed to simulate tx"}',
		])
		const coins = 'chain1rgsf70f03p8fp8834wg38cj39u0msurxsj7c2k'
		const dear = await sendAndMine(legacy, legacy.port8, {
			method: 'POST',
			path: '/txs',
			headers: {},
			body: JSON.stringify({
				tx: {
					msg: [{ type: 'greet/CreateGreet', value: { message: 'dear', owner: coins } }],
					fee: { amount: [{ denom: 'uchain', amount: '9999999999999999' }], gas: '300000' },
					signatures: [{}],
					memo: '',
				},
				mode: 'sync',
			}),
		})
		expect(JSON.parse(dear.body).raw_log).toBe(
			'insufficient funds: insufficient funds to pay for fees; ' +
				'5000000busd,77frozen,1000000000uchain,12zzz < 9999999999999999uchain',
		)
		const refusedFee = async (fee: unknown, signatures: unknown) => {
			const msg = [{ type: 'greet/CreateGreet', value: { message: 'dear', owner: coins } }]
			const tx = { msg, fee: { amount: fee, gas: '300000' }, signatures, memo: '' }
			const sent = JSON.stringify({ tx, mode: 'sync' })
			const reply = await sendAndMine(legacy, legacy.port8, { method: 'POST', path: '/txs', headers: {}, body: sent })
			return JSON.parse(reply.body).raw_log
		}
		const paid = { denom: 'uchain', amount: '5000' }
		expect(await refusedFee([paid, { denom: 'u/chain', amount: '1' }], [{}])).toBe(
			'insufficient fee: invalid fee amount: 5000uchain,1u/chain',
		)
		const other = { type: 'tendermint/PubKeyMultisigThreshold', value: {} }
		expect(await refusedFee([{ denom: 'uchain' }, paid], [{ pub_key: other }])).toBe(
			`invalid pubkey: pubKey does not match signer address ${coins} with signer index: 0`,
		)
		const broken = await sendAndMine(legacy, legacy.port8, {
			method: 'POST',
			path: '/txs/encode',
			headers: {},
			body: '{',
		})
		expect(broken).toMatchObject({
			status: 400,
			body: '{"error":"cannot parse disfix JSON wrapper: unexpected end of JSON input"}',
		})
		const longKey = '{"type":"tendermint/PubKeySecp256k1","VALUE":"A5pFoa9upZd0EuiU5h1DaG6feqgKBNf9/OnullEhlvrSmurJ"}'
		for (const [to, text, error] of [
			['/txs/encode', 'null', 'JSON encoding of interfaces require non-empty type field.'],
			[
				'/txs',
				`{"tx":{"signatures":[{"pub_key":${longKey}}]}}`,
				'decodeReflectJSONArray: byte-length mismatch, got 36 want 33',
			],
		] as const) {
			const reply = await sendAndMine(legacy, legacy.port8, { method: 'POST', path: to, headers: {}, body: text })
			expect(reply, text).toMatchObject({ status: 400, body: JSON.stringify({ error }) })
		}
		const supplyAt = async (height: number) => {
			const asked = { method: 'GET', path: `/supply/total/uchain?height=${height}`, headers: {} }
			const { status, body } = await sendAndMine(legacy, legacy.port8, asked)
			return [status, JSON.parse(body).height ?? JSON.parse(body).error]
		}
		expect([await supplyAt(1), await supplyAt(2), await supplyAt(3)]).toEqual([
			[200, '1'],
			[200, '2'],
			[500, 'ABCIQuery: RPC error -32603 - Internal error: stored supply should not have been nil'],
		])
		const capital = await sendAndMine(legacy, legacy.port8, { method: 'GET', path: '/supply/total/Xyz', headers: {} })
		expect(capital).toMatchObject({ status: 500, body: expect.stringContaining('invalid denom: Xyz') })
		const denom = await sendAndMine(legacy, legacy.port8, { method: 'GET', path: '/supply/total/1', headers: {} })
		expect(denom).toMatchObject({
			status: 500,
			body: '{"error":"ABCIQuery: RPC error -32603 - Internal error: invalid denom: 1"}',
		})
	} finally {
		await legacy.close()
	}
})
