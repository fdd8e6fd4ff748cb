import { RLP } from '@ethereumjs/rlp'
import { hexToBytes, keccak256, parseTransaction } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chain, startChain } from '../../../src/library/index.ts'

interface Reply {
	readonly result?: unknown
	readonly error?: { readonly code: number; readonly message: string }
}

type Members = Readonly<Record<string, unknown>>

const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const nowhere = `0x${'00'.repeat(31)}01`
/** LOG1 of a word with the topic 7, as init code that deploys nothing. */
const logs = '0x600760206000a100'

let chain: Chain
let alice: string

async function ask(method: string, ...params: readonly unknown[]): Promise<Reply> {
	const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
	const headers = { 'content-type': 'application/json' }
	return (await (await fetch(chain.ethUrl!, { method: 'POST', headers, body })).json()) as Reply
}

async function resultOf<Result = Members>(method: string, ...params: readonly unknown[]): Promise<Result> {
	const { result, error } = await ask(method, ...params)
	expect(error).toBeUndefined()
	return result as Result
}

/** Sends a transaction of the node's key and waits for its receipt. */
async function sent(tx: Members): Promise<Members> {
	const hash = await resultOf<string>('eth_sendTransaction', { from: alice, gas: '0x30000', ...tx })
	await chain.mine()
	return resultOf('eth_getTransactionReceipt', hash)
}

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1' })
	alice = (await resultOf<string[]>('eth_accounts'))[0]!
})

afterAll(async () => {
	await chain.stop()
})

describe('replies have the members of geth today', () => {
	test('what is in a block tells the time of the block, and a typed signature its parity', async () => {
		const { transactionHash, blockNumber, logs: told } = await sent({ data: logs, maxFeePerGas: '0x77359400' })
		const block = await resultOf<{ timestamp: string; transactions: Members[] }>(
			'eth_getBlockByNumber',
			blockNumber,
			true,
		)
		const tx = await resultOf('eth_getTransactionByHash', transactionHash)
		expect(block).not.toHaveProperty('totalDifficulty')
		expect(block.transactions).toContainEqual(tx)
		expect(tx).toMatchObject({ type: '0x2', blockTimestamp: block.timestamp, yParity: tx.v })
		expect(told).toMatchObject([{ blockTimestamp: block.timestamp }])
		expect(await resultOf('eth_getLogs', { fromBlock: blockNumber })).toEqual(told)
		const history = await resultOf('eth_feeHistory', '0x1', 'latest', [])
		expect(history).toMatchObject({ baseFeePerBlobGas: ['0x0', '0x0'], blobGasUsedRatio: [0] })
	})

	test('a protected legacy transaction tells its chain id', async () => {
		const { transactionHash } = await sent({ to: bob, gasPrice: '0x77359400' })
		const tx = await resultOf('eth_getTransactionByHash', transactionHash)
		expect(tx).toMatchObject({ type: '0x0', chainId: '0x8ae' })
		expect([4_479, 4_480]).toContain(Number(tx.v))
	})

	test('a search over more blocks than are kept in memory finds the same, the first time and the next', async () => {
		const { blockNumber, logs: told } = await sent({ data: logs })
		await resultOf('anvil_mine', '0x50')
		const search = { fromBlock: blockNumber, toBlock: 'latest' }
		for (let round = 0; round < 2; round++) {
			expect(await resultOf('eth_getLogs', search)).toEqual(told)
			expect(await resultOf('eth_getLogs', { ...search, address: bob })).toEqual([])
		}
	})

	test('the pool tells of one sender', async () => {
		expect(await resultOf('txpool_contentFrom', bob)).toEqual({ pending: {}, queued: {} })
		expect((await ask('txpool_contentFrom', '0x12')).error?.code).toBe(-32602)
	})
})

