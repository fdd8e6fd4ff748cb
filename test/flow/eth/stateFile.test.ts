import { parseEther } from 'viem'
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

	test.each(['0x', '0x1f8b00', `0x${Buffer.from('{"accounts":{"0x12":{}}}').toString('hex')}`])(
		'%s is refused as no state',
		async (state) => {
			const height = await target.height()
			expect((await askEth(target.ethUrl!, 'anvil_loadState', [state])).error?.message).toMatch(/no state|no address/)
			expect(await target.height()).toBe(height)
		},
	)
})
