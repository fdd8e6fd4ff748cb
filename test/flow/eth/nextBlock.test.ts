import { type Hex, numberToHex, parseGwei, slice } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { account, askEth, evmTools } from './evmTools.ts'

const address = '0x00000000000000000000000000000000000000cc'
const from = account(0).address
/** SSTORE of 1 at the slot of the block's number: dear in a new block, cheap in one that has it. */
const counter = '0x6001435500'
/** NUMBER, TIMESTAMP, BASEFEE, PREVRANDAO and BLOCKHASH of the block before, 32 bytes each. */
const viewer = '0x43600052426020524860405244606052600143034060805260a06000f3'

let chain: Chain
let tools: ReturnType<typeof evmTools>

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1' })
	tools = evmTools(chain.ethUrl!)
})

beforeEach(async () => {
	await tools.anvil.setAutomine(true)
})

afterAll(async () => {
	await chain.stop()
})

describe('the block in which a transaction will be', () => {
	test('the block in which a transaction will be is the one whose gas an estimate tells: a contract that writes once a block takes two transactions in a row', async () => {
		const { anvil, reader, writer, unsigned } = tools
		await anvil.setCode({ address, bytecode: counter })
		for (const send of [
			() => writer.sendTransaction({ to: address }),
			() => writer.sendTransaction({ to: address }),
			() => unsigned.sendTransaction({ account: from, to: address }),
		]) {
			const { status, gasUsed } = await reader.waitForTransactionReceipt({ hash: await send() })
			expect(status).toBe('success')
			expect(gasUsed).toBeGreaterThan(40_000n)
		}
		const { result: now } = await askEth(chain.ethUrl!, 'eth_estimateGas', [{ from, to: address }, 'latest'])
		const { result: next } = await askEth(chain.ethUrl!, 'eth_estimateGas', [{ from, to: address }])
		expect(Number(next) - Number(now)).toBeGreaterThan(15_000)
		expect((await askEth(chain.ethUrl!, 'eth_estimateGas', [{ from, to: address }, 'pending'])).result).toBe(next)
	})

	test('the block in which a transaction will be is seen by a call of the tag pending as it becomes: number, time that was set, base fee, PREVRANDAO, hash of the newest block', async () => {
		const { anvil, reader } = tools
		await anvil.setCode({ address, bytecode: viewer })
		await anvil.setAutomine(false)
		await anvil.mine({ blocks: 5 })
		const newest = await reader.getBlock()
		const seen = async (blockTag: 'pending' | 'latest'): Promise<readonly Hex[]> => {
			const { data } = await reader.call({
				account: from,
				to: address,
				gas: 100_000n,
				gasPrice: parseGwei('50'),
				blockTag,
			})
			return [0, 32, 64, 96, 128].map((at) => slice(data!, at, at + 32))
		}
		// The newest block may be ahead of the clock; the next one is in a later second all the same.
		expect(BigInt((await seen('pending'))[1]!)).toBeGreaterThan(newest.timestamp)
		await anvil.increaseTime({ seconds: 5_000 })
		const word = (value: bigint): Hex => numberToHex(value, { size: 32 })
		const [number, time, baseFee, random, hash] = await seen('pending')
		expect(number).toBe(word(newest.number + 1n))
		expect(BigInt(time!) - newest.timestamp).toBeGreaterThanOrEqual(5_000n)
		expect([random, hash]).toEqual([newest.hash, newest.hash])
		expect((await seen('latest'))[0]).toBe(word(newest.number))
		await anvil.mine({ blocks: 1 })
		const made = await reader.getBlock()
		expect(baseFee).toBe(word(made.baseFeePerGas!))
		expect(made.timestamp - BigInt(time!)).toBeLessThan(60n)
		expect((await seen('latest'))[3]).toBe(random)
	})

	test('the block in which a transaction will be has what its caller overrides', async () => {
		const { anvil } = tools
		await anvil.setCode({ address, bytecode: viewer })
		// A call that pays nothing sees no base fee.
		const paid = { from, gas: '0x186a0', gasPrice: '0xba43b7400' }
		const { result } = await askEth(chain.ethUrl!, 'eth_call', [
			{ ...paid, to: address },
			'pending',
			{},
			{ number: '0x123456' },
		])
		expect(BigInt(slice(result as Hex, 0, 32))).toBe(0x123456n)
		expect(BigInt(slice(result as Hex, 64, 96))).toBeGreaterThan(0n)
	})
})
