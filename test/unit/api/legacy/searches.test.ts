import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import type { TxRecord } from '../../../../src/chain/blockTypes.ts'
import { unsignedTx } from '../../../../src/client/tx/prepare.ts'
import { singleSignerInfo } from '../../../../src/client/tx/signerInfo.ts'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { txBytesOf } from '../../../../src/codec/txJson/txJson.ts'
import { sha256 } from '../../../../src/crypto/hash.ts'
import { AuthInfoSchema, SignerInfoSchema, TxSchema } from '../../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { openKeyring } from '../../../../src/keyring/openKeyring.ts'
import { toBase64, toHexUpper } from '../../../../src/util/bytes.ts'
import { legacyAsker } from './legacyAsker.ts'

const keyring = await openKeyring({ folder: undefined, settings: defaultChainSettings })
const { key } = await keyring.create('alice')
const greeting = (message: string) => ({
	typeUrl: '/chain.greet.v1beta1.MsgCreateGreet',
	value: { message, owner: key.address },
})
const vesting = {
	typeUrl: '/cosmos.vesting.v1beta1.MsgCreateVestingAccount',
	value: { fromAddress: key.address, toAddress: key.address, amount: [], endTime: 1n, delayed: false },
}

/** A transaction of one message in block `height`, whose events are those of a greeting. */
function recordOf(message: ReturnType<typeof greeting> | typeof vesting, height: number): TxRecord {
	const unsigned = unsignedTx(
		{ messages: [message], memo: '', timeoutHeight: 0n, feeGranter: '' },
		{ fee: [{ denom: 'uchain', amount: '1' }], gas: 1n },
	)
	const signerInfos = [create(SignerInfoSchema, singleSignerInfo(key, 'amino-json', 0n))]
	const authInfo = create(AuthInfoSchema, { ...unsigned.authInfo!, signerInfos })
	const tx = txBytesOf(create(TxSchema, { body: unsigned.body!, authInfo, signatures: [new Uint8Array(64)] }))
	const attributes = [
		{ key: 'action', value: '/chain.greet.v1beta1.MsgCreateGreet' },
		{ key: 'of', value: height % 2 === 0 ? 'even' : 'odd' },
	]
	const log = JSON.stringify([{ events: [{ type: 'message', attributes }] }])
	const result = { code: 0, codespace: '', data: tx.slice(0, 0), log, info: '', gasWanted: 1n, gasUsed: 1n, events: [] }
	return { hash: sha256(tx), height, index: 0, tx, result }
}

/** Asks both generations over a chain with one transaction in each block. */
function legacyOver(records: readonly TxRecord[]) {
	const searches: object[] = []
	const chain = {
		status: async () => ({ height: records.length, earliestHeight: 1 }),
		block: async (height: number) => ({ txs: [records[height - 1]!.tx] }),
		blockMeta: async () => ({ blockId: { hash: new Uint8Array(32) } }),
		header: async (height: number) => ({ time: { seconds: 1_767_225_600n + BigInt(height), nanos: 999_999_999 } }),
		tx: async (hash: Uint8Array) => records.find((record) => Buffer.compare(record.hash, hash) === 0),
		searchTxs: async ({
			query,
			page,
			perPage,
			order,
		}: {
			query: string
			page: bigint
			perPage: number
			order: string
		}) => {
			searches.push({ query, page, perPage, order })
			const from = Number(page - 1n) * perPage
			return { txs: records.slice(from, from + perPage), total: records.length }
		},
	}
	return { ask: legacyAsker({ chain }), searches }
}

const records = Array.from({ length: 230 }, (_, index) => recordOf(greeting(`${index}`), index + 1))

