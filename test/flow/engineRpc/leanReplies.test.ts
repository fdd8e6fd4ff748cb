import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ChainEvent } from '../../../src/chain/ChainEvent.ts'
import type { ChainReader } from '../../../src/chain/ChainReader.ts'
import type { TxPool } from '../../../src/chain/TxPool.ts'
import { createEngineReader } from '../../../src/engineRpc/createEngineReader.ts'
import { createEngineTxPool } from '../../../src/engineRpc/createEngineTxPool.ts'
import { EngineClient } from '../../../src/engineRpc/EngineClient.ts'
import { UserError } from '../../../src/errors/UserError.ts'
import { until } from '../client/testChain.ts'
import { type AnsweringEngine, answeringEngine } from './answeringEngine.ts'

// Go leaves members at their zero value out of JSON, and writes an empty list as null. The replies of a CometBFT 0.34.34,
// without what does not matter here.
const open: AnsweringEngine[] = []
afterEach(async () => {
	await Promise.all(open.splice(0).map((engine) => engine.close()))
})

async function engineWith(
	reply: Parameters<typeof answeringEngine>[0],
	socketReplies?: readonly (object | string)[],
): Promise<{ readonly reader: ChainReader; readonly pool: TxPool; readonly client: EngineClient }> {
	const engine = await answeringEngine(reply, socketReplies)
	open.push(engine)
	const client = new EngineClient(engine.url)
	return { reader: createEngineReader(client), pool: createEngineTxPool(client), client }
}

const hash = 'AB'.repeat(32)
const blockId = { hash, parts: { total: 1, hash } }
const header = {
	version: {},
	chain_id: 'c',
	height: '7',
	time: '2026-01-01T00:00:00.5Z',
	last_block_id: { hash: '', parts: { total: 0, hash: '' } },
	last_commit_hash: '',
	data_hash: '',
	validators_hash: hash,
	next_validators_hash: hash,
	consensus_hash: hash,
	app_hash: '',
	last_results_hash: '',
	evidence_hash: '',
	proposer_address: 'CD'.repeat(20),
}
const lastCommit = { height: '0', round: 0, block_id: blockId, signatures: [] }
const nothing = {
	code: 0,
	codespace: '',
	data: new Uint8Array(),
	log: '',
	info: '',
	gasWanted: 0n,
	gasUsed: 0n,
	events: [],
}

