import { expect, test } from 'vitest'
import type { EthBlock } from '../../../../../src/api/eth/blocks/EthBlock.ts'
import { blockTxJson, filledTxJson, pendingTxJson } from '../../../../../src/api/eth/json/txJson.ts'
import type { EthTx } from '../../../../../src/modules/evm/tx/EthTx.ts'

const word = (byte: number) => new Uint8Array(32).fill(byte)
const who = new Uint8Array(20).fill(0x11)
/** Every amount of it is absent. */
const bare = (type: EthTx['type'], v = 0n): EthTx => ({
	type,
	chainId: undefined,
	nonce: 1n,
	gasPrice: undefined,
	gasTipCap: undefined,
	gasFeeCap: undefined,
	gas: 2n,
	to: undefined,
	toText: '',
	value: undefined,
	data: new Uint8Array(0),
	accessList: undefined,
	v,
	r: 3n,
	s: 4n,
})
const common = { nonce: '0x1', gas: '0x2', value: '0x0', input: '0x', to: null, r: '0x3', s: '0x4' }

test.each([0, 1, 2, 4] as const)('absent amounts of a transaction of type %i are shown as nothing', (type) => {
	const caps = type < 2 ? {} : { maxFeePerGas: '0x0', maxPriorityFeePerGas: '0x0' }
	const lists = type === 0 ? {} : { chainId: '0x0', accessList: [], yParity: '0x0' }
	const shown = { ...common, ...caps, ...lists, type: `0x${type}`, hash: `0x${'22'.repeat(32)}`, v: '0x0' }
	const from = `0x${'11'.repeat(20)}`
	expect(pendingTxJson(bare(type), word(0x22), who, true)).toEqual({
		...shown,
		from,
		gasPrice: '0x0',
		blockHash: null,
		blockNumber: null,
		blockTimestamp: null,
		transactionIndex: null,
	})
	const item = { tx: bare(type), hash: word(0x22), from: who, index: 5 }
	const block = { hash: word(0x33), height: 7, timestamp: 8n, baseFee: undefined } as unknown as EthBlock
	expect(blockTxJson(item as never, block, true)).toEqual({
		...shown,
		from,
		gasPrice: '0x0',
		blockHash: `0x${'33'.repeat(32)}`,
		blockNumber: '0x7',
		blockTimestamp: '0x8',
		transactionIndex: '0x5',
	})
})

test.each([
	[0, {}],
	[1, { chainId: '0x0', accessList: [] }],
	[2, { chainId: '0x0', accessList: [] }],
] as const)('absent amounts of a filled transaction of type %i are shown as nothing', (type, lists) => {
	const { tx } = filledTxJson(bare(type)) as { readonly tx: Readonly<Record<string, unknown>> }
	const prices =
		type === 2
			? { gasPrice: null, maxFeePerGas: '0x0', maxPriorityFeePerGas: '0x0' }
			: { gasPrice: '0x0', maxFeePerGas: null, maxPriorityFeePerGas: null }
	expect(tx).toEqual({ ...common, ...prices, ...lists, type: `0x${type}`, v: '0x0', hash: expect.any(String) })
})

test('a transaction of type 0 shows the chain that its signature names to today’s tools alone', () => {
	const chainShown = (v: bigint, isToday: boolean) =>
		(pendingTxJson(bare(0, v), word(0x22), who, isToday) as { readonly chainId?: string }).chainId
	expect([37n, 38n, 27n, 28n].map((v) => chainShown(v, true))).toEqual(['0x1', '0x1', undefined, undefined])
	expect([37n, 27n].map((v) => chainShown(v, false))).toEqual([undefined, undefined])
})
