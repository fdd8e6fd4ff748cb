import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromHex } from '../../../../../src/util/bytes.ts'
import { createEthBench } from '../ethBench.ts'

const sender = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const counter = `0x${'aa'.repeat(20)}` as const
/** Counts its calls in slot 0 and answers with the old count. */
const codes = { 170: '6000 54 80 6001 01 6000 55 6000 52 6020 6000 f3' }

describe('a transaction that is traced behind others of its block', () => {
	let chain: Awaited<ReturnType<typeof createEthBench>>
	const hashes: string[] = []

	beforeAll(async () => {
		chain = await createEthBench({ codes, funded: [[fromHex(sender.address.slice(2))!, 1_000_000n]], maxGas: 999_999n })
		for (let nonce = 0; nonce < 3; nonce++) {
			const price = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 7n }
			const tx = { type: 'eip1559', chainId: 2222, nonce, gas: 60_000n, ...price, to: counter } as const
			hashes.push(await chain.ask('eth_sendRawTransaction', await sender.signTransaction(tx)))
		}
		await chain.mine(...chain.waiting())
	})

	const counted = (returned: string) => Number(returned)

	test('a transaction is traced on the state that those before it left', async () => {
		const counts = []
		for (const hash of hashes) counts.push(counted((await chain.ask('debug_traceTransaction', hash)).returnValue))
		expect(counts).toEqual([0, 1, 2])
	})

	test('all transactions of a block are traced one after another', async () => {
		const traced = await chain.ask('debug_traceBlockByNumber', '0x2', { tracer: 'callTracer' })
		expect(traced.map(({ txHash }: { txHash: string }) => txHash)).toEqual(hashes)
		expect(traced.map(({ result }: { result: { output: string } }) => counted(result.output))).toEqual([0, 1, 2])
	})

	test('a flat trace tells of the place of its transaction', async () => {
		const [call] = await chain.ask('trace_transaction', hashes[2])
		const blockHash = `0x${'02'.repeat(32)}`
		expect(call).toMatchObject({ blockHash, blockNumber: 2, transactionHash: hashes[2], transactionPosition: 2 })
		expect(counted(call.result.output)).toBe(2)
	})

	test('the first block cannot be traced', async () => {
		expect(await chain.ask('debug_traceBlockByNumber', '0x1')).toBe('genesis is not traceable')
		expect(await chain.ask('debug_traceBlockByNumber', '0x2')).toHaveLength(3)
	})
})
