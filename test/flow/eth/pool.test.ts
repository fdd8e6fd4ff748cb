import { once } from 'node:events'
import { formatGwei, type Hex, keccak256, numberToHex, parseGwei } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { seededRandom } from '../../support/random.js'
import { startNode } from '../../support/startNode.ts'
import { account, askEth, type EthReply, evmTools } from './evmTools.ts'

let chain: Chain
let tools: ReturnType<typeof evmTools>
const ask = (method: string, ...params: readonly unknown[]): Promise<EthReply> => askEth(chain.ethUrl!, method, params)
/** Made once: deriving a key takes long. */
const accounts = Array.from({ length: 10 }, (_, index) => account(index))
const to = accounts[9]!.address

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1' })
	tools = evmTools(chain.ethUrl!)
})

beforeEach(async () => {
	await ask('anvil_dropAllTransactions')
	await tools.anvil.setAutomine(true)
})

afterAll(async () => {
	await chain.stop()
})

/** A signed transfer of the account with this index. */
async function signed(from: number, nonce: number, gwei = '20', value = 1n): Promise<Hex> {
	return accounts[from]!.signTransaction({
		chainId: 2222,
		type: 'eip1559',
		to,
		value,
		nonce,
		gas: 21_000n,
		maxFeePerGas: parseGwei(gwei),
		maxPriorityFeePerGas: parseGwei(gwei),
	})
}

function shuffled<T>(items: readonly T[]): T[] {
	const random = seededRandom()
	return items
		.map((item) => ({ item, place: random() }))
		.sort((a, b) => a.place - b.place)
		.map(({ item }) => item)
}

const send = (raw: Hex): Promise<EthReply> => ask('eth_sendRawTransaction', raw)
const nonceOf = (index: number, blockTag: 'latest' | 'pending' = 'latest'): Promise<number> =>
	tools.reader.getTransactionCount({ address: accounts[index]!.address, blockTag })

async function mineAll(): Promise<void> {
	await expect
		.poll(async () => {
			await ask('evm_mine')
			return (await ask('txpool_status')).result
		})
		.toEqual({ pending: '0x0', queued: '0x0' })
}

describe.each([
	{ mode: 'a block for each', automine: true },
	{ mode: 'blocks by hand', automine: false },
])('200 transactions of 10 accounts in any order, with $mode', ({ automine }) => {
	test('200 transactions of 10 accounts in any order are all taken, and each is in one block', async () => {
		await tools.anvil.setAutomine(automine)
		const first = await Promise.all(Array.from({ length: 10 }, (_, index) => nonceOf(index)))
		const all = await Promise.all(
			first.flatMap((nonce, index) => Array.from({ length: 20 }, (_, at) => signed(index, nonce + at))),
		)
		const replies = await Promise.all(shuffled(all).map(send))
		expect(replies.filter(({ error }) => error !== undefined)).toEqual([])
		expect(new Set(replies.map(({ result }) => result)).size).toBe(200)
		await mineAll()
		for (const raw of all) {
			expect((await ask('eth_getTransactionReceipt', keccak256(raw))).result?.status).toBe('0x1')
		}
		expect(await Promise.all(first.map((_, index) => nonceOf(index)))).toEqual(first.map((nonce) => nonce + 20))
	})
})

