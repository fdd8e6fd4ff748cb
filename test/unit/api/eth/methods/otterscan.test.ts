import { getContractAddress, type Hex, padHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromHex } from '../../../../../src/util/bytes.ts'
import { createEthBench } from '../ethBench.ts'

const alice = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const from = alice.address.toLowerCase()
const factory = `0x${'aa'.repeat(20)}` as const
const payer = `0x${'ab'.repeat(20)}` as const
const nobody = `0x${'99'.repeat(20)}` as const
/** Deploys one opcode that stops. */
const init = '0x60015ff3' as const
const made = getContractAddress({ opcode: 'CREATE2', from: factory, salt: padHex('0x0'), bytecode: init }).toLowerCase()
const direct = getContractAddress({ from: alice.address, nonce: 0n }).toLowerCase()
const price = 10n ** 10n

let chain: Awaited<ReturnType<typeof createEthBench>>
const hashes: string[] = []
const ask = (method: string, ...params: readonly unknown[]) => chain.ask(method, ...params)

beforeAll(async () => {
	chain = await createEthBench({
		funded: [[fromHex(from.slice(2))!, 10_000_000n]],
		codes: {
			// CREATE2 of what it is called with; gives the coins that it gets to nobody.
			170: '36 6000 6000 37 6000 36 6000 6000 f5 6000 52 6020 6000 f3',
			171: `5f 5f 5f 5f 34 73 ${nobody.slice(2)} 5a f1 00`,
		},
	})
	await chain.mine()
	const drafts = [{ data: init }, { to: factory, data: init }, { to: payer, value: 5n }, { to: payer }] as const
	for (const [nonce, draft] of drafts.entries()) {
		const tx = { type: 'legacy', chainId: 2222, gas: 200_000n, gasPrice: price, nonce, ...draft } as const
		hashes.push(await ask('eth_sendRawTransaction', await alice.signTransaction(tx)))
	}
	await chain.mine(...chain.waiting())
	await chain.mine()
})

