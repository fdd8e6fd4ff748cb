import { describe, expect, test } from 'vitest'
import type { TxProgress } from '../../../src/client/chainTypes.ts'
import { providerOf } from './places/provider.ts'
import { play } from './playedClient.ts'

describe('the EVM of a client', () => {
	const base64 = (text: string) => Buffer.from(text).toString('base64')
	const event = (type: string, key: string, value: string) => ({
		...{ type, attributes: [{ key: base64(key), value: base64(value), index: true }] },
	})
	const hash = 'AB'.repeat(32)

	test('a transaction of the chain is traced by the hash of the Ethereum transaction in it', async () => {
		const frame = { type: 'CALL', from: `0x${'11'.repeat(20)}`, gas: '0x1', gasUsed: '0x1', input: '0x' }
		const { url, asked } = await providerOf({ debug_traceTransaction: frame })
		const events = [
			event('message', 'ethereumTxHash', '0x01'),
			{
				type: 'ethereum_tx',
				attributes: [...event('', 'sender', '0x02').attributes, ...event('', 'ethereumTxHash', '0xcd').attributes],
			},
		]
		let found: object[] = events
		const tx = () => ({ hash, height: '7', index: 0, tx: 'AQI=', tx_result: { events: found } })
		const { client: of } = play({ tx, blockchain: { block_metas: [] } }, { listeners: { eth: url } })
		expect(await of.evm?.trace(hash)).toMatchObject({ kind: 'CALL', gasUsed: 1n })
		expect(asked.map(({ text }) => text)).toEqual(['debug_traceTransaction ["0xcd",{"tracer":"callTracer"}]'])
		found = events.slice(0, 1)
		await expect(of.evm?.trace(hash)).rejects.toThrow('This transaction made no calls in the EVM.')
	})

	test.each([
		[undefined, hash],
		['rest 9', `0x${'cd'.repeat(32)}`],
	] as const)('an Ethereum transaction that is sent over %s is told by the hash %s', async (protocol, told) => {
		const ethHash = `0x${'cd'.repeat(32)}`
		const word = `0x${'0'.repeat(63)}1`
		const sender = `0x${'11'.repeat(20)}`
		const { url } = await providerOf({
			eth_chainId: '0x8ae',
			eth_getTransactionCount: '0x3',
			eth_gasPrice: '0x6e',
			eth_getBlockByNumber: { number: '0x8', transactions: [] },
			eth_sendTransaction: ethHash,
			eth_getTransactionReceipt: {
				...{ status: '0x1', blockNumber: '0x9', blockHash: word, transactionHash: ethHash, transactionIndex: '0x0' },
				...{ type: '0x0', from: sender, to: sender, contractAddress: null, gasUsed: '0x5', cumulativeGasUsed: '0x5' },
				...{ effectiveGasPrice: '0x8', logsBloom: '0x', logs: [] },
			},
		})
		const asked: unknown[] = []
		const chain_txs = (params: object) => {
			asked.push(params)
			const one = { hash, height: 9, index: 0, gas_wanted: '1', gas_used: '1', message_types: [] }
			return { txs: [one, { ...one, hash: 'another' }], total: 2 }
		}
		const { client: of } = play(
			{ chain_txs },
			{ listeners: { eth: url }, ...(protocol === undefined ? {} : { protocol }) },
		)
		const steps: TxProgress[] = []
		for await (const step of of.evm!.send(sender, { to: sender, gas: 21_000n })) steps.push(step)
		expect(steps.at(-1)).toMatchObject({ state: 'committed', hash: told })
		const query = `ethereum_tx.ethereumTxHash='${ethHash}'`
		expect(asked).toEqual(protocol === undefined ? [{ query, page: 1, perPage: 1 }] : [])
	})
})
