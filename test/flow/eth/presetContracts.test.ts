import { concat, encodeAbiParameters, getContractAddress, keccak256 } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { startNode } from '../../support/startNode.ts'
import { compile } from './compile.ts'
import { account, askEth, evmTools } from './evmTools.ts'

const deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

let chain: Chain

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1' })
})

afterAll(async () => {
	await chain.stop()
})

describe('contracts of a new chain', () => {
	test('the deployer with a salt puts a contract where every chain has it, and Multicall3 reads several values in one call', async () => {
		const { reader, writer } = evmTools(chain.ethUrl!)
		const token = compile('Token')
		const salt = `0x${'07'.repeat(32)}` as const
		const init = concat([token.bytecode, encodeAbiParameters([{ type: 'uint256' }], [5n])])
		const address = getContractAddress({ opcode: 'CREATE2', from: deployer, salt, bytecode: init })
		const hash = await writer.sendTransaction({ to: deployer, data: concat([salt, init]) })
		expect((await reader.waitForTransactionReceipt({ hash })).status).toBe('success')
		const read = { abi: token.abi, address, functionName: 'balanceOf' } as const
		const values = await reader.multicall({
			contracts: [
				{ ...read, args: [deployer] },
				{ ...read, args: [account(0).address] },
			],
			multicallAddress: multicall3,
			allowFailure: false,
		})
		expect(values).toEqual([5n, 0n])
	})

	test('Multicall3 of a new chain has the code that it has on Ethereum', async () => {
		const code = await evmTools(chain.ethUrl!).reader.getCode({ address: multicall3 })
		expect(keccak256(code!)).toBe('0xd5c15df687b16f2ff992fc8d767b4216323184a2bbc6ee2f9c398c318e770891')
	})

	test('a new chain in the dialect of the recorded node begins without contracts', async () => {
		const flags = { chainId: 'chain_2222-1', ethCompat: 'ethermint' as const }
		const node = await startNode({ on: ['eth'], flags })
		try {
			expect((await askEth(node.addresses.eth!, 'eth_getCode', [deployer, 'latest'])).result).toBe('0x')
		} finally {
			await node.close()
		}
	})
})