describe('what Otterscan asks', () => {
	test('a contract is told from an account without code', async () => {
		expect(await ask('ots_getApiLevel')).toBe(8)
		expect(await ask('ots_hasCode', made)).toBe(true)
		expect(await ask('ots_hasCode', made, '0x2')).toBe(false)
		expect(await ask('ots_hasCode', nobody, 'latest')).toBe(false)
	})

	test('headers and blocks are asked for by numbers of JSON too', async () => {
		for (const number of [3, '0x3']) {
			expect(await ask('erigon_getHeaderByNumber', number)).toMatchObject({ number: '0x3' })
			expect(await ask('ots_getBlockDetails', number)).toMatchObject({ block: { number: '0x3', transactionCount: 4 } })
		}
		expect(await ask('erigon_getHeaderByNumber', 9)).toBeNull()
		expect(await ask('ots_getBlockDetails', 9)).toBeNull()
	})

	test('a block is asked for by its hash', async () => {
		expect(await ask('ots_getBlockDetailsByHash', `0x${'03'.repeat(32)}`)).toEqual(await ask('ots_getBlockDetails', 3))
		expect(await ask('ots_getBlockDetailsByHash', `0x${'09'.repeat(32)}`)).toBeNull()
	})

	test('the fees of a block are those of all its transactions', async () => {
		const receipts = await Promise.all(hashes.map((hash) => ask('eth_getTransactionReceipt', hash)))
		const gas = receipts.reduce((sum, { gasUsed }) => sum + BigInt(gasUsed), 0n)
		const { totalFees, issuance, block } = await ask('ots_getBlockDetails', 3)
		expect(BigInt(totalFees)).toBe(gas * price)
		expect(issuance).toEqual({ blockReward: '0x0', uncleReward: '0x0', issuance: '0x0' })
		expect(block).toMatchObject({ logsBloom: null, gasUsed: `0x${gas.toString(16)}` })
		expect(block).not.toHaveProperty('transactions')
		expect((await ask('ots_getBlockDetails', 2)).totalFees).toBe('0x0')
	})

	test.each([
		[0, 2, [0, 1]],
		[1, 2, [2, 3]],
		[1, 3, [3]],
		[2, 2, []],
		[0, 100, [0, 1, 2, 3]],
		[0, 101, [0, 1, 2, 3]],
		[3, 1, [3]],
	])('page %d of the transactions of a block, %d to a page, is cut out of them', async (page, size, shown) => {
		const { fullblock, receipts } = await ask('ots_getBlockTransactions', 3, page, size)
		const wanted = shown.map((at) => hashes[at])
		expect(fullblock.transactions.map(({ hash }: { hash: string }) => hash)).toEqual(wanted)
		expect(receipts.map((receipt: { transactionHash: string }) => receipt.transactionHash)).toEqual(wanted)
		for (const receipt of receipts) expect(receipt).toMatchObject({ logs: null, logsBloom: null })
		expect(fullblock).toMatchObject({ number: '0x3', transactionCount: 4, logsBloom: null })
	})

	test('what a transaction did within is told by its kind', async () => {
		expect(await ask('ots_getInternalOperations', hashes[0])).toEqual([])
		expect(await ask('ots_getInternalOperations', hashes[1])).toEqual([
			{ type: 3, from: factory, to: made, value: '0x0' },
		])
		expect(await ask('ots_getInternalOperations', hashes[2])).toEqual([
			{ type: 0, from: payer, to: nobody, value: '0x5' },
		])
		// A call without coins moves none.
		expect(await ask('ots_getInternalOperations', hashes[3])).toEqual([])
		expect(await ask('ots_getInternalOperations', padHex('0x1'))).toEqual([])
	})

	test('the steps of a transaction are told with their depths', async () => {
		const steps = (hash: string) =>
			ask('ots_traceTransaction', hash).then((list) =>
				list.map(({ type, depth, from: by, to, value }: Record<string, unknown>) => [type, depth, by, to, value]),
			)
		expect(await steps(hashes[0]!)).toEqual([['CREATE', 0, from, direct, '0x0']])
		expect(await steps(hashes[1]!)).toEqual([
			['CALL', 0, from, factory, '0x0'],
			['CREATE2', 1, factory, made, '0x0'],
		])
		expect(await steps(hashes[2]!)).toEqual([
			['CALL', 0, from, payer, '0x5'],
			['CALL', 1, payer, nobody, '0x5'],
		])
		const outputs = (await ask('ots_traceTransaction', hashes[1])).map(({ output }: { output: string }) => output)
		expect(outputs).toEqual([padHex(made as Hex), '0x'])
		expect(await ask('ots_traceTransaction', padHex('0x1'))).toBeNull()
	})

	test('the creator of a contract is its deployer, or the contract that made it', async () => {
		expect(await ask('ots_getContractCreator', direct)).toEqual({ hash: hashes[0], creator: from })
		expect(await ask('ots_getContractCreator', made)).toEqual({ hash: hashes[1], creator: factory })
		expect(await ask('ots_getContractCreator', nobody)).toBeNull()
	})

	test('what a failed transaction returned is its error', async () => {
		// Its code fails with what it is called with.
		const other = await createEthBench({
			funded: [[fromHex(from.slice(2))!, 10_000_000n]],
			codes: { 170: '36 5f 5f 37 36 5f fd' },
		})
		await other.mine()
		const tx = { type: 'legacy', chainId: 2222, gas: 60_000n, gasPrice: price, nonce: 0, to: factory } as const
		const hash = await other.ask('eth_sendRawTransaction', await alice.signTransaction({ ...tx, data: '0x123456' }))
		await other.mine(...other.waiting())
		expect(await other.ask('ots_getTransactionError', hash)).toBe('0x123456')
	})

	test('a transaction that did not fail has no error', async () => {
		expect(await ask('ots_getTransactionError', hashes[1])).toBe('0x')
		expect(await ask('ots_getTransactionError', padHex('0x1'))).toBe('0x')
	})
})
