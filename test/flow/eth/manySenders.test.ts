import { once } from 'node:events'
import { type Hex, keccak256, parseEther, parseGwei } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { seededRandom } from '../../support/random.js'
import { askEth, type EthReply, evmTools } from './evmTools.ts'

const senderCount = 200
/** Nonces of each sender. */
const nonces = [0, 1]
/** Logs nothing but that it was called: PUSH0 PUSH0 LOG0. */
const listener = '0x00000000000000000000000000000000000000cc'
const listenerCode = '0x5f5fa000'

/** What is known of a log at the end: how often it came and how often it was taken back. */
interface Heard {
	came: number
	gone: number
}

let chain: Chain
let senders: readonly PrivateKeyAccount[]
/** Sends when the chain is made anew. */
const late = privateKeyToAccount(`0x${(senderCount + 1).toString(16).padStart(64, '0')}`)

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1' })
	senders = Array.from({ length: senderCount }, (_, at) =>
		privateKeyToAccount(`0x${(at + 1).toString(16).padStart(64, '0')}`),
	)
	const accounts = Object.fromEntries(
		[...senders, late].map(({ address }) => [
			address,
			{ nonce: 0, balance: `0x${parseEther('10').toString(16)}`, code: '0x' },
		]),
	)
	const state = { accounts: { ...accounts, [listener]: { nonce: 1, balance: '0x0', code: listenerCode } } }
	const loaded = await ask('anvil_loadState', `0x${Buffer.from(JSON.stringify(state)).toString('hex')}`)
	expect(loaded.result).toBe(true)
	await evmTools(chain.ethUrl!).anvil.setAutomine(false)
})

afterAll(async () => {
	await chain.stop()
})

const ask = (method: string, ...params: readonly unknown[]): Promise<EthReply> => askEth(chain.ethUrl!, method, params)
const send = (raw: Hex): Promise<EthReply> => ask('eth_sendRawTransaction', raw)

function signed(sender: PrivateKeyAccount, nonce: number, gwei: number, to: Hex = listener): Promise<Hex> {
	const price = parseGwei(String(gwei))
	return sender.signTransaction({
		chainId: 2222,
		type: 'eip1559',
		to,
		nonce,
		gas: 60_000n,
		maxFeePerGas: price,
		maxPriorityFeePerGas: price,
	})
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
	return items
		.map((item) => ({ item, place: random() }))
		.sort((a, b) => a.place - b.place)
		.map(({ item }) => item)
}

/** Follows the heads, the logs of the listener and what waits. */
async function follow() {
	const socket = new WebSocket(chain.ethUrl!.replace('http', 'ws'))
	await once(socket, 'open')
	const logs = new Map<string, Heard>()
	const heads: string[] = []
	const waiting: string[] = []
	const kinds: ((value: never) => void)[] = []
	const topics: readonly (readonly [params: readonly unknown[], hear: (value: never) => void])[] = [
		[['newHeads'], (head: { readonly hash: string }) => heads.push(head.hash)],
		[['newPendingTransactions'], (hash: string) => waiting.push(hash)],
		[
			['logs', { address: listener }],
			({ transactionHash, blockHash, removed }: Readonly<Record<string, string>> & { readonly removed: unknown }) => {
				const key = `${blockHash} ${transactionHash}`
				const heard = logs.get(key) ?? { came: 0, gone: 0 }
				if (removed === true) heard.gone++
				else heard.came++
				logs.set(key, heard)
			},
		],
	]
	const byId = new Map<string, (value: never) => void>()
	let answered = 0
	socket.on('message', (data) => {
		const message = JSON.parse(String(data))
		if (message.id !== undefined) {
			byId.set(message.result, kinds[message.id]!)
			answered++
		} else byId.get(message.params.subscription)!(message.params.result as never)
	})
	for (const [id, [params, hear]] of topics.entries()) {
		kinds[id] = hear
		socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_subscribe', params }))
	}
	await expect.poll(() => answered).toBe(topics.length)
	return { heads, logs, waiting, close: () => socket.close() }
}

