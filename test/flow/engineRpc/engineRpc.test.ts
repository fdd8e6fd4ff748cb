import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChainEvent } from '../../../src/chain/ChainEvent.ts'
import type { ChainReader } from '../../../src/chain/ChainReader.ts'
import { BroadcastTimeout, MempoolError, QueryError } from '../../../src/chain/faults.ts'

import type { TxPool } from '../../../src/chain/TxPool.ts'
import { sha256 } from '../../../src/crypto/hash.ts'
import { createEngineReader } from '../../../src/engineRpc/createEngineReader.ts'
import { createEngineTxPool } from '../../../src/engineRpc/createEngineTxPool.ts'
import { EngineClient } from '../../../src/engineRpc/EngineClient.ts'
import { UserError } from '../../../src/errors/UserError.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { until } from '../client/testChain.ts'
import { type AnsweringEngine, answeringEngine } from './answeringEngine.ts'

// The light engine speaks the wire of Tendermint 0.34 on its RPC. Whoever reads the chain over it must be told what the
// engine itself tells.
const receiver = 'chain14h34s8ws5kkeqv8l40l9tm96x639q67cf5kur0'

/** What is read of one height. */
const readsOfHeights = [
	'header',
	'blockMeta',
	'block',
	'blockResults',
	'commit',
	'validators',
	'consensusParams',
] as const

describe('a chain read over the RPC of its engine', () => {
	let node: TestNode
	let direct: ChainReader
	let remote: ChainReader
	let last: number

	beforeAll(async () => {
		node = await startNode({ on: ['rpc'] })
		direct = node.engine
		remote = createEngineReader(new EngineClient(node.addresses.rpc ?? ''))
		await node.call('admin_faucet', { address: receiver })
		await node.engine.mine(2)
		await node.call('admin_faucet', { address: receiver })
		last = node.engine.height
	})
	afterAll(() => node.close())

	test('a chain read over the RPC of its engine has the same status and genesis', async () => {
		const { validator, ...status } = await direct.status()
		// Status tells no priority; that of the validator set does.
		expect(await remote.status()).toEqual({ ...status, validator: { ...validator, proposerPriority: 0n } })
		const { text: _text, ...genesis } = await direct.genesis()
		expect(await remote.genesis()).toMatchObject({ chainId: genesis.chainId, validators: genesis.validators })
		expect(await remote.genesis()).toBe(await remote.genesis())
	})

	test('a chain read over the RPC of its engine has the same of every height: block, results, commit, validators, parameters', async () => {
		for (let height = 1; height <= last; height++) {
			for (const read of readsOfHeights) {
				expect(await remote[read](height), `${read} ${height}`).toEqual(await direct[read](height))
			}
			const meta = await direct.blockMeta(height)
			expect(await remote.heightByHash(meta!.blockId.hash)).toBe(height)
		}
	})

	test.each([0, -1, 1_000])(
		'a chain read over the RPC of its engine has nothing of height %i, as the engine has',
		async (height) => {
			for (const read of readsOfHeights) {
				expect(await remote[read](height), read).toBeUndefined()
			}
			expect(await remote.heightByHash(new Uint8Array(32))).toBeUndefined()
			expect(await remote.tx(new Uint8Array(32))).toBeUndefined()
		},
	)

	test('finds the same transactions and blocks', async () => {
		const request = { query: 'tx.height>0', page: 1n, perPage: 10, order: 'desc' } as const
		const found = await direct.searchTxs(request)
		expect(found.total).toBe(2)
		expect(await remote.searchTxs(request)).toEqual(found)
		const [record] = found.txs
		expect(await remote.tx(record!.hash)).toEqual(record)
		const blocks = { ...request, query: 'block.height>1' }
		expect(await remote.searchBlocks(blocks)).toEqual(await direct.searchBlocks(blocks))
	})

	test('refuses the same queries', async () => {
		const wrong = { query: 'tx.height==', page: 1n, perPage: 10, order: 'asc' } as const
		await expect(remote.searchTxs(wrong)).rejects.toThrow(QueryError)
		await expect(remote.searchBlocks(wrong)).rejects.toThrow(QueryError)
		await expect(remote.subscribe('tx.height==', () => undefined)).rejects.toThrow(QueryError)
	})

	test.each(["tm.event='NewBlock'", "tm.event='NewBlockHeader'", "tm.event='Tx'"])(
		'hears the same events of %s',
		async (query) => {
			const heard: Record<'direct' | 'remote', ChainEvent[]> = { direct: [], remote: [] }
			const stop = [
				await direct.subscribe(query, (event) => void heard.direct.push(event)),
				await remote.subscribe(query, (event) => void heard.remote.push(event)),
			]
			await node.call('admin_faucet', { address: receiver })
			await until(() => heard.direct.length > 0 && heard.remote.length >= heard.direct.length)
			for (const end of stop) end()
			// An event of a block has the results of its begin and end on the wire, not those of its transactions.
			const onWire = heard.direct.map((event) =>
				'results' in event ? { ...event, results: { ...event.results, txs: [] } } : event,
			)
			expect(heard.remote).toEqual(onWire)
		},
	)

	test('takes transactions as the engine does', async () => {
		const pool: TxPool = createEngineTxPool(new EngineClient(node.addresses.rpc ?? ''))
		const junk = new TextEncoder().encode('no transaction')
		const check = await node.engine.checkTx(junk)
		expect(check.code).toBe(2)
		// Each check of what does not decode adds to the gas of the check state, as in the framework.
		expect(await pool.checkTx(junk)).toEqual({ ...check, gasUsed: expect.any(BigInt) })
		const { code, log, codespace } = check
		expect(await pool.broadcastTxSync(junk)).toMatchObject({ code, log, codespace, data: new Uint8Array() })
		expect(await pool.broadcastTxCommit(junk)).toMatchObject({ checkTx: { code }, deliverTx: undefined, height: 0 })
		await pool.broadcastTxAsync(junk)
		await expect(pool.broadcastTxSync(new Uint8Array(2_000_000))).rejects.toThrow()
		expect(await pool.mempoolSize()).toEqual({ count: 0, bytes: 0 })
		expect(await pool.mempoolTxs(5)).toEqual([])
	})

	test('waits for a block, and tells what waits for one', async () => {
		const manual = await startNode({ on: ['rpc'], flags: { blockMode: 'manual' } })
		try {
			const pool = createEngineTxPool(new EngineClient(manual.addresses.rpc ?? ''))
			await manual.engine.mine(1)
			const sent = manual.call('admin_faucet', { address: receiver })
			await until(async () => (await pool.mempoolSize()).count === 1)
			const [tx] = await pool.mempoolTxs(5)
			await expect(pool.broadcastTxSync(tx!)).rejects.toThrow(MempoolError)
			await manual.engine.mine(1)
			const { hash } = await sent
			const remote = createEngineReader(new EngineClient(manual.addresses.rpc ?? ''))
			expect((await remote.tx(sha256(tx!)))?.hash).toEqual(Uint8Array.from(Buffer.from(hash, 'hex')))
		} finally {
			await manual.close()
		}
	})
})

