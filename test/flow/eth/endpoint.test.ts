import { createPublicClient, createWalletClient, defineChain, http, parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { startChain } from '../../../src/library/index.ts'
import { compile } from './compile.ts'

const alice = mnemonicToAccount('test test test test test test test test test test test junk')
const token = compile('Token')

test('a private endpoint deploys and calls contracts of the chain, with its key, and gives no powers', async () => {
	await using chain = await startChain({ chainId: 'chain_2222-1', endpoints: true })
	const { url, key } = await chain.createEndpoint()
	const viemChain = defineChain({
		id: 2222,
		name: 'chain',
		nativeCurrency: { name: 'CHAIN', symbol: 'CHAIN', decimals: 18 },
		rpcUrls: { default: { http: [url] } },
	})
	const transport = http(url, { fetchOptions: { headers: { 'x-api-key': key } } })
	const reader = createPublicClient({ chain: viemChain, transport, pollingInterval: 20 })
	const writer = createWalletClient({ chain: viemChain, transport, account: alice })
	expect(await reader.getBalance({ address: alice.address })).toBe(parseEther('10000'))
	const hash = await writer.deployContract({ ...token, args: [12n] })
	const { contractAddress } = await reader.waitForTransactionReceipt({ hash })
	const contract = { abi: token.abi, address: contractAddress! }
	expect(await reader.readContract({ ...contract, functionName: 'balanceOf', args: [alice.address] })).toBe(12n)
	await expect(reader.readContract({ ...contract, functionName: 'refuse' })).rejects.toThrow(/not today/)
	const power = reader.request({ method: 'evm_mine', params: [] } as never)
	await expect(power).rejects.toThrow(/does not exist/)
	const stranger = createPublicClient({ chain: viemChain, transport: http(url, { retryCount: 0 }) })
	await expect(stranger.getBlockNumber()).rejects.toThrow()
})
