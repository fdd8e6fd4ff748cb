import { gunzipSync } from 'node:zlib'
import { numberToHex, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { compile } from './compile.ts'
import { account, askEth, evmTools } from './evmTools.ts'

const token = compile('Token')
const stranger = '0x00000000000000000000000000000000000000ef'
const alice = account(0).address

let source: Chain
let target: Chain

beforeAll(async () => {
	;[source, target] = await Promise.all([
		startChain({ chainId: 'chain_2222-1' }),
		startChain({ chainId: 'chain_2222-1' }),
	])
})

afterAll(async () => {
	await Promise.all([source.stop(), target.stop()])
})

describe('the state of one chain in another', () => {
	test('the state of one chain in another has its balances, nonces, codes and slots', async () => {
		const { anvil, reader, writer } = evmTools(source.ethUrl!)
		const hash = await writer.deployContract({ ...token, args: [1_000n] })
		const { contractAddress } = await reader.waitForTransactionReceipt({ hash })
		const address = contractAddress!
		await anvil.setBalance({ address: stranger, value: parseEther('3') + 1n })
		await anvil.setNonce({ address: stranger, nonce: 7 })
		const { result: state } = await askEth(source.ethUrl!, 'anvil_dumpState')
		expect(state).toMatch(/^0x1f8b/)
		const other = evmTools(target.ethUrl!).reader
		const call = { abi: token.abi, address, functionName: 'balanceOf', args: [alice] } as const
		await expect(other.readContract(call)).rejects.toThrow()
		expect((await askEth(target.ethUrl!, 'anvil_loadState', [state])).result).toBe(true)
		expect(await other.readContract(call)).toBe(1_000n)
		expect(await other.getCode({ address })).toBe(await reader.getCode({ address }))
		expect(await other.getBalance({ address: stranger })).toBe(parseEther('3') + 1n)
		expect(await other.getTransactionCount({ address: stranger })).toBe(7)
		expect(await other.getTransactionCount({ address: alice })).toBe(1)
		const sent = await evmTools(target.ethUrl!).writer.writeContract({
			...token,
			address,
			functionName: 'transfer',
			args: [stranger, 1n],
		})
		expect((await other.waitForTransactionReceipt({ hash: sent })).status).toBe('success')
	})

	test('greetings come along to a chain without any, in order and with their owners, and come once', async () => {
		await using first = await startChain({ chainId: 'chain_2222-1' })
		await using second = await startChain({ chainId: 'other_2222-1', prefix: 'other' })
		const [owner] = first.accounts
		const client = await first.stargate(owner)
		for (const message of ['hello', 'Grüße 👋']) {
			const value = { owner: owner!.address, message }
			const typeUrl = first.types.find(([url]) => url.endsWith('MsgCreateGreet'))![0]
			const { code } = await client.signAndBroadcast(owner!.address, [{ typeUrl, value }], 'auto')
			expect(code).toBe(0)
		}
		const { result: state } = await askEth(first.ethUrl!, 'anvil_dumpState')
		for (let time = 0; time < 2; time++) {
			expect((await askEth(second.ethUrl!, 'anvil_loadState', [state])).result).toBe(true)
		}
		const { result: again } = await askEth(second.ethUrl!, 'anvil_dumpState')
		const { greetings } = JSON.parse(gunzipSync(Buffer.from(again.slice(2), 'hex')).toString())
		expect(greetings).toEqual(['hello', 'Grüße 👋'].map((message) => ({ owner: owner!.hexAddress, message })))
	})

	test('a loaded account has the slots of the state and no others, and zero for what the state does not tell', async () => {
		const { anvil, reader } = evmTools(target.ethUrl!)
		const address = '0x00000000000000000000000000000000000000f1'
		const other = '0x00000000000000000000000000000000000000f2'
		const word = (value: number) => numberToHex(value, { size: 32 })
		await anvil.setStorageAt({ address, index: word(1), value: word(11) })
		await anvil.setStorageAt({ address, index: word(2), value: word(12) })
		await anvil.setBalance({ address: other, value: 5n })
		await anvil.setNonce({ address: other, nonce: 3 })
		const accounts = {
			[address]: {
				nonce: 4,
				balance: '0x9',
				code: '0x6001',
				storage: { [word(2)]: word(22), '0x3': '0x21', '0x4': 5 },
			},
			[other.toUpperCase().replace('X', 'x')]: {},
		}
		// As other programs may write it: without compression.
		const state = `0x${Buffer.from(JSON.stringify({ accounts })).toString('hex')}`
		expect((await askEth(target.ethUrl!, 'anvil_loadState', [state])).result).toBe(true)
		const slots = [1, 2, 3, 4].map((slot) => reader.getStorageAt({ address, slot: word(slot) }))
		expect(await Promise.all(slots)).toEqual([word(0), word(22), word(33), word(0)])
		expect(await reader.getCode({ address })).toBe('0x6001')
		expect(await reader.getBalance({ address })).toBe(9n)
		expect(await reader.getTransactionCount({ address })).toBe(4)
		expect(await reader.getBalance({ address: other })).toBe(0n)
		expect(await reader.getTransactionCount({ address: other })).toBe(0)
	})

	test('the state tells the newest block', async () => {
		const { result } = await askEth(target.ethUrl!, 'anvil_dumpState')
		const state = JSON.parse(gunzipSync(Buffer.from(result.slice(2), 'hex')).toString())
		const { result: block } = await askEth(target.ethUrl!, 'eth_getBlockByNumber', ['latest', false])
		expect(state.best_block_number).toBe(block.number)
		expect(state.block).toEqual({
			number: block.number,
			beneficiary: block.miner,
			timestamp: block.timestamp,
			gas_limit: block.gasLimit,
			basefee: block.baseFeePerGas,
			difficulty: '0x0',
			prevrandao: block.mixHash,
		})
	})

	test.each(['0x', '0x1f8b00', `0x${Buffer.from('{"accounts":{"0x12":{}}}').toString('hex')}`])(
		'%s is refused as no state',
		async (state) => {
			const height = await target.height()
			expect((await askEth(target.ethUrl!, 'anvil_loadState', [state])).error?.message).toMatch(/no state|no address/)
			expect(await target.height()).toBe(height)
		},
	)
})
