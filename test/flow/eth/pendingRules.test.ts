import { type Address, type Hex, keccak256, numberToHex, parseGwei } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { account, askEth, evmTools } from './evmTools.ts'

/** Uses all gas that it gets. */
const burner = '0x00000000000000000000000000000000000000f1'
const dave = '0x00000000000000000000000000000000000000d1'
const price = parseGwei('20')

let chain: Chain
let anvil: ReturnType<typeof evmTools>['anvil']

// biome-ignore lint/suspicious/noExplicitAny: each method's result has a shape of its own, which the tests compare
const ask = async (method: string, ...params: readonly unknown[]): Promise<any> => {
	const { result, error } = await askEth(chain.ethUrl!, method, params)
	if (error !== undefined) throw new Error(error.message)
	return result
}
const addressOf = (index: number): Address => account(index).address
const nonceOf = async (index: number): Promise<number> => Number(await ask('eth_getTransactionCount', addressOf(index)))

interface Draft {
	readonly to?: Address
	readonly value?: bigint
	readonly gas?: bigint
	/** How many of the sender's transactions wait before it. */
	readonly after?: number
	/** Cap of its price; its tip is a Gwei. A plain price where there is none. */
	readonly cap?: bigint
}

/** Sends a transaction that waits for a block; resolves with its hash. */
async function send(from: number, { to = dave, value = 0n, gas = 21_000n, after = 0, cap }: Draft = {}): Promise<Hex> {
	const parts = { chainId: 2222, nonce: (await nonceOf(from)) + after, to, value, gas }
	const raw = await account(from).signTransaction(
		cap === undefined
			? { ...parts, type: 'legacy', gasPrice: price }
			: { ...parts, type: 'eip1559', maxFeePerGas: cap, maxPriorityFeePerGas: parseGwei('1') },
	)
	expect(await ask('eth_sendRawTransaction', raw)).toBe(keccak256(raw))
	return keccak256(raw)
}

const pendingHashes = async (): Promise<readonly Hex[]> =>
	(await ask('eth_getBlockByNumber', 'pending', false)).transactions
/** Coins and nonces of who takes part, at a tag. */
const holdings = async (tag: string) => {
	const parties = [0, 1, 2, 3, 4].map(addressOf)
	const nonces = parties.map((who) => ask('eth_getTransactionCount', who, tag))
	return Promise.all([...[...parties, dave, burner].map((who) => ask('eth_getBalance', who, tag)), ...nonces])
}

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1' })
	anvil = evmTools(chain.ethUrl!).anvil
	await anvil.setCode({ address: burner, bytecode: '0xfe' })
})

beforeEach(async () => {
	await anvil.setAutomine(false)
	await ask('anvil_dropAllTransactions')
	await anvil.mine({ blocks: 1 })
})

afterAll(async () => {
	await chain.stop()
})

