import { parseGwei } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { account, askEth } from './evmTools.ts'

const [alice, bob] = [account(0), account(1)]
const noBlock =
	'this chain has no block yet, and no state before it: make the first one (evm_mine with --admin, or the app)'

let node: TestNode
const ask = (method: string, ...params: readonly unknown[]) => askEth(node.addresses.eth!, method, params)

beforeAll(async () => {
	node = await startNode({ on: ['eth'], flags: { chainId: 'chain_2222-1', admin: 'on', blockMode: 'manual' } })
})

afterAll(async () => {
	await node.close()
})

test('before its first block a chain says so to who asks for its state or sends to it', async () => {
	expect((await ask('eth_blockNumber')).result).toBe('0x0')
	expect((await ask('eth_getBlockByNumber', 'latest', false)).result).toBeNull()
	const raw = await alice.signTransaction({
		type: 'eip1559',
		chainId: 2222,
		nonce: 0,
		to: bob.address,
		gas: 21_000n,
		maxPriorityFeePerGas: parseGwei('1'),
		maxFeePerGas: parseGwei('100'),
	})
	const asked = [
		['eth_getBalance', alice.address, 'latest'],
		['eth_call', { to: bob.address }, 'latest'],
		['eth_estimateGas', { to: bob.address }],
		['eth_gasPrice'],
		['eth_sendRawTransaction', raw],
		['eth_sendTransaction', { from: alice.address, to: bob.address }],
	] as const
	for (const [method, ...params] of asked) {
		expect((await ask(method, ...params)).error, method).toEqual({ code: -32000, message: noBlock })
	}
	await ask('evm_mine')
	expect((await ask('eth_sendRawTransaction', raw)).error).toBeUndefined()
	for (const [method, ...params] of asked.slice(0, 4)) {
		expect((await ask(method, ...params)).error, method).toBeUndefined()
	}
})
