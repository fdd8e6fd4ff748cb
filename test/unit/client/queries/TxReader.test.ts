import { describe, expect, test } from 'vitest'
import { TxReader } from '../../../../src/client/queries/TxReader.ts'
import { RpcError } from '../../../../src/client/rpc/RpcError.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { connectionOf, gone, type Replies, refused } from '../connectionOf.ts'

const registry = createRegistry({ evm: true })
const hash = 'AB'.repeat(32)
const header = { height: '7', time: '2026-01-01T00:00:00Z', proposer_address: 'CD'.repeat(20), app_hash: '' }

describe('a whole transaction', () => {
	const wire = { hash: hash.toLowerCase(), height: '7', index: 0, tx: 'AQI=', tx_result: {} }
	const read = (replies: Replies) => new TxReader(connectionOf(replies), registry)

	test('bytes that are no transaction can be shown: what does not follow from them is empty', async () => {
		const tx = (await read({ tx: wire, blockchain: { block_metas: [] } }).tx(`0x${hash}`))!
		expect(tx).toMatchObject({ hash, height: 7, time: '', code: 0, codespace: '', log: '', gasWanted: 0n, gasUsed: 0n })
		expect(tx.raw).toEqual(Uint8Array.of(1, 2))
		expect([tx.fee, tx.memo, tx.messageTypes, tx.signers, tx.events, tx.first, tx.evmFault]).toEqual([
			[],
			'',
			[],
			[],
			[],
			{},
			undefined,
		])
		expect(tx.json).toEqual({ undecodable: expect.any(String) })
		expect(tx.data).toHaveLength(0)
	})

	test('tells its events with keys and values as text, also where they are none', async () => {
		const events = [
			{
				type: 'a',
				attributes: [
					{ key: 'Yg==', value: null },
					{ key: 'no base64!', value: 'Yw==', index: true },
				],
			},
			{ type: 'b', attributes: null },
		]
		const tx = await read({ tx: { ...wire, tx_result: { events } }, blockchain: { block_metas: [] } }).tx(hash)
		expect(tx?.events).toEqual([
			{
				type: 'a',
				attributes: [
					{ key: 'b', value: '', index: false },
					{ key: 'no base64!', value: 'c', index: true },
				],
			},
			{ type: 'b', attributes: [] },
		])
	})

	test('a whole transaction is none where the index has none, or the hash is none; another refusal is a refusal', async () => {
		const notFound = new RpcError(-32603, 'Internal error', `tx (${hash}) not found`)
		expect(await read({ tx: notFound }).tx(hash)).toBeUndefined()
		expect(await read({ tx: refused }).tx('12')).toBeUndefined()
		await expect(read({ tx: refused }).tx(hash)).rejects.toBe(refused)
		await expect(read({ tx: gone }).tx(hash)).rejects.toBe(gone)
	})

	test('a page of a search is asked newest first and without proofs, and may be empty', async () => {
		const asked: object[] = []
		const tx_search = (params: object) => {
			asked.push(params)
			return { txs: null, total_count: '0' }
		}
		expect(await read({ tx_search }).search('q', 2, 5)).toEqual({ txs: [], total: 0 })
		expect(asked).toEqual([{ query: 'q', prove: false, page: '2', per_page: '5', order_by: 'desc' }])
	})

	test('asks for the time of its block once, until the chain goes back', async () => {
		const asked: string[] = []
		const reader = new TxReader(connectionOf({ tx: wire, blockchain: { block_metas: [{ header }] } }, asked), registry)
		for (let times = 0; times < 3; times++) expect((await reader.tx(hash))?.time).toBe(header.time)
		expect(asked.filter((method) => method === 'blockchain')).toHaveLength(1)
		reader.clear()
		await reader.tx(hash)
		expect(asked.filter((method) => method === 'blockchain')).toHaveLength(2)
	})
})
