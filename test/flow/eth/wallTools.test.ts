import { readFileSync } from 'node:fs'
import { Contract, ContractFactory, JsonRpcProvider, Wallet } from 'ethers'
import type { Abi, Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { account, evmTools, words } from './evmTools.ts'

/** The committed artifact of the example; exampleContract.test.ts compiles its source anew and compares. */
const wall = JSON.parse(readFileSync(new URL('../../../examples/contracts/Wall.json', import.meta.url), 'utf8')) as {
	readonly abi: Abi
	readonly bytecode: Hex
}

let chain: Chain

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1' })
})

afterAll(async () => {
	await chain.stop()
})

test('viem deploys the example contract, greets with coins, and reads greeting, event and refusal', async () => {
	const { reader, writer } = evmTools(chain.ethUrl!)
	const made = await writer.deployContract({ ...wall, args: ['By viem'] })
	const { contractAddress } = await reader.waitForTransactionReceipt({ hash: made })
	const contract = { abi: wall.abi, address: contractAddress! }
	const hash = await writer.writeContract({ ...contract, functionName: 'greet', args: ['hello'], value: 5n })
	expect((await reader.waitForTransactionReceipt({ hash })).status).toBe('success')
	expect(await reader.readContract({ ...contract, functionName: 'greeting', args: [0n] })).toMatchObject({
		author: account(0).address,
		text: 'hello',
	})
	expect(await reader.getContractEvents({ ...contract, fromBlock: 1n })).toMatchObject([
		{ eventName: 'Greeted', args: { author: account(0).address, text: 'hello', tip: 5n } },
	])
	const stranger = { ...contract, functionName: 'clean', account: account(1) }
	await expect(reader.simulateContract(stranger)).rejects.toThrow(/NotThePainter/)
})

test('ethers deploys the example contract, greets with coins, and reads greeting, event and refusal', async () => {
	// ethers keeps a nonce for 250 ms, in which an instant chain has used it.
	const provider = new JsonRpcProvider(chain.ethUrl, 2222, {
		staticNetwork: true,
		pollingInterval: 20,
		cacheTimeout: -1,
	})
	const wallet = Wallet.fromPhrase(words, provider)
	try {
		const deployed = await new ContractFactory(wall.abi as never, wall.bytecode, wallet).deploy('By ethers')
		await deployed.waitForDeployment()
		const contract = new Contract(await deployed.getAddress(), wall.abi as never, wallet)
		await (await contract.getFunction('greet').send('hello', { value: 5n })).wait()
		expect(await contract.getFunction('title').staticCall()).toBe('By ethers')
		const [author, , text] = (await contract.getFunction('greeting').staticCall(0n)) as [string, bigint, string]
		expect([author, text]).toEqual([wallet.address, 'hello'])
		const events = await contract.queryFilter('Greeted', 1)
		expect(events.map((event) => ('args' in event ? event.args.toArray().slice(1) : []))).toEqual([
			[wallet.address, 'hello', 5n],
		])
		await expect(contract.getFunction('greet').staticCall('')).rejects.toMatchObject({
			revert: { name: 'EmptyGreeting' },
		})
	} finally {
		provider.destroy()
	}
})