describe('a transaction whose earlier nonces are missing', () => {
	test('waits: txpool_* and its hash show it, the pending nonce leaves it out, the missing one lets it go', async () => {
		const nonce = await nonceOf(1)
		const [late, early] = [await signed(1, nonce + 1), await signed(1, nonce)]
		const { result: hash } = await send(late)
		expect(hash).toBe(keccak256(late))
		expect((await ask('txpool_status')).result).toEqual({ pending: '0x0', queued: '0x1' })
		const address = accounts[1]!.address.toLowerCase()
		const { queued, pending } = (await ask('txpool_content')).result
		expect(pending).toEqual({})
		expect(queued[address][nonce + 1]).toMatchObject({ hash, blockHash: null, from: address })
		expect((await ask('txpool_contentFrom', address)).result.queued[nonce + 1].hash).toBe(hash)
		expect((await ask('txpool_inspect')).result.queued[address][nonce + 1]).toMatch(
			/^0x.*: 1 wei \+ 21000 gas × \d+ wei$/,
		)
		expect((await ask('eth_getTransactionByHash', hash)).result).toMatchObject({ hash, blockNumber: null })
		expect((await ask('debug_getRawTransaction', hash)).result).toBe(late)
		expect([await nonceOf(1), await nonceOf(1, 'pending')]).toEqual([nonce, nonce])
		expect((await send(late)).error?.message).toBe('already known')
		await send(early)
		await expect.poll(async () => (await ask('eth_getTransactionReceipt', hash)).result?.status).toBe('0x1')
		expect((await ask('txpool_status')).result).toEqual({ pending: '0x0', queued: '0x0' })
	})

	test('a transaction whose earlier nonces are missing is announced when it can be in the next block', async () => {
		const nonce = await nonceOf(1)
		const [late, early] = [await signed(1, nonce + 1), await signed(1, nonce)]
		const socket = new WebSocket(chain.ethUrl!.replace('http', 'ws'))
		await once(socket, 'open')
		// biome-ignore lint/suspicious/noExplicitAny: messages of two kinds
		const heard: any[] = []
		socket.on('message', (data) => heard.push(JSON.parse(String(data))))
		socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newPendingTransactions'] }))
		await expect.poll(() => heard.length).toBe(1)
		await send(late)
		await send(early)
		const told = () => heard.slice(1).map(({ params }) => params.result)
		await expect.poll(told).toEqual([keccak256(early), keccak256(late)])
		socket.close()
	})

	test('waits for at most 63 others of its sender', async () => {
		const nonce = await nonceOf(2)
		const replies: EthReply[] = []
		for (let at = 1; at <= 65; at++) replies.push(await send(await signed(2, nonce + at)))
		expect(replies.findIndex(({ error }) => error !== undefined)).toBe(64)
		expect(replies[64]?.error?.message).toBe('account limit exceeded: pooled 64 txs')
	})

	test('a transaction whose earlier nonces are missing is taken back by anvil and hardhat', async () => {
		const nonce = await nonceOf(3)
		const raws = await Promise.all([1, 2, 3].map((at) => signed(3, nonce + at)))
		for (const raw of raws) await send(raw)
		expect((await ask('hardhat_dropTransaction', keccak256(raws[0]!))).result).toBe(true)
		expect((await ask('txpool_status')).result.queued).toBe('0x2')
		await ask('anvil_removePoolTransactions', accounts[3]!.address)
		expect((await ask('txpool_status')).result.queued).toBe('0x0')
	})
})

describe('a transaction with the nonce of another that waits', () => {
	test('takes its place if it pays 10 % more, in the queue and in the mempool, and those behind it stay', async () => {
		const { anvil } = tools
		await anvil.setAutomine(false)
		const nonce = await nonceOf(4)
		const raws = await Promise.all([0, 1, 2, 4].map((at) => signed(4, nonce + at)))
		for (const raw of raws) expect((await send(raw)).error).toBeUndefined()
		expect((await ask('txpool_status')).result).toEqual({ pending: '0x3', queued: '0x1' })
		for (const at of [1, 4]) {
			expect((await send(await signed(4, nonce + at, '21.9'))).error?.message).toBe(
				'replacement transaction underpriced',
			)
		}
		const better = await Promise.all([1, 4].map((at) => signed(4, nonce + at, '22', 2n)))
		for (const raw of better) expect((await send(raw)).error).toBeUndefined()
		expect((await ask('txpool_status')).result).toEqual({ pending: '0x3', queued: '0x1' })
		expect(await nonceOf(4, 'pending')).toBe(nonce + 3)
		await send(await signed(4, nonce + 3))
		await mineAll()
		expect(await nonceOf(4)).toBe(nonce + 5)
		for (const raw of [raws[0]!, raws[2]!, ...better]) {
			expect((await ask('eth_getTransactionReceipt', keccak256(raw))).result?.status).toBe('0x1')
		}
		for (const raw of [raws[1]!, raws[3]!]) {
			expect((await ask('eth_getTransactionReceipt', keccak256(raw))).result).toBeNull()
			expect((await ask('eth_getTransactionByHash', keccak256(raw))).result).toBeNull()
		}
	})
})

