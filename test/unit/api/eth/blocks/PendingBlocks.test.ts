import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { frameworkTx } from '../../../../../src/api/eth/send/frameworkTx.ts'
import { parseRawTx } from '../../../../../src/api/eth/send/parseRawTx.ts'
import { ethTxHash, ethTxOf } from '../../../../../src/modules/evm/tx/EthTx.ts'
import { fromHex } from '../../../../../src/util/bytes.ts'
import { createEthBench } from '../ethBench.ts'

/** Accounts and their micro-coins. */
const accounts = ['11', '22', '33', '44'].map((byte) => privateKeyToAccount(`0x${byte.repeat(32)}`))
const bytesOf = (at: number): Uint8Array => fromHex(accounts[at]!.address.slice(2))!
const funded = (...coins: readonly bigint[]) => coins.map((amount, at) => [bytesOf(at), amount] as const)
/** One micro-coin, the price of each transaction. */
const unit = 10n ** 12n
const to = `0x${'bb'.repeat(20)}` as const

interface Draft {
	readonly nonce?: number
	readonly gas?: bigint
	readonly value?: bigint
	readonly chainId?: number
	/** Other values of its data. */
	readonly changed?: object
}

/** A transfer of an account in the framework's bytes, as the mempool has it. */
async function transfer(
	from: number,
	{ changed = {}, nonce = 0, gas = 21_000n, value = 0n, chainId = 2222 }: Draft = {},
) {
	const tx = { type: 'legacy', chainId, nonce, gas, gasPrice: unit, to, value } as const
	const raw = fromHex((await accounts[from]!.signTransaction(tx)).slice(2))!
	const data = { ...parseRawTx(raw), ...changed }
	const read = ethTxOf(data)
	return frameworkTx({ data, tx: read, hash: ethTxHash(read), size: raw.length, evmDenom: 'achain' })
}

type Bench = Awaited<ReturnType<typeof createEthBench>>

/** The pending transactions by the number of their sender and their nonce. */
async function pendingIn({ ask }: Bench): Promise<readonly string[]> {
	const { transactions } = await ask('eth_getBlockByNumber', 'pending', true)
	const names = accounts.map(({ address }) => address.toLowerCase())
	return transactions.map(({ from, nonce }: Record<string, string>) => `${names.indexOf(from!)} ${Number(nonce)}`)
}

test('a pending block keeps its second for three seconds where it has transactions, and else follows the clock', async () => {
	const chain = await createEthBench({ funded: funded(100_000n) })
	const { clock, ask } = chain
	const last = clock.ms / 1_000
	const secondsAt = async (...clocks: readonly number[]): Promise<readonly number[]> => {
		const seconds: number[] = []
		for (const at of clocks) {
			clock.ms = (last + at) * 1_000 + 999
			seconds.push(Number((await ask('eth_getBlockByNumber', 'pending', false)).timestamp) - last)
		}
		return seconds
	}
	expect(await secondsAt(-1, 0, 1, 2, 3, 2)).toEqual([1, 1, 1, 2, 3, 2])
	chain.wait(await transfer(0))
	expect(await secondsAt(2, 3, 4, 5, 6, 9, 10, 9)).toEqual([2, 2, 2, 2, 6, 6, 10, 9])
})

test('a pending block has what its sender can pay to the unit, and leaves out what no block can have', async () => {
	const chain = await createEthBench({ funded: funded(21_000n, 20_999n, 90_000n, 90_000n) })
	chain.wait(
		// Its value is absent, as only the framework's form of it can say.
		await transfer(0, { changed: { value: '' } }),
		await transfer(1),
		// These are of another chain, too early, and of too little gas.
		await transfer(2, { chainId: 7 }),
		await transfer(2, { nonce: 1 }),
		await transfer(2, { gas: 20_999n }),
		await transfer(3, { gas: 50_000n, value: unit * 3n }),
		await transfer(3, { nonce: 1, gas: 68_997n, value: unit }),
		await transfer(3, { nonce: 1, gas: 68_996n, value: unit }),
		await transfer(3, { nonce: 1 }),
	)
	expect(await pendingIn(chain)).toEqual(['0 0', '3 0', '3 1'])
	const { ask } = chain
	const balance = async (at: number, tag: string) =>
		BigInt(await ask('eth_getBalance', accounts[at]!.address, tag)) / unit
	expect([await balance(0, 'pending'), await balance(3, 'pending')]).toEqual([0n, 90_000n - 21_003n - 21_001n])
	expect([await balance(0, 'latest'), await balance(3, 'latest')]).toEqual([21_000n, 90_000n])
	expect(await ask('eth_getTransactionCount', accounts[3]!.address, 'pending')).toBe('0x2')
})

test('a pending block is filled to its gas, and takes a smaller transaction after one that does not fit', async () => {
	const chain = await createEthBench({ funded: funded(90_000n, 90_000n, 90_000n, 90_000n), maxGas: 63_000n })
	chain.wait(
		await transfer(0),
		await transfer(1, { gas: 42_001n }),
		await transfer(2, { gas: 42_000n }),
		await transfer(3),
	)
	expect(await pendingIn(chain)).toEqual(['0 0', '2 0', '3 0'])
	chain.wait(await transfer(1))
	expect(await pendingIn(chain)).toEqual(['0 0', '2 0', '3 0'])
})

test('a pending block begins anew when what waits is taken back, or another is in its place', async () => {
	const chain = await createEthBench({ funded: funded(90_000n, 90_000n, 90_000n) })
	chain.wait(await transfer(0), await transfer(1))
	expect(await pendingIn(chain)).toEqual(['0 0', '1 0'])
	chain.waiting().splice(1, 1, await transfer(2))
	expect(await pendingIn(chain)).toEqual(['0 0', '2 0'])
	chain.waiting().splice(1, 1)
	expect(await pendingIn(chain)).toEqual(['0 0'])
	chain.wait(await transfer(0, { nonce: 1 }))
	expect(await pendingIn(chain)).toEqual(['0 0', '0 1'])
	expect((await chain.ask('eth_getBlockByNumber', 'pending', false)).number).toBe('0x2')
	await chain.mine(...chain.waiting())
	expect(await pendingIn(chain)).toEqual([])
	expect((await chain.ask('eth_getBlockByNumber', 'pending', false)).number).toBe('0x3')
})
