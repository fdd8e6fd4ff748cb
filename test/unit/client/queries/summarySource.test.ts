import { describe, expect, test } from 'vitest'
import { SummaryReader, summarySource } from '../../../../src/client/queries/SummaryReader.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { connectionOf, gone, type Replies, refused } from '../connectionOf.ts'

const registry = createRegistry({ evm: true })
const hash = 'AB'.repeat(32)
const header = { height: '7', time: '2026-01-01T00:00:00Z', proposer_address: 'CD'.repeat(20), app_hash: '' }

describe('summaries out of standard methods', () => {
	const source = (replies: Replies) => summarySource(connectionOf(replies), registry)
	const meta = { block_id: { hash }, header, num_txs: '0', block_size: '573' }

	test('a summary of a block that is not there is none', async () => {
		expect(await source({ block: { block_id: { hash }, block: null } }).block(7)).toBeUndefined()
	})

	test('summaries of a block without transactions ask for no results', async () => {
		const asked: string[] = []
		const replies = {
			block: { block_id: { hash }, block: { header, data: { txs: null } } },
			blockchain: { block_metas: [null, meta] },
		}
		const of = summarySource(connectionOf(replies, asked), registry)
		const block = {
			height: 7,
			time: header.time,
			hash,
			proposer: header.proposer_address,
			txCount: 0,
			gasUsed: 0n,
			appHash: '',
			size: 573,
		}
		expect(await of.block(7)).toEqual({ block, txs: [] })
		expect(await of.blocks(7, 7)).toEqual([block])
		expect(asked.filter((line) => line.startsWith('block_results'))).toEqual([])
	})

	test('summaries of what is no transaction, whose result says nothing, are empty but there', async () => {
		const tx = 'AQI='
		const replies = {
			block: { block_id: { hash }, block: { header, data: { txs: [tx, tx] } } },
			block_results: { txs_results: null },
			blockchain: { block_metas: [{ ...meta, num_txs: '2' }] },
			tx_search: {
				txs: [{ hash: hash.toLowerCase(), height: '7', index: 0, tx, tx_result: { code: 2, log: 'no' } }],
				total_count: '1',
			},
		}
		const found = (await source(replies).block(7))!
		const nothing = {
			code: 0,
			codespace: '',
			log: '',
			gasWanted: 0n,
			gasUsed: 0n,
			messageTypes: [],
			signers: [],
			fee: [],
			memo: '',
			first: {},
		}
		expect(found.txs).toMatchObject([nothing, nothing])
		expect(found.txs[0]?.hash).toMatch(/^[0-9A-F]{64}$/)
		expect(await source(replies).txs('q', 1, 1)).toMatchObject({
			txs: [{ ...nothing, hash, code: 2, log: 'no', time: header.time }],
			total: 1,
		})
		expect(await source({ ...replies, tx_search: { txs: null, total_count: '0' } }).txs('q', 1, 1)).toEqual({
			txs: [],
			total: 0,
		})
		expect((await source({ ...replies, blockchain: { block_metas: [] } }).txs('q', 1, 1)).txs[0]?.time).toBe('')
	})

	test('summaries out of standard methods are not looked for elsewhere when the node refuses or does not answer', async () => {
		for (const fault of [refused, gone]) {
			const asked: string[] = []
			await expect(summarySource(connectionOf({ chain_block: fault }, asked), registry).block(7)).rejects.toBe(fault)
			expect(asked).toEqual(['chain_block 7'])
		}
	})

	test('summaries out of standard methods are read again only where they are not known, and none where the node refuses', async () => {
		const asked: string[] = []
		const summaryOf = (height: number) => ({
			height,
			time: '',
			hash: '',
			proposer: '',
			tx_count: 0,
			gas_used: '1',
			app_hash: '',
		})
		const chain_blocks = ({ from, to }: { from: number; to: number }) => ({
			blocks: Array.from({ length: to - from + 1 }, (_, index) => summaryOf(from + index)),
		})
		const chain_block = ({ height }: { height: number }) =>
			height === 9 ? refused : { block: summaryOf(height), txs: [] }
		const reader = new SummaryReader(summarySource(connectionOf({ chain_blocks, chain_block }, asked), registry))
		expect((await reader.block(3))?.block.gasUsed).toBe(1n)
		await reader.blocks(3, 3)
		expect(asked).toEqual(['chain_block 3'])
		expect((await reader.blocks(-5, 45)).map(({ height }) => height)).toEqual(
			Array.from({ length: 45 }, (_, index) => index + 1),
		)
		expect(asked.filter((method) => method === 'chain_blocks')).toHaveLength(3)
		await reader.blocks(1, 45)
		expect(asked.filter((method) => method === 'chain_blocks')).toHaveLength(3)
		reader.clear()
		await reader.blocks(1, 5)
		expect(asked.filter((method) => method === 'chain_blocks')).toHaveLength(4)
		expect(await reader.block(9)).toBeUndefined()
		const silent = new SummaryReader(summarySource(connectionOf({ chain_blocks: refused }), registry))
		expect(await silent.blocks(1, 5)).toEqual([])
		const away = new SummaryReader(summarySource(connectionOf({ chain_blocks: gone, chain_block: gone }), registry))
		await expect(away.blocks(1, 5)).rejects.toBe(gone)
		await expect(away.block(5)).rejects.toBe(gone)
	})

	test('summaries out of standard methods add up results, and tell what the EVM told', async () => {
		const [one, two] = ['AQI=', 'AQM=']
		const base64 = (text: string) => Buffer.from(text).toString('base64')
		const events = (fault: string) => [
			{ type: 'ethereum_tx', attributes: [{ key: base64('ethereumTxFailed'), value: base64(fault), index: true }] },
		]
		const results = [
			{ code: 0, log: 'raw log', gas_used: '5', events: events('') },
			{ code: 1, log: 'out of gas', gas_used: '7', events: events('reverted') },
		]
		const asked: string[] = []
		const search: unknown[] = []
		const replies = {
			block: { block_id: { hash }, block: { header, data: { txs: [one, two] } } },
			block_results: { txs_results: results },
			blockchain: { block_metas: [{ ...meta, num_txs: '2' }] },
			tx_search: (params: object) => {
				search.push(params)
				const txs = results.map((tx_result, index) => ({ hash, height: '7', index, tx: one, tx_result }))
				return { txs, total_count: '2' }
			},
		}
		const of = summarySource(connectionOf(replies, asked), registry)
		const found = (await of.block(7))!
		expect(found.block).toMatchObject({ txCount: 2, gasUsed: 12n, size: 573 })
		expect(await of.blocks(7, 7)).toEqual([found.block])
		const shown = found.txs.map(({ code, log, index, evmFault }) => [code, log, index, evmFault])
		expect(shown).toEqual([
			[0, '', 0, undefined],
			[1, 'out of gas', 1, 'reverted'],
		])
		expect(found.txs[0]).not.toHaveProperty('evmFault')
		expect(asked.filter((method) => method.startsWith('chain_'))).toEqual(['chain_block 7'])
		asked.length = 0
		expect((await of.txs('q', 3, 9)).txs.map(({ time }) => time)).toEqual([header.time, header.time])
		expect(asked).toEqual(['tx_search', 'blockchain'])
		expect(search).toEqual([{ query: 'q', prove: false, page: '3', per_page: '9', order_by: 'desc' }])
		expect(await source({ ...replies, blockchain: { block_metas: [] } }).block(7)).toBeUndefined()
	})

	test('summaries of a node of this program are as it tells them, blocks at most twenty at a time', async () => {
		const ranges: unknown[] = []
		const chain_blocks = (range: { from: number; to: number }) => {
			ranges.push(range)
			return { blocks: [] }
		}
		const tx = {
			hash,
			height: 7,
			gas_wanted: '9',
			gas_used: '8',
			message_types: [
				['/a', 2],
				['/b', 1],
			],
		}
		const chain_txs = { txs: [tx, { ...tx, evm_fault: 'reverted' }], total: 2 }
		const of = summarySource(connectionOf({ chain_blocks, chain_txs }), registry)
		await new SummaryReader(of).blocks(1, 45)
		expect(ranges).toEqual([
			{ from: 1, to: 20 },
			{ from: 21, to: 40 },
			{ from: 41, to: 45 },
		])
		const told = { hash, height: 7, gasWanted: 9n, gasUsed: 8n, messageTypes: ['/a', '/a', '/b'] }
		expect(await of.txs('q', 1, 2)).toEqual({ txs: [told, { ...told, evmFault: 'reverted' }], total: 2 })
	})

	test('summaries of more blocks than are kept come whole, from the oldest on', async () => {
		const chain_blocks = ({ from, to }: { from: number; to: number }) => ({
			blocks: Array.from({ length: to - from + 1 }, (_, index) => ({ height: from + index, gas_used: '0' })),
		})
		const reader = new SummaryReader(summarySource(connectionOf({ chain_blocks }), registry))
		await reader.blocks(2_000, 2_000)
		const heights = (await reader.blocks(1, 2_050)).map(({ height }) => height)
		expect(heights).toEqual(Array.from({ length: 2_050 }, (_, index) => index + 1))
	})

	test('summaries of two thousand blocks are kept, the oldest of which goes first', async () => {
		const asked: unknown[] = []
		const chain_blocks = (range: { from: number; to: number }) => {
			asked.push(range)
			const { from, to } = range
			const heights = Array.from({ length: to - from + 1 }, (_, index) => from + index)
			return { blocks: heights.map((height) => ({ ...{ height, gas_used: '0', tx_count: 0, app_hash: '' } })) }
		}
		const reader = new SummaryReader(summarySource(connectionOf({ chain_blocks }), registry))
		expect(await reader.blocks(1, 1_000)).toHaveLength(1_000)
		expect(await reader.blocks(1_001, 2_001)).toHaveLength(1_001)
		asked.length = 0
		await reader.blocks(2, 2)
		expect(asked).toEqual([])
		await reader.blocks(1, 1)
		expect(asked).toEqual([{ from: 1, to: 1 }])
		await reader.blocks(2, 2)
		expect(asked).toEqual([
			{ from: 1, to: 1 },
			{ from: 2, to: 2 },
		])
	})
})
