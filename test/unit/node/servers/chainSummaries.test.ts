import { create } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { emptyTxResult, type TxResult } from '../../../../src/abci/Application.ts'
import { timeFromMs } from '../../../../src/chain/blockTime.ts'
import type { ChainReader, SearchRequest } from '../../../../src/chain/ChainReader.ts'
import { createRegistry, packAny } from '../../../../src/codec/registry/createRegistry.ts'
import { encodeAuthInfo, encodeTxBody, encodeTxRaw } from '../../../../src/codec/tx/encodeTx.ts'
import { sha256 } from '../../../../src/crypto/hash.ts'
import { MsgCreateGreetSchema } from '../../../../src/gen/chain/greet/v1beta1/tx_pb.js'
import { MsgSendSchema } from '../../../../src/gen/cosmos/bank/v1beta1/tx_pb.js'
import { AuthInfoSchema, TxBodySchema } from '../../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { chainSummaries } from '../../../../src/node/servers/chainSummaries.ts'
import { toHexUpper } from '../../../../src/util/bytes.ts'
import { alice } from '../../app/testChain.ts'

/** A character more than a summary has of a log. */
const longLog = `${'0123456789'.repeat(100)}x`
const greet = '/chain.greet.v1beta1.MsgCreateGreet'
const send = '/cosmos.bank.v1beta1.MsgSend'

/** A transaction of Alice's with messages of these types. */
function txOf(...types: readonly string[]): Uint8Array {
	const messages = types.map((type) =>
		type === greet
			? packAny(MsgCreateGreetSchema, create(MsgCreateGreetSchema, { message: 'hello', owner: alice.text }))
			: packAny(MsgSendSchema, create(MsgSendSchema, { fromAddress: alice.text, toAddress: alice.text })),
	)
	return encodeTxRaw(
		encodeTxBody(create(TxBodySchema, { messages })),
		encodeAuthInfo(create(AuthInfoSchema, { fee: { amount: [{ denom: 'uchain', amount: '7' }], gasLimit: 9n } })),
		[],
	)
}

const result = (parts: Partial<TxResult>): TxResult => ({ ...emptyTxResult, gasWanted: 9n, gasUsed: 5n, ...parts })

/** A chain whose blocks from 650 to 1000 are kept but for 655; the even ones have two transactions, and 660 has one. */
function chainOf(txs: readonly Uint8Array[], results: readonly TxResult[]) {
	const searches: SearchRequest[] = []
	const asked: number[] = []
	const time = timeFromMs(1_767_225_600_500)
	const header = { time, proposerAddress: Uint8Array.of(0xab), appHash: Uint8Array.of(0xcd) }
	const isKept = (height: number) => height >= 650 && height <= 1_000 && height !== 655
	const records = txs.map((tx, index) => ({
		hash: sha256(tx),
		height: 800 + index,
		index,
		tx,
		result: results[index]!,
	}))
	const chain = {
		status: async () => ({ height: 1_000, earliestHeight: 650 }),
		blockMeta: async (height: number) =>
			isKept(height)
				? {
						header,
						blockId: { hash: Uint8Array.of(0xef) },
						blockSize: 321,
						numTxs: height === 660 ? 1 : height % 2 === 0 ? 2 : 0,
					}
				: undefined,
		gasUsed: async (height: number) => {
			asked.push(height)
			return height === 1_000 ? undefined : BigInt(height)
		},
		block: async (height: number) => (height === 700 ? undefined : { header, txs }),
		blockResults: async (height: number) => (height === 702 ? undefined : { txs: results }),
		searchTxs: async (search: SearchRequest) => {
			searches.push(search)
			return { txs: records, total: 12 }
		},
		header: async (height: number) => (height === 800 ? header : undefined),
	}
	return { summaries: chainSummaries(chain as unknown as ChainReader, createRegistry()), searches, asked }
}

