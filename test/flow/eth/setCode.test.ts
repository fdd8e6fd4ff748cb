import { type Hex, keccak256, parseEther, recoverTransactionAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bech32OfAny } from '../../../src/codec/address/anyAddress.ts'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { account, askEth, evmTools } from './evmTools.ts'

/** Deploys code that writes the first word of its data into slot 0, and ends with INVALID without data. */
const keeper: Hex = '0x600b600a5f39600b5ff336600557fe5b5f355f5500'
const nobody = '0x0000000000000000000000000000000000000000'

let chain: Chain
let tools: ReturnType<typeof evmTools>
let contract: Hex

const designator = (address: string): string => `0xef0100${address.slice(2).toLowerCase()}`
const word = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`
const newAccount = () => privateKeyToAccount(generatePrivateKey())

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1' })
	tools = evmTools(chain.ethUrl!)
	const hash = await tools.writer.deployContract({ abi: [], bytecode: keeper })
	contract = (await tools.reader.waitForTransactionReceipt({ hash })).contractAddress!
})

afterAll(async () => {
	await chain.stop()
})

/** Sends the word of an account that it runs the contract, in a transaction of another account. */
async function delegate(authority: ReturnType<typeof newAccount>, to: Hex = authority.address, data: Hex = word(7)) {
	const { writer, reader } = tools
	const authorization = await writer.signAuthorization({ account: authority, contractAddress: contract })
	const hash = await writer.sendTransaction({ authorizationList: [authorization], to, data })
	return { hash, authorization, receipt: await reader.waitForTransactionReceipt({ hash }) }
}

describe('transactions of type 4', () => {
	test('an account runs the code of a contract from the transaction on that has its word, and keeps slots of its own', async () => {
		const { reader } = tools
		const authority = newAccount()
		const { hash, authorization, receipt } = await delegate(authority)
		expect(receipt).toMatchObject({ status: 'success', type: 'eip7702' })
		expect(await reader.getCode({ address: authority.address })).toBe(designator(contract))
		expect(await reader.getTransactionCount({ address: authority.address })).toBe(1)
		expect(await reader.getStorageAt({ address: authority.address, slot: '0x0' })).toBe(word(7))
		expect(await reader.getStorageAt({ address: contract, slot: '0x0' })).toBe(word(0))
		const tx = await reader.getTransaction({ hash })
		const [told] = tx.authorizationList!
		expect(told).toMatchObject({ address: contract, chainId: 2222, nonce: 0 })
		expect([BigInt(told!.r), BigInt(told!.s)]).toEqual([BigInt(authorization.r), BigInt(authorization.s)])
		const raw = (await askEth(chain.ethUrl!, 'debug_getRawTransaction', [hash])).result as Hex
		expect(keccak256(raw)).toBe(hash)
		expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x04${string}` })).toBe(account(0).address)
	})

	test('the zero address takes the word back, and the account signs transactions all the while', async () => {
		const { reader, writer } = tools
		const authority = newAccount()
		await delegate(authority)
		await reader.waitForTransactionReceipt({
			hash: await writer.sendTransaction({ to: authority.address, value: parseEther('1'), data: word(1) }),
		})
		const own = evmTools(chain.ethUrl!, { from: authority as never }).writer
		const authorization = await own.signAuthorization({ contractAddress: nobody, executor: 'self' })
		const hash = await own.sendTransaction({ authorizationList: [authorization], to: nobody })
		expect((await reader.waitForTransactionReceipt({ hash })).status).toBe('success')
		expect(await reader.getCode({ address: authority.address })).toBeUndefined()
		expect(await reader.getTransactionCount({ address: authority.address })).toBe(3)
	})

	test('an account that was there gets 12,500 gas of its 25,000 back', async () => {
		const fresh = newAccount()
		const { receipt: first } = await delegate(fresh, nobody, '0x')
		const known = newAccount()
		const { reader, writer } = tools
		await reader.waitForTransactionReceipt({ hash: await writer.sendTransaction({ to: known.address, value: 1n }) })
		const { receipt: second } = await delegate(known, nobody, '0x')
		expect(first.gasUsed).toBe(21_000n + 25_000n)
		// A fifth of what was used at most.
		expect(second.gasUsed).toBe(46_000n - 46_000n / 5n)
	})

	test('words with another nonce, of another chain or with a wrong signature change nothing, and the transaction runs', async () => {
		const { reader, writer } = tools
		const authority = newAccount()
		const sign = (parts: object) =>
			writer.signAuthorization({ account: authority, contractAddress: contract, ...parts })
		const list = [
			await sign({ nonce: 5 }),
			await sign({ nonce: 0, chainId: 1 }),
			{ ...(await sign({ nonce: 0 })), s: word(0) },
		]
		const hash = await writer.sendTransaction({ authorizationList: list, to: nobody })
		expect(await reader.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success', gasUsed: 96_000n })
		expect(await reader.getCode({ address: authority.address })).toBeUndefined()
	})

	test('a word stays when the call reverts, and calls, estimates and simulations take words too', async () => {
		const { reader, writer } = tools
		const authority = newAccount()
		const authorization = await writer.signAuthorization({ account: authority, contractAddress: contract })
		const call = { account: account(0).address, authorizationList: [authorization], to: authority.address } as const
		await expect(reader.call(call)).rejects.toThrow('invalid opcode: INVALID')
		expect(await reader.estimateGas({ ...call, data: word(9) })).toBeGreaterThan(66_000n)
		const [simulated] = await reader.simulateBlocks({ blocks: [{ calls: [{ ...call, data: word(9) } as never] }] })
		expect(simulated!.calls[0]!.status).toBe('success')
		const hash = await writer.sendTransaction({ ...call, gas: 200_000n })
		expect((await reader.waitForTransactionReceipt({ hash })).status).toBe('reverted')
		expect(await reader.getCode({ address: authority.address })).toBe(designator(contract))
		const traced = await askEth(chain.ethUrl!, 'debug_traceTransaction', [hash, { tracer: 'callTracer' }])
		expect(traced.result).toMatchObject({ error: 'invalid opcode: INVALID', gasUsed: '0x30d40' })
	})

	test('a vesting account has no room for a code: calls, estimates and simulations know it as blocks do', async () => {
		const { reader, writer } = tools
		const authority = newAccount()
		const { address } = chain.accounts[0]!
		const value = {
			fromAddress: address,
			toAddress: bech32OfAny(authority.address, chain.prefix)!,
			amount: [{ denom: chain.denom, amount: '5' }],
			endTime: 2_000_000_000n,
			delayed: true,
		}
		const client = await chain.stargate()
		const typeUrl = '/cosmos.vesting.v1beta1.MsgCreateVestingAccount'
		expect((await client.signAndBroadcast(address, [{ typeUrl, value }], 2)).code).toBe(0)
		client.disconnect()
		const authorization = await writer.signAuthorization({ account: authority, contractAddress: contract })
		// With the code of the contract, which ends with INVALID where there is no data, each of these would fail.
		const call = { account: account(0).address, authorizationList: [authorization], to: authority.address } as const
		expect(await reader.call(call)).toEqual({ data: undefined })
		expect(await reader.estimateGas(call)).toBeLessThan(47_000n)
		const [simulated] = await reader.simulateBlocks({ blocks: [{ calls: [call as never] }] })
		expect(simulated!.calls[0]!.status).toBe('success')
		const hash = await writer.sendTransaction({ ...call, gas: 200_000n })
		expect((await reader.waitForTransactionReceipt({ hash })).status).toBe('success')
		expect(await reader.getCode({ address: authority.address })).toBeUndefined()
	})

	test('the node signs a transaction with words for its own accounts', async () => {
		const { reader, unsigned } = tools
		const authority = newAccount()
		const authorization = await authority.signAuthorization({ address: contract, chainId: 2222, nonce: 0 })
		const hash = await unsigned.sendTransaction({
			account: account(1).address,
			authorizationList: [authorization],
			to: authority.address,
			data: word(3),
		} as never)
		expect((await reader.waitForTransactionReceipt({ hash })).type).toBe('eip7702')
		expect(await reader.getStorageAt({ address: authority.address, slot: '0x0' })).toBe(word(3))
	})

	test('a transaction without words, or without a recipient, is refused', async () => {
		const from = account(0).address
		const refusal = async (args: object) =>
			(await askEth(chain.ethUrl!, 'eth_call', [{ from, ...args }, 'latest'])).error?.message
		expect(await refusal({ to: contract, authorizationList: [] })).toBe(
			`EIP-7702 transaction with empty auth list (sender ${from})`,
		)
		const authorization = { chainId: '0x0', address: contract, nonce: '0x0', yParity: '0x0', r: '0x1', s: '0x1' }
		expect(await refusal({ authorizationList: [authorization], data: '0x00' })).toBe(
			`EIP-7702 transaction cannot be used to create contract (sender ${from})`,
		)
	})
})

