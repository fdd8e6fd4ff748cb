import { create } from '@bufbuild/protobuf'
import { describe, expect, test } from 'vitest'
import type { PlaceSpeech } from '../../../../src/client/places/places.ts'
import { placeConnection } from '../../../../src/client/rpc/placeConnection.ts'
import { ChainError } from '../../../../src/errors/ChainError.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { Query as Auth } from '../../../../src/gen/cosmos/auth/v1beta1/query_pb.js'
import { Query as Bank } from '../../../../src/gen/cosmos/bank/v1beta1/query_pb.js'
import { Msg as Messages } from '../../../../src/gen/cosmos/bank/v1beta1/tx_pb.js'
import { Service } from '../../../../src/gen/cosmos/tx/v1beta1/service_pb.js'
import { type Answers, providerOf, Reply } from '../places/provider.ts'

async function placeOf(speaks: PlaceSpeech, answers: Answers, key?: string) {
	const { url, asked } = await providerOf(answers)
	const options = key === undefined ? {} : { apiKey: async () => key }
	return { url, asked, place: placeConnection({ url: `${url}/`, speaks }, options) }
}
const header = { chain_id: 'kite-1', height: '26', time: '2026-01-02T03:04:05Z' }
const latest = '/cosmos/base/tendermint/v1beta1/blocks/latest'
const told = {
	node_info: { network: 'kite-1', version: '', moniker: '', id: '' },
	sync_info: {
		latest_block_height: '26',
		latest_block_time: '2026-01-02T03:04:05Z',
		latest_app_hash: 'ABCD',
		catching_up: false,
	},
}
const hash = Buffer.from('abcd', 'hex').toString('base64')

describe('what a place of another protocol tells of its chain', () => {
	test.each<[PlaceSpeech, Answers, object]>([
		['rest 8', { '/blocks/latest': { block: { header: { ...header, app_hash: 'ABCD' } } } }, told],
		['rest 9', { [latest]: { block: { header: { ...header, app_hash: hash } } } }, told],
		[
			'rest 9',
			{ [latest]: { block: { header: {} } } },
			{
				node_info: { ...told.node_info, network: '' },
				sync_info: { ...told.sync_info, latest_block_height: '0', latest_block_time: '', latest_app_hash: '' },
			},
		],
		[
			'evm',
			{ eth_chainId: '0x8ae', eth_getBlockByNumber: { number: '0x1a', timestamp: '0x695735a5', stateRoot: '0xabcd' } },
			{
				node_info: { ...told.node_info, network: '2222' },
				sync_info: { ...told.sync_info, latest_block_time: '2026-01-02T03:04:05.000Z' },
			},
		],
	])('the status of a place of %s that answers %j', async (speaks, answers, status) => {
		const { place, asked } = await placeOf(speaks, answers, 'secret')
		expect(await place.call('status')).toEqual(status)
		expect(new Set(asked.map(({ headers }) => headers['x-api-key']))).toEqual(new Set(['secret']))
		expect(place).toMatchObject({ kind: 'remote', protocol: speaks })
		if (speaks === 'evm') {
			expect(asked.map(({ text }) => text).sort()).toEqual(['eth_chainId []', 'eth_getBlockByNumber ["latest",false]'])
		}
	})

	test.each<[PlaceSpeech, string]>([
		['rest 8', 'REST of generation 8'],
		['rest 9', 'REST of generation 9'],
		['evm', 'EVM JSON-RPC'],
	])('a place of %s refuses what it does not offer as a node refuses an unknown method', async (speaks, words) => {
		const { place, url, asked } = await placeOf(speaks, {})
		const refusal = { code: -32601, message: `Method not found: ${url} offers ${words} only` }
		await expect(place.call('net_info')).rejects.toMatchObject(refusal)
		if (speaks !== 'rest 9') {
			const query = place.query!(Auth.method.params, create(Auth.method.params.input, {}))
			await expect(query).rejects.toMatchObject(refusal)
		}
		expect(asked).toEqual([])
	})

	test('a place that refuses for want of a key is told so, and one that is not there does not answer', async () => {
		for (const status of [401, 403]) {
			const { place, url } = await placeOf('rest 9', { [latest]: new Reply(status, '{}') })
			await expect(place.call('status')).rejects.toEqual(
				new UserError(`${url} refuses without the right key.`, {
					why: `HTTP ${status}.`,
					next: 'Edit the place and give its key.',
				}),
			)
		}
		const gone = placeConnection({ url: 'http://127.0.0.1:2', speaks: 'rest 9' }, { chosenBy: '--node' })
		await expect(gone.call('status')).rejects.toMatchObject({
			message: 'http://127.0.0.1:2 does not answer.',
			next: 'Check --node.',
		})
	})
})

