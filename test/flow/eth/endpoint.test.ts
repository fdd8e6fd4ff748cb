import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import { startChain } from '../../../src/library/index.ts'
import { compile } from './compile.ts'
import { account, evmTools } from './evmTools.ts'

const alice = account(0)
const token = compile('Token')

test('a private endpoint deploys and calls contracts of the chain, with its key, and gives no powers', async () => {
	await using chain = await startChain({ chainId: 'chain_2222-1', endpoints: true })
	const { url, key } = await chain.createEndpoint()
	const { reader, writer } = evmTools(url, { headers: { 'x-api-key': key } })
	expect(await reader.getBalance({ address: alice.address })).toBe(parseEther('10000'))
	const hash = await writer.deployContract({ ...token, args: [12n] })
	const { contractAddress } = await reader.waitForTransactionReceipt({ hash })
	const contract = { abi: token.abi, address: contractAddress! }
	expect(await reader.readContract({ ...contract, functionName: 'balanceOf', args: [alice.address] })).toBe(12n)
	await expect(reader.readContract({ ...contract, functionName: 'refuse' })).rejects.toThrow(/not today/)
	const power = reader.request({ method: 'evm_mine', params: [] } as never)
	await expect(power).rejects.toThrow(/does not exist/)
	await expect(evmTools(url).reader.getBlockNumber()).rejects.toThrow()
})