describe('slots of several contracts', () => {
	test('come in one answer', async () => {
		await resultOf('anvil_setStorageAt', bob, '0x1', `0x${'00'.repeat(31)}2a`)
		await chain.mine()
		const slot = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`
		expect(await resultOf('eth_getStorageValues', { [bob]: [slot(1), slot(2)], [alice]: [slot(1)] })).toEqual({
			[bob]: [slot(42), slot(0)],
			[alice]: [slot(0)],
		})
	})

	test.each([
		[{}, { code: -32602, message: 'empty request' }],
		[{ [bob]: Array.from({ length: 1_025 }, () => nowhere) }, { code: -38_026, message: 'too many slots (max 1024)' }],
		[
			{ '0x12': [nowhere] },
			{ code: -32602, message: 'invalid argument 0: hex string has length 2, want 40 for common.Address' },
		],
	])('slots of several contracts are refused with the words of geth, case %#', async (wanted, error) => {
		expect((await ask('eth_getStorageValues', wanted)).error).toEqual(error)
	})

	test('a key that is none is refused', async () => {
		expect((await ask('eth_getStorageAt', bob, '0xasdf')).error).toEqual({
			code: -32602,
			message: 'invalid hex in storage key: "0xasdf"',
		})
		expect((await ask('eth_getStorageAt', bob, `0x${'0'.repeat(65)}`)).error).toEqual({
			code: -32602,
			message: `storage key too long (want at most 32 bytes): "0x${'0'.repeat(65)}"`,
		})
	})
})

describe('blocks and what is in them as bytes', () => {
	test.each([
		['legacy', { to: bob, value: '0x5', gasPrice: '0x77359400' }],
		['eip1559', { data: logs, maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x1' }],
	])('a %s transaction is the one that its sender signed', async (type, tx) => {
		const receipt = await sent(tx)
		const raw = await resultOf<`0x${string}`>('debug_getRawTransaction', receipt.transactionHash)
		expect(keccak256(raw)).toBe(receipt.transactionHash)
		expect(parseTransaction(raw)).toMatchObject({ type, chainId: 2222 })
		const bytes = await resultOf<`0x${string}`[]>('debug_getRawReceipts', receipt.blockNumber)
		const at = Number(receipt.transactionIndex)
		const typed = hexToBytes(bytes[at]!)
		const [status, gas, bloom, entries] = RLP.decode(type === 'legacy' ? typed : typed.slice(1)) as Uint8Array[]
		expect(status).toEqual(Uint8Array.of(1))
		expect(`0x${Buffer.from(gas!).toString('hex')}`.replace('0x0', '0x')).toBe(receipt.cumulativeGasUsed)
		expect(`0x${Buffer.from(bloom!).toString('hex')}`).toBe(receipt.logsBloom)
		expect(entries).toHaveLength((receipt.logs as unknown[]).length)
		const [header, txs, uncles] = RLP.decode(
			hexToBytes(await resultOf<`0x${string}`>('debug_getRawBlock', receipt.blockHash)),
		) as unknown as [Uint8Array[], (Uint8Array | Uint8Array[])[], unknown[]]
		expect(keccak256(txs[at] instanceof Uint8Array ? txs[at] : RLP.encode(txs[at]!))).toBe(receipt.transactionHash)
		expect(uncles).toEqual([])
		expect(RLP.decode(hexToBytes(await resultOf<`0x${string}`>('debug_getRawHeader', receipt.blockNumber)))).toEqual(
			header,
		)
		expect(`0x${Buffer.from(header[8]!).toString('hex').replace(/^0/, '')}`).toBe(receipt.blockNumber)
	})

	test('what is not there is nothing, or refused with the words of geth', async () => {
		const bytes = `[${'0 '.repeat(31)}1]`
		expect(await resultOf('debug_getRawTransaction', nowhere)).toBe('0x')
		expect(await resultOf('debug_getRawBlock', '0xffffff')).toBe('0x')
		expect(await resultOf('debug_getRawHeader', '0xffffff')).toBe('0x')
		expect(await resultOf('debug_getRawReceipts', '0xffffff')).toBeNull()
		expect(await resultOf('debug_getRawReceipts', nowhere)).toEqual([])
		expect((await ask('debug_getRawBlock', nowhere)).error).toEqual({
			code: -32000,
			message: `block #${bytes} not found`,
		})
		expect((await ask('debug_getRawHeader', nowhere)).error?.message).toBe(`header #${bytes} not found`)
		for (const method of ['debug_getRawBlock', 'debug_getRawHeader', 'debug_getRawReceipts']) {
			expect((await ask(method, '2')).error).toEqual({
				code: -32602,
				message: 'invalid argument 0: hex string without 0x prefix',
			})
		}
		expect((await ask('debug_getRawTransaction', nowhere.slice(2))).error).toEqual({
			code: -32602,
			message:
				'invalid argument 0: json: cannot unmarshal hex string without 0x prefix into Go value of type common.Hash',
		})
	})
})