test('a search of generation 8 looks at every page of the chain, and pages what that generation would have found', async () => {
	const { ask, searches } = legacyOver(records)
	const found = async (query: string) => {
		const [status, body] = await ask(8, `/txs?message.action=create_greet${query}`)
		const { txs, ...counts } = body as { txs: readonly { height: string; timestamp: string }[] }
		return [status, counts, txs.map(({ height }) => Number(height))]
	}
	const counts = (count: string, page_number: string, page_total: string, limit: string, total_count = '230') => ({
		total_count,
		count,
		page_number,
		page_total,
		limit,
	})
	const from = (first: number, length: number, step = 1) => Array.from({ length }, (_, index) => first + index * step)
	expect(await found('')).toEqual([200, counts('30', '1', '8', '30'), from(1, 30)])
	const query = "message.action='/chain.greet.v1beta1.MsgCreateGreet'"
	expect(searches).toEqual([1n, 2n, 3n].map((page) => ({ query, page, perPage: 100, order: 'asc' })))
	expect(await found('&page=8')).toEqual([200, counts('20', '8', '8', '30'), from(211, 20)])
	expect(await found('&page=3&limit=100')).toEqual([200, counts('30', '3', '3', '100'), from(201, 30)])
	// The engine gives no more than 100 at a time, which the total of pages does not know.
	expect(await found('&page=2&limit=1000')).toEqual([200, counts('100', '2', '1', '1000'), from(101, 100)])
	expect(await found('&message.of=even&page=2&limit=100')).toEqual([
		200,
		counts('15', '2', '2', '100', '115'),
		from(202, 15, 2),
	])
	expect(await found('&message.of=neither')).toEqual([200, counts('0', '1', '0', '30', '0'), []])
	const beyond = (pages: number, page: number) => [
		500,
		{ error: `TxSearch: RPC error -32603 - Internal error: page should be within [0, ${pages}] range, given ${page}` },
	]
	expect(await ask(8, '/txs?message.action=create_greet&page=9')).toEqual(beyond(8, 9))
	expect(await ask(8, '/txs?message.of=neither&page=2')).toEqual(beyond(1, 2))
	const one = await ask(8, `/txs/${toHexUpper(records[6]!.hash)}`)
	expect(one).toMatchObject([200, { height: '7', timestamp: '2026-01-01T00:00:07Z' }])
	// Conditions on blocks are the engine's alone, and a hash of that generation is searched as this chain's.
	expect(await found('&tx.minheight=3')).toEqual(await found(''))
	const { txhash: id } = one[1] as { txhash: string }
	expect(id).not.toBe(toHexUpper(records[6]!.hash))
	for (const [asked, searched] of [
		[id, toHexUpper(records[6]!.hash)],
		[toHexUpper(records[6]!.hash), toHexUpper(records[6]!.hash)],
		['AB', 'AB'],
		['xyz', 'xyz'],
	]) {
		searches.length = 0
		expect((await ask(8, `/txs?tx.hash=${asked}`))[0]).toBe(200)
		expect(searches[0]).toMatchObject({ query: `tx.hash='${searched}'`, page: 1n })
	}
})

test('a search of generation 9 asks the engine for the page, and counts pages by the limit', async () => {
	const { ask, searches } = legacyOver(records)
	expect(await ask(9, '/txs?message.action=x&page=2&limit=1000')).toMatchObject([
		200,
		{ total_count: '230', count: '100', page_number: '2', page_total: '1', limit: '1000' },
	])
	expect(await ask(9, '/txs?message.action=x&tx.minheight=3&tx.maxheight=5&tx.height=4')).toMatchObject([
		200,
		{ total_count: '230', count: '30', page_number: '1', page_total: '8', limit: '30' },
	])
	expect(searches).toEqual([
		{ query: "message.action='x'", page: 2n, perPage: 100, order: 'asc' },
		{
			query: "message.action='x' AND tx.height>=3 AND tx.height<=5 AND tx.height=4",
			page: 1n,
			perPage: 30,
			order: 'asc',
		},
	])
	expect(await legacyOver([]).ask(9, '/txs?message.action=x')).toEqual([
		200,
		{ total_count: '0', page_number: '1', page_total: '0', limit: '30' },
	])
})

