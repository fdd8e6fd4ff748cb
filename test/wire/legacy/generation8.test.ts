import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
	'txs-decode',
	'txs-errors',
	'txs-post',
	'txs-query',
] as const

const blocks = 'blocks are of another engine'
const gas = 'gas is counted by another chain'
const bytes = 'transactions have protobuf bytes here, amino bytes there'

/** Rows that cannot be equal over another engine, with the reason: 14 of 271. Everything else must be. */
const own: Readonly<Record<string, string>> = {
	'routes: node info': 'the name of the program',
	'routes: node info with empty query': 'the name of the program',
	'routes: first block': blocks,
	'routes: second block': blocks,
	'routes: latest block': blocks,
	'transfers: transfer: estimate only': gas,
	'transfers: transfer: estimate the gas, then make the tx': gas,
	'txs-decode: encode': bytes,
	'txs-decode: decode': bytes,
	'txs-decode: decode: not a tx': bytes,
	'txs-errors: out of gas for the size of the tx': gas,
	'txs-errors: out of gas for the signature': gas,
	'txs-errors: out of gas before the messages, block': gas,
	'txs-errors: out of gas in a message': gas,
}

/** What is refused here: bytes that are no transaction. */
const refused = ['txs-decode: decode']

describe.each(files)('recorded generation 8: %s', (file) => {
	let legacy: LegacyNode
	/** This chain's hash of each recorded transaction: hashes are of other bytes. */
	const hashes = new Map<string, string>()

	beforeAll(async () => {
		legacy = await startLegacyNode(golden('legacy/accounts-8-9.genesis9.json'))
		await legacy.mineTo(3)
	})
	afterAll(() => legacy.close())

	for (const row of JSON.parse(golden(`legacy/rest8-${file}.json`)) as readonly Row[]) {
		test(row.name, async () => {
			const path = withHashes(row.request.path, hashes)
			const got = await sendAndMine(legacy, legacy.port8, { ...row.request, path })
			if (row.wait === 'commit') await legacy.node.engine.mine()
			if (row.request.method === 'POST') remember(hashes, row.response.body, got.body)
			const want = { ...row.response, body: withHashes(row.response.body, hashes) }
			const volatile = [...row.volatile, ...ownValues(row)]
			const expected = comparable(want, volatile, want)
			const id = `${file}: ${row.name}`
			const reason = own[id]
			if (reason === undefined) expect(comparable(got, volatile, want)).toEqual(expected)
			else if (refused.includes(id)) expect(got.status, reason).toBe(400)
			else expect(shapeOf(got), reason).toEqual(shapeOf(want))
		})
	}
})

function remember(hashes: Map<string, string>, recorded: string, got: string): void {
	const pattern = /"txhash":"([0-9A-F]{64})"/
	const [, theirs] = pattern.exec(recorded) ?? []
	const [, ours] = pattern.exec(got) ?? []
	if (theirs !== undefined && ours !== undefined) hashes.set(theirs, ours)
}

function withHashes(text: string, hashes: ReadonlyMap<string, string>): string {
	let out = text
	for (const [theirs, ours] of hashes) {
		out = out.replaceAll(theirs, ours).replaceAll(theirs.toLowerCase(), ours.toLowerCase())
	}
	return out
}

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

test('refuses a simulation and a bad denomination in its own words', async () => {
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
		const denom = await sendAndMine(legacy, legacy.port8, { method: 'GET', path: '/supply/total/1', headers: {} })
		expect(denom).toMatchObject({
			status: 500,
			body: '{"error":"ABCIQuery: RPC error -32603 - Internal error: invalid denom: 1"}',
		})
	} finally {
		await legacy.close()
	}
})
