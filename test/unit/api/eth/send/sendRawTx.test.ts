import type { TransactionSerializable } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromHex } from '../../../../../src/util/bytes.ts'
import { key } from '../../../modules/evm/tx/signedTxs.ts'
import { createEthBench } from '../ethBench.ts'

const to = `0x${'bb'.repeat(20)}` as const
const common = { chainId: 2222, nonce: 0, gas: 1_000_000n, to } as const
const coin = 10n ** 18n
/** The price at which the gas costs a hundred coins. */
const highest = (100n * coin) / common.gas

describe('a transaction that is sent to the node', () => {
	let chain: Awaited<ReturnType<typeof createEthBench>>
	beforeAll(async () => {
		chain = await createEthBench({ funded: [[fromHex(key.address.slice(2))!, 300_000_000n]], maxGas: common.gas })
	})
	const send = async (tx: object) =>
		chain.ask('eth_sendRawTransaction', await key.signTransaction({ ...common, ...tx } as TransactionSerializable))

	test.each([
		['tx fee (100.00 coins) exceeds the configured cap (100.00 coins)', 'legacy', { gasPrice: highest + 1n }],
		['tx fee (200.00 coins) exceeds the configured cap (100.00 coins)', 'eip1559', { maxFeePerGas: highest * 2n }],
		[
			'tx fee (101.00 coins) exceeds the configured cap (100.00 coins)',
			'eip1559',
			{ maxFeePerGas: highest + 10n ** 12n },
		],
		['exceeds block gas limit', 'legacy', { gasPrice: 10n ** 10n, gas: common.gas + 1n }],
		['invalid chain id for signer', 'legacy', { gasPrice: 10n ** 10n, chainId: 2221 }],
		['invalid chain id for signer', 'eip2930', { gasPrice: 10n ** 10n, chainId: 2223 }],
		['only replay-protected (EIP-155) transactions allowed over RPC', 'legacy', { chainId: undefined }],
	])('a transaction that the node itself refuses goes no further: %s of the kind %s', async (text, type, tx) => {
		expect(await send({ type, ...tx })).toBe(text)
		expect(chain.waiting()).toEqual([])
	})

	test('the highest fee is taken with all the gas of a block, then the next nonce, and a later one waits', async () => {
		expect(await send({ type: 'legacy', gasPrice: highest })).toMatch(/^0x[0-9a-f]{64}$/)
		expect(await send({ type: 'eip1559', nonce: 2, maxFeePerGas: 10n ** 10n })).toMatch(/^0x[0-9a-f]{64}$/)
		expect(chain.waiting()).toHaveLength(1)
		const next = () => chain.ask('eth_getTransactionCount', key.address, 'pending')
		expect(await next()).toBe('0x1')
		expect(await send({ type: 'eip2930', nonce: 1, gasPrice: 10n ** 10n })).toMatch(/^0x[0-9a-f]{64}$/)
		expect(chain.waiting()).toHaveLength(3)
		expect(await next()).toBe('0x3')
		expect(await send({ type: 'eip2930', nonce: 1, gasPrice: 10n ** 10n })).toBe('already known')
	})
})