describe('a reply without what is zero', () => {
	test('a reply without what is zero is read for results: a transaction, an event without attributes, a validator that leaves', async () => {
		const { reader } = await engineWith({
			result: {
				height: '7',
				txs_results: [
					{},
					{
						code: 5,
						events: [
							{ type: 'transfer', attributes: null },
							{ type: 'x', attributes: [{ key: 'YQ==', value: null }] },
						],
					},
				],
				begin_block_events: null,
				validator_updates: [
					{ pub_key: { Sum: { type: 'tendermint.crypto.PublicKey_Ed25519', value: { ed25519: 'AQI=' } } } },
				],
				consensus_param_updates: { block: { max_bytes: '1', max_gas: '2' }, version: {} },
			},
		})
		expect(await reader.blockResults(7)).toEqual({
			height: 7,
			txs: [
				nothing,
				{
					...nothing,
					code: 5,
					events: [
						{ type: 'transfer', attributes: [] },
						{ type: 'x', attributes: [{ key: 'a', value: '', index: false }] },
					],
				},
			],
			beginBlockEvents: [],
			endBlockEvents: [],
			validatorUpdates: [{ pubKey: Uint8Array.of(1, 2), power: 0n }],
			consensusParamUpdates: { block: { maxBytes: 1n, maxGas: 2n }, version: { appVersion: 0n } },
		})
	})

	test('a reply without what is zero is read for a height: a block without transactions, its head, parameters without a version of the application', async () => {
		const block = { header, data: { txs: null }, last_commit: lastCommit }
		const asBlock = await engineWith({ result: { block_id: blockId, block } })
		expect(await asBlock.reader.block(7)).toMatchObject({
			header: { version: { block: 0n, app: 0n }, height: 7, time: { nanos: 500_000_000 } },
			txs: [],
			lastCommit: { signatures: [] },
		})
		const meta = { block_id: blockId, block_size: '9', header, num_txs: '0' }
		const asMetas = await engineWith({
			result: { last_height: '8', block_metas: [null, { ...meta, header: { ...header, height: '8' } }, meta] },
		})
		expect(await asMetas.reader.blockMeta(7)).toMatchObject({ blockSize: 9, header: { height: 7 }, numTxs: 0 })
		expect(await asMetas.reader.header(9)).toBeUndefined()
		const consensus_params = {
			block: { max_bytes: '1', max_gas: '-1', time_iota_ms: '1000' },
			evidence: { max_age_num_blocks: '3', max_age_duration: '4', max_bytes: '5' },
			validator: { pub_key_types: ['ed25519'] },
			version: {},
		}
		const asParams = await engineWith({ result: { block_height: '7', consensus_params } })
		expect(await asParams.reader.consensusParams(7)).toMatchObject({
			version: { appVersion: 0n },
			block: { maxGas: -1n },
		})
	})

	test.each([
		['block', {}],
		['heightByHash', { block: null }],
	])('a block that is not there is none by %s', async (read, result) => {
		const { reader } = await engineWith({ result: { block_id: blockId, ...result } })
		expect(await (read === 'block' ? reader.block(7) : reader.heightByHash(new Uint8Array(32)))).toBeUndefined()
	})

	test('null in replies of searches and the mempool is none', async () => {
		const { reader, pool } = await engineWith({ result: { txs: null, blocks: null, total_count: '0', n_txs: '0' } })
		const request = { query: 'tx.height>0', page: 1n, perPage: 10, order: 'asc' } as const
		expect(await reader.searchTxs(request)).toEqual({ txs: [], total: 0 })
		expect(await reader.searchBlocks(request)).toEqual({ heights: [], total: 0 })
		expect(await pool.mempoolTxs(5)).toEqual([])
	})

	test('validators who are more than a page are all read, and an empty page ends it', async () => {
		const validator = {
			address: 'CD'.repeat(20),
			pub_key: { type: 'x', value: 'AQI=' },
			voting_power: '5',
			proposer_priority: '-3',
		}
		const asked: unknown[] = []
		const three = await engineWith(({ params }) => {
			asked.push(params)
			const voting_power = String(params.page)
			return { result: { block_height: '7', validators: [{ ...validator, voting_power }], count: '1', total: '3' } }
		})
		expect((await three.reader.validators(7))?.map(({ power }) => power)).toEqual([1n, 2n, 3n])
		expect(asked).toEqual(['1', '2', '3'].map((page) => ({ height: '7', page, per_page: '100' })))
		const none = await engineWith({ result: { block_height: '7', validators: [], count: '0', total: '3' } })
		expect(await none.reader.validators(7)).toEqual([])
	})
})

describe('what an engine gives in parts or after a while', () => {
	test('what an engine has of its genesis in pieces is put together, wherever a piece ends', async () => {
		const text = '{"genesis_time":"2026-01-01T00:00:00Z","chain_id":"chain-é","app_state":{"a":1}}'
		const bytes = Buffer.from(text)
		const middle = text.indexOf('é') + 1
		const pieces = [bytes.subarray(0, 9), bytes.subarray(9, middle), bytes.subarray(middle)]
		const asked: unknown[] = []
		const { reader } = await engineWith(({ method, params }) => {
			asked.push([method, params.chunk])
			return { result: { chunk: params.chunk, total: '3', data: pieces[Number(params.chunk)]?.toString('base64') } }
		})
		expect(await reader.genesis()).toMatchObject({ chainId: 'chain-é', appState: '{"a":1}' })
		expect(asked).toEqual(['0', '1', '2'].map((chunk) => ['genesis_chunked', chunk]))
	})

	test('what an engine tells of a transaction in a block has its result, and the wait for it a second more than asked for', async () => {
		const waited = vi.spyOn(AbortSignal, 'timeout')
		try {
			const of = (height: string) =>
				engineWith({ result: { check_tx: {}, deliver_tx: { code: 5, gas_used: '9' }, hash, height } })
			const { pool, client } = await of('1')
			const deliverTx = { ...nothing, code: 5, gasUsed: 9n }
			const bytes = new Uint8Array(32).fill(0xab)
			expect(await pool.broadcastTxCommit(Uint8Array.of(1))).toEqual({
				checkTx: nothing,
				deliverTx,
				hash: bytes,
				height: 1,
			})
			const refused = await (await of('0')).pool.broadcastTxCommit(Uint8Array.of(1), 500)
			expect(refused).toEqual({ checkTx: nothing, deliverTx: undefined, hash: bytes, height: 0 })
			await client.call('health')
			expect(waited.mock.calls).toEqual([[11_000], [1_500], [30_000]])
		} finally {
			waited.mockRestore()
		}
	})
})

