import { expect, test } from 'vitest'
import { carrying, getBlock, getTx } from '../../../../src/client/actions/txs.ts'
import { SummaryReader, summarySource } from '../../../../src/client/queries/SummaryReader.ts'
import { TxReader } from '../../../../src/client/queries/TxReader.ts'
import { RpcError } from '../../../../src/client/rpc/RpcError.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { connectionOf } from '../connectionOf.ts'

const [own, ethereum] = ['AB'.repeat(32), 'CD'.repeat(32)]
const wire = (height: string) => ({ hash: own, height, index: 0, tx: 'AQI=', tx_result: {} })

test('a transaction is found by its hash, otherwise by the hash of the Ethereum transaction in it', async () => {
	const asked: unknown[] = []
	const replies = {
		tx: ({ hash }: { readonly hash: string }) =>
			hash === Buffer.from(own, 'hex').toString('base64')
				? wire('7')
				: new RpcError(-32603, 'Internal error', 'tx not found'),
		tx_search: (params: object) => {
			asked.push(params)
			return { txs: [wire('8'), wire('9')], total_count: '2' }
		},
		blockchain: { block_metas: [] },
	}
	const details = new TxReader(connectionOf(replies), createRegistry())
	expect((await getTx({ details }, own))?.height).toBe(7)
	expect(await getTx({ details }, 'not a hash')).toBeUndefined()
	expect(await getTx({ details }, ethereum.slice(1))).toBeUndefined()
	expect(asked).toEqual([])
	for (const hash of [ethereum, `0x${ethereum.toLowerCase()}`]) expect((await getTx({ details }, hash))?.height).toBe(8)
	const query = `ethereum_tx.ethereumTxHash='0x${ethereum.toLowerCase()}'`
	expect(carrying(ethereum)).toBe(query)
	const search = { query, prove: false, page: '1', per_page: '1', order_by: 'desc' }
	expect(asked).toEqual([search, search])
})

test('a block is told with its transactions, and one that the node does not keep is none', async () => {
	const block = { height: 7, gas_used: '5', tx_count: 0, app_hash: 'AB' }
	const chain_block = ({ height }: { readonly height: number }) => (height === 7 ? { block, txs: [] } : null)
	const summaries = new SummaryReader(summarySource(connectionOf({ chain_block }), createRegistry()))
	expect(await getBlock({ summaries }, 7)).toEqual({ height: 7, gasUsed: 5n, txCount: 0, appHash: 'AB', txs: [] })
	expect(await getBlock({ summaries }, 8)).toBeUndefined()
})