describe('the pending block and the one that is made of it', () => {
	test('the pending block has the gas, receipts, coins and nonces of the block that is made', async () => {
		const hashes = [
			await send(0, { value: 5n, gas: 50_000n }),
			await send(1, { to: burner, gas: 60_000n, cap: parseGwei('30') }),
			await send(0, { value: 7n, gas: 21_000n, after: 1 }),
			await send(2, { value: 9n, gas: 90_000n, cap: parseGwei('40') }),
		]
		const pending = await ask('eth_getBlockByNumber', 'pending', false)
		const receipts = await ask('eth_getBlockReceipts', 'pending')
		const held = await holdings('pending')
		await anvil.mine({ blocks: 1 })
		const made = await ask('eth_getBlockByNumber', 'latest', false)
		expect(made.transactions).toEqual(hashes)
		const told = [
			'number',
			'parentHash',
			'transactions',
			'gasUsed',
			'gasLimit',
			'baseFeePerGas',
			'mixHash',
			'logsBloom',
		]
		for (const name of told) expect([name, pending[name]]).toEqual([name, made[name]])
		expect(Number(made.gasUsed)).toBe(3 * 21_000 + 60_000)
		// The hash of a block that is not made is another one, and empty.
		const without = (list: readonly object[]) => list.map((one) => ({ ...one, blockHash: '', logs: [] }))
		expect(without(receipts)).toEqual(without(await ask('eth_getBlockReceipts', 'latest')))
		expect(held).toEqual(await holdings('latest'))
	})

	test('the pending block grows by what comes, and is made anew when another takes the place of what waits', async () => {
		const first = await send(0)
		expect(await pendingHashes()).toEqual([first])
		const second = await send(1)
		expect(await pendingHashes()).toEqual([first, second])
		await ask('anvil_dropTransaction', first)
		const third = await send(2)
		expect(await pendingHashes()).toEqual([second, third])
		await ask('anvil_dropTransaction', third)
		expect(await pendingHashes()).toEqual([second])
		await ask('anvil_dropTransaction', second)
		expect(await pendingHashes()).toEqual([])
	})

	test('the pending block of a chain that went back is that of the chain as it is', async () => {
		const before = await ask('eth_getBalance', dave, 'pending')
		const id = await ask('evm_snapshot')
		await send(0, { value: 3n })
		await anvil.mine({ blocks: 1 })
		expect(BigInt(await ask('eth_getBalance', dave, 'pending'))).toBe(BigInt(before) + 3n)
		await ask('evm_revert', id)
		await ask('anvil_dropAllTransactions')
		expect(await ask('eth_getBalance', dave, 'pending')).toBe(before)
		await send(1, { value: 4n })
		await anvil.mine({ blocks: 1 })
		expect(BigInt(await ask('eth_getBalance', dave, 'pending'))).toBe(BigInt(before) + 4n)
	})
})

describe('what waits and is not in the pending block', () => {
	test('a transaction beyond the gas of the block is not in the pending block, and smaller ones behind it are', async () => {
		const large = await send(0, { to: burner, gas: 12_000_000n })
		const exact = await send(1, { to: burner, gas: 18_000_000n })
		await send(2)
		expect(await pendingHashes()).toEqual([large, exact])
		await ask('anvil_dropTransaction', exact)
		await send(1, { to: burner, gas: 18_000_001n })
		const small = (await ask('eth_getBlockByNumber', 'pending', true)).transactions
		expect(small.map(({ from }: { from: Hex }) => from)).toEqual(
			[addressOf(0), addressOf(2)].map((who) => who.toLowerCase()),
		)
	})

	test('a transaction whose cap is below the next base fee is not in the pending block', async () => {
		const capped = await send(0, { cap: parseGwei('30') })
		const plain = await send(1)
		const shownAt = async (baseFee: bigint) => {
			await anvil.setNextBlockBaseFeePerGas({ baseFeePerGas: baseFee })
			expect((await ask('eth_getBlockByNumber', 'pending', false)).baseFeePerGas).toBe(numberToHex(baseFee))
			return pendingHashes()
		}
		expect(await shownAt(price)).toEqual([capped, plain])
		expect(await shownAt(price + 1n)).toEqual([capped])
		expect(await shownAt(parseGwei('30'))).toEqual([capped])
		expect(await shownAt(parseGwei('30') + 1n)).toEqual([])
		await anvil.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('1') })
	})

	test('a transaction whose sender cannot pay all of it, or has another nonce, is not in the pending block', async () => {
		const hash = await send(4, { value: 5n, gas: 30_000n })
		const whole = 30_000n * price + 5n
		const shownWith = async (value: bigint) => {
			await anvil.setBalance({ address: addressOf(4), value })
			return pendingHashes()
		}
		expect(await shownWith(whole)).toEqual([hash])
		const left = BigInt(await ask('eth_getBalance', addressOf(4), 'pending'))
		expect(left).toBe(9_000n * price)
		expect(await shownWith(whole - 1n)).toEqual([])
		await ask('anvil_dropAllTransactions')
		await anvil.setBalance({ address: addressOf(4), value: whole })
		const next = await send(4, { value: 5n, gas: 30_000n })
		expect(await pendingHashes()).toEqual([next])
		await ask('anvil_setNonce', addressOf(4), numberToHex((await nonceOf(4)) + 1))
		expect(await pendingHashes()).toEqual([])
	})
})