describe('an engine that is not what it should be', () => {
	const engines: AnsweringEngine[] = []
	afterAll(() => Promise.all(engines.map((engine) => engine.close())))

	async function answering(reply: object, socketReplies?: readonly object[]): Promise<string> {
		const engine = await answeringEngine(reply, socketReplies)
		engines.push(engine)
		return engine.url
	}

	test('does not answer at all: the address and the flag to change are named', async () => {
		const fault = await createEngineReader(new EngineClient('http://127.0.0.1:1'))
			.status()
			.catch((error: unknown) => error)
		expect(fault).toBeInstanceOf(UserError)
		expect((fault as UserError).text).toMatch(/127\.0\.0\.1:1 does not answer[\s\S]*--engine/)
		await expect(
			createEngineReader(new EngineClient('http://127.0.0.1:1')).subscribe("tm.event='Tx'", () => undefined),
		).rejects.toThrow(UserError)
	})

	test('answers with what no engine says: hex, base64, times', async () => {
		const commit = { height: '1', round: 0, block_id: { hash: 'zz', parts: { total: 1, hash: '' } }, signatures: [] }
		const reader = createEngineReader(
			new EngineClient(await answering({ result: { canonical: true, signed_header: { commit } } })),
		)
		await expect(reader.commit(1)).rejects.toThrow('A reply of the engine cannot be read.')
		const absent = { block_id_flag: 1, validator_address: '', timestamp: 'yesterday', signature: null }
		const signatures = { ...commit, block_id: { hash: '', parts: { total: 1, hash: '' } }, signatures: [absent] }
		const second = createEngineReader(
			new EngineClient(await answering({ result: { canonical: true, signed_header: { commit: signatures } } })),
		)
		await expect(second.commit(1)).rejects.toThrow('A reply of the engine cannot be read.')
	})

	test.each([
		['hex', 'z'.repeat(90), `"${'z'.repeat(80)}" is no hex`],
		['base64', '*'.repeat(90), `"${'*'.repeat(80)}" is no base64`],
		['time', 'yesterday', '"yesterday" is no time'],
	])('an engine that answers with no %s is refused with what it said', async (kind, text, why) => {
		const signature = {
			block_id_flag: 2,
			validator_address: kind === 'hex' ? text : '',
			timestamp: kind === 'time' ? text : '2026-01-01T00:00:00Z',
			signature: kind === 'base64' ? text : null,
		}
		const block_id = { hash: '', parts: { total: 0, hash: '' } }
		const commit = { height: '1', round: 0, block_id, signatures: [signature] }
		const url = await answering({ result: { canonical: true, signed_header: { commit } } })
		await expect(createEngineReader(new EngineClient(url)).commit(1)).rejects.toMatchObject({
			message: 'A reply of the engine cannot be read.',
			why,
		})
	})

	test('an engine without a result or a block tells of none', async () => {
		const of = async (result: object) => createEngineReader(new EngineClient(await answering({ result })))
		expect(await (await of({ block: null })).block(7)).toBeUndefined()
		expect(await (await of({ block: null })).heightByHash(new Uint8Array(32))).toBeUndefined()
		const none = { begin_block_events: null, end_block_events: null, validator_updates: null }
		const results = { ...none, height: '7', consensus_param_updates: null }
		expect(await (await of({ ...results, txs_results: null })).gasUsed(7)).toBe(0n)
		expect(await (await of({ ...results, txs_results: [{ gas_used: '5' }, { gas_used: '70' }] })).gasUsed(7)).toBe(75n)
	})

	test('an engine that refuses a search without a reason is told by its message', async () => {
		const url = await answering({ error: { code: -32603, message: 'no index' } })
		const request = { query: 'tx.height>0', page: 1n, perPage: 10, order: 'desc' } as const
		await expect(createEngineReader(new EngineClient(url)).searchTxs(request)).rejects.toEqual(
			new QueryError('no index'),
		)
	})

	test('reports updates of validators and parameters, which the light engine never has', async () => {
		const updates = {
			height: '7',
			txs_results: null,
			begin_block_events: null,
			end_block_events: null,
			validator_updates: [
				{ pub_key: { Sum: { type: 'tendermint.crypto.PublicKey_Ed25519', value: { ed25519: 'AQI=' } } }, power: '5' },
			],
			consensus_param_updates: {
				block: { max_bytes: '1', max_gas: '2' },
				evidence: { max_age_num_blocks: '3', max_age_duration: '4', max_bytes: '5' },
				validator: { pub_key_types: ['ed25519'] },
				version: { app_version: '6' },
			},
		}
		const reader = createEngineReader(new EngineClient(await answering({ result: updates })))
		expect(await reader.blockResults(7)).toMatchObject({
			validatorUpdates: [{ pubKey: Uint8Array.of(1, 2), power: 5n }],
			consensusParamUpdates: {
				block: { maxBytes: 1n, maxGas: 2n },
				evidence: { maxAgeNumBlocks: 3n, maxAgeDuration: 4n, maxBytes: 5n },
				validator: { pubKeyTypes: ['ed25519'] },
				version: { appVersion: 6n },
			},
		})
	})

	test.each([
		['tx already exists in cache', 19],
		['mempool is full: number of txs 5000', 20],
		['Tx too large. Max size is 1048576, but got 2000000', 21],
	])('refuses a transaction with "%s": code %i of the framework', async (data, code) => {
		const url = await answering({ error: { code: -32603, message: 'Internal error', data } })
		await expect(createEngineTxPool(new EngineClient(url)).broadcastTxAsync(new Uint8Array(1))).rejects.toMatchObject({
			code,
		})
	})

	test('gives up waiting for a block', async () => {
		const data = 'timed out waiting for tx to be included in a block'
		const url = await answering({ error: { code: -32603, message: 'Internal error', data } })
		await expect(createEngineTxPool(new EngineClient(url)).broadcastTxCommit(new Uint8Array(1))).rejects.toThrow(
			BroadcastTimeout,
		)
	})

	test('a fault of the engine that is another one comes through in its own words', async () => {
		const url = await answering({ error: { code: -32603, message: 'Internal error', data: 'the disk is full' } }, [])
		const client = new EngineClient(url)
		await expect(createEngineReader(client).block(1)).rejects.toThrow('Internal error: the disk is full')
		await expect(createEngineTxPool(client).broadcastTxSync(new Uint8Array(1))).rejects.toThrow('the disk is full')
		await expect(createEngineReader(client).subscribe("tm.event='Tx'", () => undefined)).rejects.toThrow(
			'closed the connection',
		)
	})
})
