import { getContractAddress, type Hex, numberToHex, padHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { account, askEth } from './evmTools.ts'

const sender = account(0).address.toLowerCase() as Hex
const at = (digits: string): Hex => padHex(`0x${digits}`, { size: 20 })
const contract = at('c1')
const inner = at('c2')
const word = (value: number): Hex => numberToHex(value, { size: 32 })

/** PUSH20 of an address. */
const push = (address: Hex): string => `73${address.slice(2)}`
/** A call of a kind with no input and no value; its answer is left. */
const call = (opcode: string, to: Hex, withValue = true): string =>
	`6000600060006000${withValue ? '6000' : ''}${push(to)}5a${opcode}50`

let chain: Chain

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1' })
})

afterAll(async () => {
	await chain.stop()
})

const listOf = async (args: object, codes: Readonly<Record<Hex, string>>) => {
	const overrides = Object.fromEntries(Object.entries(codes).map(([address, code]) => [address, { code: `0x${code}` }]))
	const params = [{ from: sender, ...args }, 'latest', overrides]
	const { result, error } = await askEth(chain.ethUrl!, 'eth_createAccessList', params)
	if (error !== undefined) throw new Error(error.message)
	return result
}

// go-ethereum v1.16 eth/tracers/logger/access_list_tracer.go.
describe('the access list of a call', () => {
	test.each<[string, string]>([
		['BALANCE', `${push(at('e1'))}3150`],
		['EXTCODESIZE', `${push(at('e1'))}3b50`],
		['EXTCODEHASH', `${push(at('e1'))}3f50`],
		['EXTCODECOPY', `600060006000${push(at('e1'))}3c`],
		['CALL', call('f1', at('e1'))],
		['CALLCODE', call('f2', at('e1'))],
		['DELEGATECALL', call('f4', at('e1'), false)],
		['STATICCALL', call('fa', at('e1'), false)],
		['SELFDESTRUCT', `${push(at('e1'))}ff`],
		['BALANCE of a number with more than an address’s bytes', `7f${'77'.repeat(12)}${at('e1').slice(2)}3150`],
	])('the access list of a call has the address that %s looks at', async (_, code) => {
		const { accessList, error } = await listOf({ to: contract }, { [contract]: code })
		expect([accessList, error]).toEqual([[{ address: at('e1'), storageKeys: [] }], undefined])
	})

	test('the gas of a call with its list counts an address that it looks at, and no more', async () => {
		const { gasUsed } = await listOf({ to: contract }, { [contract]: `${push(at('e1'))}3150` })
		// The call, an address of the list, PUSH20, a warm BALANCE and POP.
		expect(Number(gasUsed)).toBe(21_000 + 2_400 + 3 + 100 + 2)
	})

	test('who names no sender is the address of zeros, which is not in the list', async () => {
		const looks = `${push(at('0'))}3150`
		expect((await listOf({ from: undefined, to: contract }, { [contract]: looks })).accessList).toEqual([])
		expect((await listOf({ to: contract }, { [contract]: looks })).accessList).toHaveLength(1)
	})

	test('sender, receiver and precompiled contracts are not in an access list', async () => {
		const looks = [sender, contract, at('2'), at('9')].map((address) => `${push(address)}3150`).join('')
		expect((await listOf({ to: contract }, { [contract]: looks })).accessList).toEqual([])
	})

	test('an access list has the slots of each contract, read or written, once, in the order of the accesses', async () => {
		const slots = '600754506005600055600754506000545060ff60f055'
		const list = await listOf(
			{ to: contract },
			{ [contract]: `${push(at('e2'))}3150${slots}${call('f1', inner)}`, [inner]: '60035450' },
		)
		expect(list.accessList).toEqual([
			{ address: at('e2'), storageKeys: [] },
			{ address: contract, storageKeys: [7, 0, 0xf0].map(word) },
			{ address: inner, storageKeys: [word(3)] },
		])
		// With its list the call costs so much: the intrinsic gas, entries and slots at 2,400 and 1,900, and warm accesses.
		const again = await listOf(
			{ to: contract, accessList: list.accessList },
			{ [contract]: `${push(at('e2'))}3150${slots}${call('f1', inner)}`, [inner]: '60035450' },
		)
		expect(again).toEqual(list)
		expect(BigInt(list.gasUsed)).toBeGreaterThan(21_000n + 3n * 2_400n + 4n * 1_900n)
	})

	test('what a caller lists stays in the list', async () => {
		const accessList = [{ address: at('e3'), storageKeys: [word(1)] }]
		const list = await listOf({ to: contract, accessList }, { [contract]: `${push(at('e3'))}3150600054` })
		expect(list.accessList).toEqual([...accessList, { address: contract, storageKeys: [word(0)] }])
	})

	test('a slot may hang on the list itself, so that it is made again until it grows no more', async () => {
		// Reads slot 0, and then the slot whose number is the gas between GAS and GAS: 2,100 of a cold slot or 100 of a warm one, and 7.
		const list = await listOf({ to: contract }, { [contract]: '5a600054505a90035450' })
		expect(list.accessList).toEqual([{ address: contract, storageKeys: [0, 2_107, 107].map(word) }])
	})

	test('a list that would grow for ever is made eleven times', async () => {
		// Reads the slot whose number is the gas that is left: each list leaves less.
		const { accessList } = await listOf({ to: contract }, { [contract]: '5a5450' })
		expect(accessList).toEqual([{ address: contract, storageKeys: expect.any(Array) }])
		expect(new Set(accessList[0].storageKeys).size).toBe(11)
	})

	test('a failure is told beside the list, and a deployment leaves out the new contract', async () => {
		const failed = await listOf({ to: contract }, { [contract]: `${push(at('e1'))}3150fe` })
		expect(failed).toMatchObject({
			accessList: [{ address: at('e1') }],
			error: expect.stringMatching('invalid opcode'),
		})
		const made = getContractAddress({ from: sender, nonce: 0n })
		const deployed = await listOf({ input: `0x${push(made)}3150${push(at('e1'))}3150` }, {})
		expect(deployed.accessList).toEqual([{ address: at('e1'), storageKeys: [] }])
		const own = await listOf({ input: '0x600054' }, {})
		expect(own.accessList).toEqual([{ address: made.toLowerCase(), storageKeys: [word(0)] }])
		const later = getContractAddress({ from: sender, nonce: 9n })
		const named = await listOf({ nonce: '0x9', input: `0x${push(later)}3150${push(made)}3150` }, {})
		expect(named.accessList).toEqual([{ address: made.toLowerCase(), storageKeys: [] }])
	})
})