describe('an event without what is zero', () => {
	const data = (type: string, value: object, events?: object) => ({
		jsonrpc: '2.0',
		id: 1,
		result: {
			query: 'q',
			data: { type: `tendermint/event/${type}`, value },
			...(events === undefined ? {} : { events }),
		},
	})
	const confirmed = { jsonrpc: '2.0', id: 1, result: {} }

	test('an event without what is zero is read, and one of a kind that nobody reads is passed over', async () => {
		const { reader, client } = await engineWith({}, [
			confirmed,
			data('NewRound', { height: '7', round: 0, step: 'x' }),
			data('Tx', { TxResult: { height: '7', tx: 'AQI=', result: {} } }, { 'tx.hash': [hash] }),
			data('NewBlockHeader', { header }),
			data(
				'NewBlock',
				{ block: { header, data: { txs: ['AQI='] }, last_commit: lastCommit }, result_end_block: {} },
				{},
			),
		])
		const heard: ChainEvent[] = []
		const stop = await reader.subscribe("tm.event='Tx'", (event) => heard.push(event))
		await until(() => heard.length === 3)
		stop()
		expect(heard).toMatchObject([
			{ type: 'Tx', record: { height: 7, index: 0, tx: Uint8Array.of(1, 2), result: nothing } },
			{ type: 'NewBlockHeader', numTxs: 0, results: { height: 7, txs: [], endBlockEvents: [] } },
			{ type: 'NewBlock', block: { txs: [Uint8Array.of(1, 2)] }, results: { consensusParamUpdates: undefined } },
		])
		expect((heard[0] as Extract<ChainEvent, { type: 'Tx' }>).record.hash).toEqual(new Uint8Array(32).fill(0xab))
		// An address with a slash at its end is the same.
		const again: ChainEvent[] = []
		const end = await createEngineReader(new EngineClient(`${client.url}/`)).subscribe('q', (event) =>
			again.push(event),
		)
		await until(() => again.length === 3)
		end()
	})

	test.each([
		['no JSON', '<html>'],
		['a block without a head', data('NewBlock', { block: {} })],
	])(
		'an event without what is zero is not %s: the subscription ends, and the program goes on',
		async (_name, message) => {
			const { reader } = await engineWith({}, [message])
			await expect(reader.subscribe('q', () => {})).rejects.toThrow('sent an event that cannot be read')
			const later = await engineWith({}, [confirmed, message, data('NewBlockHeader', { header })])
			const heard: ChainEvent[] = []
			const stop = await later.reader.subscribe('q', (event) => heard.push(event))
			// Another call, whose answer comes after the messages.
			await later.client.call('health')
			await later.client.call('health')
			expect(heard).toEqual([])
			stop()
		},
	)

	test('a refused subscription has no event: the words of the engine come through', async () => {
		const { reader } = await engineWith({}, [
			{ jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } },
		])
		await expect(reader.subscribe('q', () => {})).rejects.toThrow('Internal error')
	})
})

describe('an address that is not that of an engine', () => {
	test.each(['<html>', ''])('answers with %j: the flag to change is named', async (text) => {
		const { reader } = await engineWith(text)
		const fault = await reader.status().catch((error: unknown) => error)
		expect(fault).toBeInstanceOf(UserError)
		expect((fault as UserError).text).toMatch(/does not answer\.\n.*JSON.*\n.*--engine/)
	})

	test('takes too long', async () => {
		const engine = await engineWith(undefined)
		// It never answers, so that the shortest time is enough.
		await expect(engine.client.call('status', {}, 1)).rejects.toMatchObject({
			name: 'UserError',
			why: expect.stringContaining('timeout'),
		})
	})

	test('refuses without a reason: its message alone is told', async () => {
		const { reader } = await engineWith({ error: { code: -32601, message: 'Method not found' } })
		await expect(reader.status()).rejects.toThrow(/^Method not found$/)
	})
})