describe('summaries of a chain', () => {
	it('a list of blocks has those kept between two heights, both included, of which the newest 300', async () => {
		const { summaries, asked } = chainOf([], [])
		const heights = async (from: number, to: number) =>
			(await summaries.chain_blocks({ from, to })).blocks.map(({ height }) => height)
		const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)
		expect(await heights(1, 2_000)).toEqual(range(701, 1_000))
		expect(await heights(701, 1_000)).toEqual(range(701, 1_000))
		expect(await heights(1, 658)).toEqual([650, 651, 652, 653, 654, 656, 657, 658])
		expect(await heights(990, 990)).toEqual([990])
		expect(await heights(991, 990)).toEqual([])
		asked.length = 0
		const { blocks } = await summaries.chain_blocks({ from: 998, to: 1_000 })
		const block = { time: '2026-01-01T00:00:00.5Z', hash: 'EF', proposer: 'AB', app_hash: 'CD', size: 321 }
		expect(blocks).toEqual([
			{ ...block, height: 998, tx_count: 2, gas_used: '998' },
			{ ...block, height: 999, tx_count: 0, gas_used: '0' },
			{ ...block, height: 1_000, tx_count: 2, gas_used: '0' },
		])
		// A block without transactions has used none.
		expect(asked).toEqual([998, 1_000])
		await expect(summaries.chain_blocks({ from: 1.5, to: 2 })).rejects.toThrow('from')
	})

	it('other work runs after each block of a list that has transactions, and after no other', async () => {
		const { summaries } = chainOf([], [])
		const turnsOf = async (from: number, to: number): Promise<number> => {
			let turns = 0
			const turn = (): void => {
				turns++
				pending = setImmediate(turn)
			}
			let pending = setImmediate(turn)
			await summaries.chain_blocks({ from, to })
			clearImmediate(pending)
			return turns
		}
		expect([await turnsOf(659, 659), await turnsOf(660, 660), await turnsOf(662, 662)]).toEqual([0, 1, 1])
		expect(await turnsOf(659, 665)).toBe(3)
	})

	it('a summary of a block has those of its transactions that have a result, and there is none of what is not kept', async () => {
		const txs = [txOf(greet, greet, send, greet), Uint8Array.of(1), txOf()]
		const { summaries } = chainOf(txs, [result({}), result({ code: 2, codespace: 'sdk', log: longLog })])
		const told = await summaries.chain_block({ height: 800 })
		const place = { height: 800, time: '2026-01-01T00:00:00.5Z', gas_wanted: '9', gas_used: '5' }
		expect(told).toEqual({
			block: expect.objectContaining({ height: 800, tx_count: 2 }),
			txs: [
				{
					...{ ...place, hash: toHexUpper(sha256(txs[0]!)), index: 0, code: 0, codespace: '', log: '', memo: '' },
					message_types: [
						[greet, 2],
						[send, 1],
						[greet, 1],
					],
					...{ fee: [{ denom: 'uchain', amount: '7' }], signers: [alice.text] },
					first: expect.objectContaining({ message: 'hello' }),
				},
				{
					...{ ...place, hash: toHexUpper(sha256(txs[1]!)), index: 1, code: 2, codespace: 'sdk', memo: '' },
					...{ log: longLog.slice(0, -1), message_types: [], fee: [], signers: [], first: {} },
				},
			],
		})
		for (const height of [649, 655, 700, 702]) expect(await summaries.chain_block({ height })).toBeNull()
	})

	it('a search for transactions is bounded to 100 a page, newest first, and tells when their blocks were', async () => {
		const txs = [txOf(greet), txOf(send)]
		const { summaries, searches } = chainOf(txs, [result({}), result({})])
		const told = await summaries.chain_txs({ query: 'tx.height>0', page: 3, perPage: 100 })
		expect(told.total).toBe(12)
		expect(told.txs.map(({ height, time }) => [height, time])).toEqual([
			[800, '2026-01-01T00:00:00.5Z'],
			[801, ''],
		])
		for (const [page, perPage] of [
			[0, 0],
			[1, 101],
			[2, 99],
		]) {
			await summaries.chain_txs({ query: 'q', page: page!, perPage: perPage! })
		}
		expect(searches).toEqual([
			{ query: 'tx.height>0', page: 3n, perPage: 100, order: 'desc' },
			{ query: 'q', page: 1n, perPage: 1, order: 'desc' },
			{ query: 'q', page: 1n, perPage: 100, order: 'desc' },
			{ query: 'q', page: 2n, perPage: 99, order: 'desc' },
		])
	})

	it('a transaction of the EVM has its senders as signers, unless somebody signed it, and tells why it failed', async () => {
		const event = (type: string, attributes: Readonly<Record<string, string>>) => ({
			type,
			attributes: Object.entries(attributes).map(([key, value]) => ({ key, value, index: true })),
		})
		const sent = event('message', { module: 'evm', sender: '0xAb' })
		const [done, failed] = [event('ethereum_tx', {}), event('ethereum_tx', { ethereumTxFailed: 'reverted' })]
		const txs = [Uint8Array.of(1), Uint8Array.of(2), txOf(greet)]
		const results = [
			[sent, done],
			[sent, failed],
			[sent, done],
		].map((events) => result({ events }))
		const { summaries } = chainOf(txs, results)
		const told = (await summaries.chain_block({ height: 800 }))?.txs.map(({ signers, ...tx }) => [
			signers,
			'evm_fault' in tx ? tx.evm_fault : 'none',
		])
		expect(told).toEqual([
			[['0xAb'], 'none'],
			[['0xAb'], 'reverted'],
			[[alice.text], 'none'],
		])
	})
})