describe('the rules of Prague', () => {
	test('the contract of EIP-2935 knows the hashes of earlier blocks, and the pending block the newest', async () => {
		const { anvil, reader } = tools
		await anvil.mine({ blocks: 3 })
		const history = '0x0000F90827F1C53a10cb7A02335B175320002935'
		const block = await reader.getBlock({ blockNumber: (await reader.getBlockNumber()) - 2n })
		const newest = await reader.getBlock()
		const hashOf = async (height: bigint, tag: 'latest' | 'pending') =>
			(await reader.call({ to: history, data: word(Number(height)), blockTag: tag })).data
		expect(await hashOf(block.number, 'latest')).toBe(block.hash)
		expect(await hashOf(newest.number, 'pending')).toBe(newest.hash)
	})

	test('a transaction whose data costs more than its gas is refused by the floor of EIP-7623', async () => {
		const data: Hex = `0x${'ff'.repeat(1_000)}`
		const sent = tools.writer.sendTransaction({ to: nobody, data, gas: 40_000n })
		await expect(sent).rejects.toThrow('insufficient gas for floor data gas cost: gas 40000, minimum needed 61000')
		const hash = await tools.writer.sendTransaction({ to: nobody, data })
		expect((await tools.reader.waitForTransactionReceipt({ hash })).gasUsed).toBe(61_000n)
	})
})