test('200 senders at once, with replacements, cancellations, a chain that goes back and blocks that are made anew: nothing is lost and nothing comes twice', async () => {
	const random = seededRandom()
	const { reader } = evmTools(chain.ethUrl!)
	const heard = await follow()
	const first = await Promise.all(senders.flatMap((sender) => nonces.map((nonce) => signed(sender, nonce, 20))))
	// Some offer more for their second transaction, others cancel it.
	const raised = await Promise.all(senders.filter((_, at) => at % 4 === 0).map((sender) => signed(sender, 1, 30)))
	const cancels = await Promise.all(
		senders.filter((_, at) => at % 4 === 1).map((sender) => signed(sender, 1, 40, sender.address)),
	)
	const { result: snapshot } = await ask('evm_snapshot')

	const accepted = (replies: readonly EthReply[]): readonly (string | undefined)[] =>
		replies.map(({ error }) => error?.message).filter((text) => text !== undefined)
	const replies = await Promise.all([
		...shuffled(first, random).map(send),
		// Blocks are made meanwhile, and whoever asks for the nonce of what waits never gets an older one.
		...Array.from({ length: 3 }, () => ask('evm_mine')),
	])
	expect(accepted(replies)).toEqual([])
	const seen = senders.map(() => 0)
	const changed = await Promise.all([
		...shuffled([...raised, ...cancels], random).map(send),
		ask('evm_mine'),
		...senders.slice(0, 20).map(async ({ address }, at) => {
			for (let round = 0; round < 5; round++) {
				const next = await reader.getTransactionCount({ address, blockTag: 'pending' })
				expect(next).toBeGreaterThanOrEqual(seen[at]!)
				seen[at] = next
			}
			return {} as EthReply
		}),
	])
	// A change that comes too late is refused, for its nonce is in a block.
	for (const text of accepted(changed)) expect(text).toMatch(/^nonce too low/)

	expect((await ask('evm_revert', snapshot)).result).toBe(true)
	// Wallets send again what the chain forgot; what still waits is known.
	const sendAgain = async (raws: readonly Hex[]): Promise<void> => {
		const again = await Promise.all(shuffled(raws, random).map(send))
		for (const text of accepted(again))
			expect(text).toMatch(/^(already known|nonce too low|replacement transaction underpriced)/)
		await expect
			.poll(
				async () => {
					await ask('evm_mine')
					return (await ask('txpool_status')).result
				},
				{ timeout: 60_000 },
			)
			.toEqual({ pending: '0x0', queued: '0x0' })
	}
	await sendAgain([...first, ...raised, ...cancels])

	// The blocks that have half of the logs are made anew, with other transactions in them.
	const before = (await ask('eth_getLogs', { fromBlock: '0x1', toBlock: 'latest', address: listener })).result
	const half = Number(before[Math.floor(before.length / 2)].blockNumber)
	const lost = new Set<Hex>()
	const top = Number(await reader.getBlockNumber())
	for (let height = half; height <= top; height++) {
		const { transactions } = await reader.getBlock({ blockNumber: BigInt(height) })
		for (const hash of transactions) lost.add(hash)
	}
	const anew = await Promise.all(nonces.map((nonce) => signed(late, nonce, 25)))
	expect(
		(
			await ask(
				'anvil_reorg',
				top - half + 1,
				anew.map((raw) => [raw, 0]),
			)
		).error,
	).toBeUndefined()
	expect(Number(await reader.getBlockNumber())).toBe(top)
	await sendAgain([...first, ...raised, ...cancels].filter((raw) => lost.has(keccak256(raw))))

	const counts = await Promise.all(senders.map(({ address }) => reader.getTransactionCount({ address })))
	expect(counts).toEqual(senders.map(() => nonces.length))
	const height = await reader.getBlockNumber()
	const blocks = await Promise.all(
		Array.from({ length: Number(height) }, (_, at) =>
			reader.getBlock({ blockNumber: BigInt(at + 1), includeTransactions: true }),
		),
	)
	const made = blocks.flatMap(({ transactions }) => transactions)
	const all = (senderCount + 1) * nonces.length
	expect(new Set(made.map(({ from, nonce }) => `${from} ${nonce}`)).size).toBe(all)
	expect(made).toHaveLength(all)
	const offered = new Set([...first, ...raised, ...cancels, ...anew].map((raw) => keccak256(raw)))
	for (const { hash } of made) expect(offered).toContain(hash)

	const { result: logs } = await ask('eth_getLogs', { fromBlock: '0x1', toBlock: 'latest', address: listener })
	const standing = (logs as readonly Readonly<Record<string, string>>[]).map(
		({ blockHash, transactionHash }) => `${blockHash} ${transactionHash}`,
	)
	await expect
		.poll(() =>
			[...heard.logs]
				.filter(([, { came, gone }]) => came > gone)
				.map(([key]) => key)
				.sort(),
		)
		.toEqual(standing.sort())
	// Both times that the chain went back, logs were taken back.
	expect([...heard.logs.values()].filter(({ gone }) => gone === 1).length).toBeGreaterThan(before.length / 2)
	for (const [key, { came, gone }] of heard.logs) {
		expect(came, key).toBe(1)
		expect(gone, key).toBeLessThanOrEqual(1)
	}
	const later = blocks.filter(({ transactions }) => transactions.length > 0).map(({ hash }) => hash)
	expect(later.length).toBeGreaterThan(0)
	for (const hash of later) expect(heard.heads.filter((head) => head === hash)).toHaveLength(1)
	for (const { hash } of made) expect(heard.waiting).toContain(hash)
	heard.close()
}, 600_000)
