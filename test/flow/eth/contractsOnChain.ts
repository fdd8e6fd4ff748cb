import type { Address } from 'viem'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Chain, startChain } from '../../../src/library/index.ts'
import type { Artifact } from './compile.ts'
import { account, evmTools } from './evmTools.ts'

/** A chain with an EVM for the tests of a file, and what they do with contracts on it by viem. */
export function contractsOnChain() {
	let chain: Chain
	let tools: ReturnType<typeof evmTools>
	beforeAll(async () => {
		chain = await startChain({ chainId: 'chain_2222-1' })
		tools = evmTools(chain.ethUrl!)
	})
	afterAll(() => chain.stop())
	return {
		url: () => chain.ethUrl!,
		tools: () => tools,

		async deploy(artifact: Artifact, args: readonly unknown[] = []): Promise<Address> {
			const hash = await tools.writer.deployContract({ ...artifact, args })
			const { contractAddress, status } = await tools.reader.waitForTransactionReceipt({ hash })
			expect(status).toBe('success')
			return contractAddress!
		},

		async write(
			{ abi }: Artifact,
			address: Address,
			functionName: string,
			args: readonly unknown[] = [],
			from = account(0),
		) {
			const { writer } = evmTools(chain.ethUrl!, { from })
			const hash = await writer.writeContract({ abi, address, functionName, args })
			return tools.reader.waitForTransactionReceipt({ hash })
		},

		read: ({ abi }: Artifact, address: Address, functionName: string, args: readonly unknown[] = []) =>
			tools.reader.readContract({ abi, address, functionName, args }),
	}
}