test.each([8, 9] as const)('a search of generation %d is refused as the framework refuses it', async (generation) => {
	const { ask } = legacyOver(records)
	const refused = (status: number, error: string) => [status, { error }]
	expect(await ask(generation, '/txs')).toEqual([200, null])
	for (const zero of ['0', '00', '-0', '%2B0'])
		expect(await ask(generation, `/txs?height=${zero}&a=b`)).toEqual([200, []])
	expect(await ask(generation, '/txs?height=-1')).toEqual(refused(400, 'height must be equal or greater than zero'))
	expect(await ask(generation, '/txs?a=%zz')).toEqual(
		refused(400, 'failed to parse query parameters: invalid URL escape "%zz"'),
	)
	expect(await ask(generation, '/txs?page=1')).toEqual(refused(500, 'must declare at least one event to search'))
	for (const name of ['page', 'limit']) {
		const told = (value: string) => ask(generation, `/txs?message.action=x&${name}=${value}`)
		expect(await told('0')).toEqual(refused(400, `${name} must greater than 0`))
		expect(await told('-1')).toEqual(refused(400, `${name} must greater than 0`))
		for (const text of ['x', '1a'])
			expect(await told(text)).toEqual(refused(400, `strconv.Atoi: parsing "${text}": invalid syntax`))
		expect(await told('9223372036854775808')).toEqual(
			refused(400, 'strconv.Atoi: parsing "9223372036854775808": value out of range'),
		)
	}
})

test('a transaction without an amino form is refused wherever generations would show it', async () => {
	const record = recordOf(vesting, 1)
	const { ask } = legacyOver([record])
	const hash = toHexUpper(record.hash)
	const refused = (route: string) => [
		500,
		{
			error:
				'this transaction cannot be displayed via legacy REST endpoints, because it does not support Amino serialization. ' +
				'Please either use CLI, gRPC, gRPC-gateway, or directly query the Tendermint RPC endpoint to query this transaction. ' +
				`The new REST endpoint (via gRPC-gateway) is ${route}. Please also see theREST endpoints migration guide at ` +
				'https://docs.cosmos.network/master/migrations/rest.html for more info',
		},
	]
	const body = JSON.stringify({ tx: toBase64(record.tx) })
	expect(await ask(9, `/txs/${hash}`)).toEqual(refused('/cosmos/tx/v1beta1/txs/{txhash}'))
	expect(await ask(9, '/txs?message.action=x')).toEqual(refused('/cosmos/tx/v1beta1/txs'))
	expect(await ask(9, '/txs/decode', body)).toEqual(refused('/cosmos/tx/v1beta1/txs/decode'))
	const error =
		'this transaction has no amino form, which generation 8 needs: cosmos.vesting.v1beta1.MsgCreateVestingAccount has no amino name'
	expect(await ask(8, `/txs/${hash}`)).toEqual([500, { error }])
	expect(await ask(8, '/txs?message.of=odd')).toEqual([500, { error }])
})

test.each([8, 9] as const)(
	'a transaction that generation %d does not find is missing, or unreadable',
	async (generation) => {
		const { ask } = legacyOver([])
		const hash = 'AB'.repeat(32)
		const text = `tx (${hash}) not found`
		const told = (status: number, error: string) => [status, { error }]
		const rpc = generation === 8 ? 'Tx: RPC error -32603 - Internal error: ' : ''
		expect(await ask(generation, `/txs/${hash}`)).toEqual(told(404, rpc + text))
		expect(await ask(generation, `/txs/${hash.toLowerCase()}`)).toEqual(told(500, rpc + text))
		expect(await ask(generation, '/txs/A')).toEqual(told(500, 'encoding/hex: odd length hex string'))
		expect(await ask(generation, `/txs/${hash}?height=-1`)).toEqual(
			told(400, 'height must be equal or greater than zero'),
		)
		for (const text of ['x', '1a'])
			expect(await ask(generation, `/txs/${hash}?height=${text}`)).toEqual(
				told(400, `strconv.ParseInt: parsing "${text}": invalid syntax`),
			)
	},
)

