import { expect, test } from 'vitest'
import { carrying, getTx } from '../../../../src/client/actions/txs.ts'
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