describe('what waits', () => {
	test('survives that the chain goes back, and is in a block after it', async () => {
		const { anvil } = tools
		await anvil.setAutomine(false)
		const { result: id } = await ask('evm_snapshot')
		await ask('evm_mine')
		const nonce = await nonceOf(5)
		const raws = await Promise.all([0, 1, 3].map((at) => signed(5, nonce + at)))
		for (const raw of raws) await send(raw)
		expect((await ask('txpool_status')).result).toEqual({ pending: '0x2', queued: '0x1' })
		expect((await ask('evm_revert', id)).result).toBe(true)
		expect((await ask('txpool_status')).result).toEqual({ pending: '0x2', queued: '0x1' })
		await send(await signed(5, nonce + 2))
		await mineAll()
		expect(await nonceOf(5)).toBe(nonce + 4)
	})

	test('survives that the listener is switched off and on', async () => {
		const node = await startNode({ on: ['eth'], flags: { chainId: 'chain_2222-1' } })
		try {
			await askEth(node.addresses.eth!, 'eth_sendRawTransaction', [await signed(6, 1)])
			await node.call('admin_setListener', { name: 'eth', on: false })
			await node.call('admin_setListener', { name: 'eth', on: true })
			const url = node.addresses.eth!
			expect((await askEth(url, 'txpool_status')).result).toEqual({ pending: '0x0', queued: '0x1' })
			await askEth(url, 'eth_sendRawTransaction', [await signed(6, 0)])
			await expect
				.poll(async () => (await askEth(url, 'eth_getTransactionCount', [accounts[6]!.address, 'latest'])).result)
				.toBe('0x2')
		} finally {
			await node.close()
		}
	})

	test('a price below the base fee waits on a node without powers until the fee has fallen, and a better one goes at once', async () => {
		const node = await startNode({ on: ['eth'], flags: { chainId: 'chain_2222-1', blockMode: 'manual' } })
		try {
			const tell = (method: string, ...params: readonly unknown[]) => askEth(node.addresses.eth!, method, params)
			await node.engine.mine(1)
			const base = BigInt((await tell('eth_baseFee')).result)
			const gwei = (part: bigint) => formatGwei((base * part) / 100n)
			const low = [await signed(6, 0, gwei(70n)), await signed(6, 1, gwei(300n)), await signed(7, 0, gwei(50n))]
			for (const raw of low) expect((await tell('eth_sendRawTransaction', raw)).result).toBe(keccak256(raw))
			expect((await tell('txpool_status')).result).toEqual({ pending: '0x0', queued: '0x3' })
			// They can all be next, so that the next nonce is after them, and the filled one too.
			const next = async (index: number) =>
				(await tell('eth_getTransactionCount', accounts[index]!.address, 'pending')).result
			expect([await next(6), await next(7)]).toEqual(['0x2', '0x1'])
			const better = await signed(7, 0, gwei(100n))
			expect((await tell('eth_sendRawTransaction', better)).error).toBeUndefined()
			expect((await tell('txpool_status')).result).toEqual({ pending: '0x1', queued: '0x2' })
			const receipt = async (raw: Hex) => (await tell('eth_getTransactionReceipt', keccak256(raw))).result
			await expect
				.poll(async () => {
					await node.engine.mine(1)
					return (await tell('txpool_status')).result
				})
				.toEqual({ pending: '0x0', queued: '0x0' })
			const fees = [...low.slice(0, 2), better].map(async (raw) => (await receipt(raw)).blockNumber)
			const [late, later, first] = (await Promise.all(fees)).map(Number)
			expect(first).toBeLessThan(late!)
			expect(later).toBeGreaterThanOrEqual(late!)
			const { result: block } = await tell('eth_getBlockByNumber', `0x${late!.toString(16)}`, false)
			expect(BigInt(block.baseFeePerGas)).toBeLessThanOrEqual((base * 70n) / 100n)
		} finally {
			await node.close()
		}
	})

	test('a later nonce waits in no pool of the ethermint dialect, which refuses it', async () => {
		const node = await startNode({ on: ['eth'], flags: { chainId: 'chain_2222-1', ethCompat: 'ethermint' } })
		try {
			const { error } = await askEth(node.addresses.eth!, 'eth_sendRawTransaction', [await signed(6, 1)])
			expect(error?.message).toContain('invalid nonce; got 1, expected 0')
		} finally {
			await node.close()
		}
	})
})

test('a transaction is sent again with another price or gas, and what is not given stays', async () => {
	await tools.anvil.setAutomine(false)
	const from = accounts[4]!.address
	const nonce = numberToHex(await nonceOf(4))
	const args = { from, to, nonce, gas: '0x5208', gasPrice: numberToHex(parseGwei('10')), value: '0x7' }
	expect((await ask('eth_sendTransaction', args)).error).toBeUndefined()
	const waiting = async () => (await ask('txpool_contentFrom', from)).result.pending[Number(nonce)]
	expect((await ask('eth_resend', args, '0x0', '0x0')).error?.message).toBe('already known')
	expect((await ask('eth_resend', args)).error?.message).toBe('already known')
	const gasPrice = numberToHex(parseGwei('11'))
	const again = await ask('eth_resend', args, gasPrice)
	expect(await waiting()).toMatchObject({ hash: again.result, gasPrice, gas: '0x5208', value: '0x7' })
	const last = await ask('eth_resend', { ...args, gasPrice }, numberToHex(parseGwei('13')), '0x6000')
	expect(await waiting()).toMatchObject({ hash: last.result, gasPrice: numberToHex(parseGwei('13')), gas: '0x6000' })
	expect((await ask('eth_resend', args)).error?.message).toMatch(/^transaction 0x[0-9a-f]{64} not found$/)
	await mineAll()
	expect((await ask('eth_getTransactionReceipt', last.result)).result.status).toBe('0x1')
})