describe('what REST of generation 9 answers', () => {
	const wide = create(Bank.method.allBalances.input, {
		address: 'kite1a',
		pagination: { limit: 5n, key: Uint8Array.of(255), countTotal: true, offset: 0n },
	})
	const params = { params: { max_memo_characters: '256', a_new_field: 1 } }

	test('a query is asked by its path, and its other fields by their dotted names without defaults', async () => {
		const path =
			'/cosmos/bank/v1beta1/balances/kite1a?pagination.key=%2Fw%3D%3D&pagination.limit=5&pagination.count_total=true'
		const { place, asked } = await placeOf('rest 9', {
			[path]: { balances: [{ denom: 'ukite', amount: '7' }], pagination: { next_key: null, total: '1' } },
			'/cosmos/auth/v1beta1/params': params,
		})
		const found = await place.query!(Bank.method.allBalances, wide)
		expect(found).toMatchObject({ balances: [{ denom: 'ukite', amount: '7' }], pagination: { total: 1n } })
		const auth = await place.query!(Auth.method.params, create(Auth.method.params.input, {}))
		expect(auth).toMatchObject({ params: { maxMemoCharacters: 256n } })
		expect(asked.map(({ text }) => text)).toEqual([path, '/cosmos/auth/v1beta1/params'])
	})

	test('an account of the EVM is read as of any other kind', async () => {
		const account = { '@type': '/ethermint.types.v1.EthAccount', base_account: { sequence: '3' }, code_hash: '0x00' }
		const { place } = await placeOf('rest 9', { '/cosmos/auth/v1beta1/accounts/kite1a': { account } })
		const { method } = Auth
		const reply = await place.query!(method.account, create(method.account.input, { address: 'kite1a' }))
		const packed = reply as { readonly account?: { readonly typeUrl: string; readonly value: Uint8Array } }
		expect(packed.account?.typeUrl).toBe('/ethermint.types.v1.EthAccount')
		expect(Buffer.from(packed.account!.value).toString('hex')).toBe('0a0220031204' + '30783030')
	})

	test('a query leaves out what has no value', async () => {
		const path = '/cosmos/bank/v1beta1/balances/kite1a'
		const { place, asked } = await placeOf('rest 9', { [path]: {}, [`${path}?pagination.limit=5`]: {} })
		const input = Bank.method.allBalances.input
		await place.query!(Bank.method.allBalances, create(input, { address: 'kite1a' }))
		await place.query!(Bank.method.allBalances, create(input, { address: 'kite1a', pagination: { limit: 5n } }))
		expect(asked.map(({ text }) => text)).toEqual([path, `${path}?pagination.limit=5`])
	})

	test('a query of POST has all its fields in the body', async () => {
		const { place, asked } = await placeOf('rest 9', {
			'/cosmos/tx/v1beta1/simulate': { gas_info: { gas_used: '5' }, result: null },
		})
		const request = create(Service.method.simulate.input, { txBytes: Uint8Array.of(255) })
		expect(await place.query!(Service.method.simulate, request)).toMatchObject({ gasInfo: { gasUsed: 5n } })
		expect(asked.map(({ text }) => text)).toEqual(['/cosmos/tx/v1beta1/simulate{"tx":null,"tx_bytes":"/w=="}'])
	})

	test('a query that has no path of REST is refused as a node refuses an unknown method', async () => {
		const { place, asked } = await placeOf('rest 9', {})
		const { send } = Messages.method
		await expect(place.query!(send, create(send.input, {}))).rejects.toMatchObject({
			...{ code: -32601, message: 'Method not found: cosmos.bank.v1beta1.Msg.Send has no REST path' },
		})
		expect(asked).toEqual([])
	})

	test('a query of an older height is refused, and nothing is asked', async () => {
		const { place, asked } = await placeOf('rest 9', { '/cosmos/auth/v1beta1/params': params })
		const query = place.query!(Auth.method.params, create(Auth.method.params.input, {}), 5)
		await expect(query).rejects.toMatchObject({ code: -32602, data: 'over REST only the newest block is read' })
		expect(asked).toEqual([])
	})

	test.each<[string, Reply, object]>([
		[
			'a missing item',
			new Reply(404, '{"code":5,"message":"no such account"}'),
			{ codespace: 'sdk', code: 22, log: 'no such account: key not found' },
		],
		[
			'another code',
			new Reply(400, '{"code":3,"message":"bad address"}'),
			{ codespace: 'sdk', code: 3, log: 'bad address' },
		],
		['an error without a code', new Reply(500, '{"error":"broken"}'), { codespace: 'sdk', code: 1, log: 'broken' }],
		['an error without words', new Reply(400, '{}'), { codespace: 'sdk', code: 1, log: 'HTTP 400' }],
	])('a refusal of the gateway for %s is one of the chain', async (_name, reply, refusal) => {
		const { place } = await placeOf('rest 9', { '/cosmos/auth/v1beta1/params': reply })
		const query = place.query!(Auth.method.params, create(Auth.method.params.input, {}))
		await expect(query).rejects.toBeInstanceOf(ChainError)
		await expect(query).rejects.toMatchObject(refusal)
	})

	test('a reply that is no JSON is an error of the place', async () => {
		const { place } = await placeOf('rest 9', { [latest]: new Reply(200, '<html>') })
		await expect(place.call('status')).rejects.toMatchObject({
			code: -32603,
			message: 'Internal error: HTTP 200 and no JSON',
		})
	})

	test('a transaction is broadcast, found by its hash, and its block gives the time', async () => {
		const sent = { code: 5, codespace: 'sdk', raw_log: 'no coins', txhash: 'AB' }
		const found = {
			txhash: 'ABCD',
			height: '26',
			code: 5,
			raw_log: 'no coins',
			codespace: 'sdk',
			gas_wanted: '9',
			gas_used: '8',
			events: [{ type: 'a', attributes: [] }],
		}
		const { place, asked } = await placeOf('rest 9', {
			'/cosmos/tx/v1beta1/txs': () => ({ tx_response: sent }),
			'/cosmos/tx/v1beta1/txs/ABCD': { tx: { body: { memo: 'hi' }, a_new_field: 1 }, tx_response: found },
			'/cosmos/tx/v1beta1/txs/AB01': { tx: {}, tx_response: { txhash: 'AB01', height: '27' } },
			'/cosmos/base/tendermint/v1beta1/blocks/26': { block: { header } },
		})
		expect(await place.call('broadcast_tx_sync', { tx: 'AQI=' })).toEqual({
			code: 5,
			codespace: 'sdk',
			log: 'no coins',
			data: '',
			hash: 'AB',
		})
		expect(asked[0]?.text).toBe('/cosmos/tx/v1beta1/txs{"tx_bytes":"AQI=","mode":"BROADCAST_MODE_SYNC"}')
		expect(await place.call('tx', { hash })).toEqual({
			hash: 'ABCD',
			height: '26',
			index: 0,
			tx_result: {
				code: 5,
				log: 'no coins',
				codespace: 'sdk',
				gas_wanted: '9',
				gas_used: '8',
				events: [{ type: 'a', attributes: [] }],
			},
			// The memo is the second field of the body, which is the first of the transaction.
			tx: Buffer.from([0x0a, 4, 0x12, 2, 0x68, 0x69]).toString('base64'),
		})
		const good = await place.call('tx', { hash: Buffer.from('ab01', 'hex').toString('base64') })
		expect(good).toMatchObject({ hash: 'AB01', height: '27', tx: '', tx_result: { code: 0, log: '', events: [] } })
		expect(await place.call('blockchain', { minHeight: '26', maxHeight: '26' })).toEqual({
			last_height: '26',
			block_metas: [{ header }],
		})
	})
})

test('a place that sends no events says so to who subscribes, and has its key for who needs it', async () => {
	const { place } = await placeOf('rest 9', {}, 'secret')
	expect(await place.apiKey?.()).toBe('secret')
	expect((await placeOf('rest 9', {})).place).not.toHaveProperty('apiKey')
	const states: unknown[] = []
	const listen = () =>
		place.subscribe(
			'a',
			() => {},
			(state) => states.push(state),
		)
	listen()()
	const end = listen()
	await new Promise<void>((resolve) => setImmediate(resolve))
	expect(states).toEqual([{ up: false, reason: 'it sends none' }])
	end()
	await place.close()
})

test('a transaction that is broadcast over REST without a code is taken', async () => {
	const { place } = await placeOf('rest 9', { '/cosmos/tx/v1beta1/txs': { tx_response: {} } })
	expect(await place.call('broadcast_tx_sync', { tx: 'AQI=' })).toEqual({
		...{ code: 0, codespace: '', log: '', data: '', hash: '' },
	})
})