// cosmos-sdk v0.44.5 x/auth/tx/query.go, v0.39.2 x/auth/client/utils/query.go: what is found is read before it is converted.
test.each([8, 9] as const)(
	'a transaction of a block that cannot be read is a fault of the server for generation %d, found or searched',
	async (generation) => {
		const tx = Uint8Array.of(0x0a, 9, 1)
		const record = { ...records[0]!, tx, hash: sha256(tx) }
		const { ask } = legacyOver([record])
		const unread = [500, { error: expect.stringMatching(/: tx parse error$/) }]
		expect(await ask(generation, `/txs/${toHexUpper(record.hash)}`)).toEqual(unread)
		expect(await ask(generation, '/txs?tx.height=1')).toEqual(unread)
	},
)

test.each([8, 9] as const)(
	'a transaction of a block whose multisignature cannot be read is refused by generation %d, found or searched',
	async (generation) => {
		const unsigned = unsignedTx(
			{ messages: [greeting('together')], memo: '', timeoutHeight: 0n, feeGranter: '' },
			{ fee: [{ denom: 'uchain', amount: '1' }], gas: 1n },
		)
		const signer = {
			...singleSignerInfo(key, 'amino-json', 0n),
			modeInfo: { sum: { case: 'multi' as const, value: {} } },
		}
		const authInfo = create(AuthInfoSchema, {
			...unsigned.authInfo!,
			signerInfos: [create(SignerInfoSchema, signer)],
		})
		const signatures = [Uint8Array.of(0x0a, 9, 1)]
		const tx = txBytesOf(create(TxSchema, { body: unsigned.body!, authInfo, signatures }))
		const record = { ...records[0]!, tx, hash: sha256(tx) }
		const { ask } = legacyOver([record])
		const unread = [generation === 8 ? 500 : 400, { error: expect.stringMatching(/unexpected EOF/) }]
		expect(await ask(generation, `/txs/${toHexUpper(record.hash)}`)).toEqual(unread)
		expect(await ask(generation, '/txs?tx.height=1')).toEqual(unread)
	},
)

test.each([8, 9] as const)(
	'a fault of the node itself is one for generation %d too, even where it names the transaction',
	async (generation) => {
		const hash = 'AB'.repeat(32)
		const data = `no file of ${hash}`
		const ask = legacyAsker({ chain: { tx: () => Promise.reject(new Error(data)) } })
		expect(await ask(generation, `/txs/${hash}`)).toMatchObject([500, { error: { message: 'Internal error', data } }])
	},
)

test.each([8, 9] as const)(
	'a transaction whose header is gone is shown by generation %d at the beginning of time',
	async (generation) => {
		const [record] = records
		const ask = legacyAsker({ chain: { tx: async () => record, header: async () => undefined } })
		const hash = toHexUpper(record!.hash)
		expect(await ask(generation, `/txs/${hash}`)).toMatchObject([200, { timestamp: '1970-01-01T00:00:00Z' }])
	},
)

test('a transaction that failed is shown by generation 8 with its codespace, and is found by whole conditions alone', async () => {
	const result = { ...records[0]!.result, code: 5, codespace: 'sdk', log: 'too few: insufficient funds' }
	const failed = legacyOver([{ ...records[0]!, result }])
	expect(await failed.ask(8, `/txs/${toHexUpper(records[0]!.hash)}`)).toMatchObject([
		200,
		{ height: '1', codespace: 'sdk', code: 5, raw_log: 'insufficient funds: too few' },
	])
	const { ask } = legacyOver(records.slice(0, 3))
	expect(await ask(8, '/txs?message.of=odd')).toMatchObject([200, { total_count: '2' }])
	expect(await ask(8, '/txs?message.other=odd')).toMatchObject([200, { total_count: '0' }])
})

test('a transaction that a client sends to be decoded is shown at no height by generation 9, unless it cannot be read', async () => {
	const { ask } = legacyOver([])
	const decoded = (tx: Uint8Array) => ask(9, '/txs/decode', JSON.stringify({ tx: toBase64(tx) }))
	expect(await decoded(records[6]!.tx)).toMatchObject([200, { height: '0', result: { memo: '', msg: [{}] } }])
	expect(await decoded(Uint8Array.of(0x0a, 9, 1))).toEqual([400, { error: expect.stringMatching(/: tx parse error$/) }])
})
