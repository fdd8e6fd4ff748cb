import { describe, expect, test } from 'vitest'
import { createAddress } from '../../../../../src/modules/evm/tx/EthTx.ts'
import type { EvmCall } from '../../../../../src/modules/evm/vm/EvmCall.ts'
import type { EvmRun } from '../../../../../src/modules/evm/vm/runEvm.ts'
import { toHex } from '../../../../../src/util/bytes.ts'
import { addressOf, byTheLibrary } from '../evmBench.ts'
import { at, bytesOf, giving, type Options, run, word } from './runCodes.ts'

const most = 2n ** 256n - 1n

describe('gas', () => {
	test.each<[string, string, number]>([
		['a sum', '6001600201', 9],
		['the first word of memory', '60ff5f52', 3 + 2 + 3 + 3],
		['the second word of memory', '60ff602052', 3 + 3 + 3 + 6],
		['a call of nobody', `5f5f5f5f5f${at(0x99)}61fffff1`, 10 + 3 + 3 + 2_600],
		['a call of nobody with coins', `5f5f5f5f6001${at(0x99)}5ff1`, 8 + 3 + 3 + 2 + 2_600 + 9_000 + 25_000 - 2_300],
		['an end', '30ff', 2 + 5_000],
	])('%s needs all it costs and not more', async (_name, code, price) => {
		const stipend = code.includes('6001') && code.endsWith('f1') ? 2_300 : 0
		const needed = BigInt(price + stipend)
		expect(await run({ 170: code }, { call: { gas: needed } })).toMatchObject({ error: '', gasLeft: BigInt(stipend) })
		expect(await run({ 170: code }, { call: { gas: needed - 1n } })).toMatchObject({ error: 'out of gas', gasLeft: 0n })
	})

	test('a revert leaves the gas that was not used, another failure none', async () => {
		expect(await run({ 170: '600760005260205ffd' })).toMatchObject({
			...{ error: 'execution reverted', returned: word(7), used: 3 + 3 + 6 + 3 + 2, refund: 0n, writes: [] },
		})
		expect(await run({ 170: '600760005260205ffe' })).toMatchObject({
			returned: '',
			gasLeft: 0n,
			refund: 0n,
			writes: [],
		})
	})

	test.each([
		['01', 'stack underflow (0 <=> 2)'],
		['0150', 'stack underflow (0 <=> 2)'],
		['fe', 'invalid opcode: INVALID'],
		['0c', 'invalid opcode: opcode 0xc not defined'],
		['600456005b0c', 'invalid opcode: opcode 0xc not defined'],
		['600456005b5f5ffd', 'execution reverted'],
		['60ff600101 52', 'stack underflow (1 <=> 2)'],
	])('the code %s fails with %j, whoever runs it', async (code, error) => {
		for (const observer of [undefined, byTheLibrary]) {
			expect((await run({ 170: code }, { run: { observer } })).error).toBe(error)
		}
	})

	test('refunds are those of London, or those of Berlin where they are set back', async () => {
		const refund = async (code: string, berlinRefunds: boolean) =>
			(await run({ 170: code }, { hardfork: 'london', berlinRefunds })).refund
		// Slot 1 is cleared.
		expect([await refund('6000600155', false), await refund('6000600155', true)]).toEqual([4_800n, 15_000n])
		expect([await refund('30ff', false), await refund('30ff', true)]).toEqual([0n, 24_000n])
	})
})

describe('coins', () => {
	test.each<[string, bigint, bigint, bigint, string, readonly string[]]>([
		['all that the sender has', 9n, 9n, 9n, '', ['11 1 0', 'aa 1 18']],
		['more than the sender has', 10n, 9n, 9n, 'insufficient balance for transfer', []],
		['up to the most that an account holds', 1n, 9n, most - 1n, '', ['11 1 8', `aa 1 ${most}`]],
		['more than an account holds', 1n, 9n, most, 'value overflow', []],
		['none', 0n, 9n, most, '', []],
	])('a call sends %s', async (_name, value, has, receiver, error, writes) => {
		const told = await run({ 170: '00' }, { call: { value }, coins: { 17: has, 170: receiver } })
		expect(told).toMatchObject({ error, writes })
		expect(await run({ 170: '' }, { call: { value }, coins: { 17: has, 170: receiver } })).toMatchObject({
			error,
			writes,
		})
	})

	test('coins that an account sends to itself change nothing', async () => {
		const call = { value: 5n, to: addressOf(0x11) }
		expect(await run({}, { call })).toMatchObject({ error: '', writes: ['11 1 9'] })
	})

	test.each<[string, string, Options, readonly string[]]>([
		['a call', '5f5f5f5f5f', {}, []],
		['a call with a coin', '5f5f5f5f6001', {}, ['99 0 1', 'aa 1 8']],
		[
			'a call in Homestead',
			'60006000600060006000',
			{ hardfork: 'homestead', block: { hasAccessLists: false } },
			['99 0 0'],
		],
	])('%s of nobody makes an account where the rules say so', async (_name, operands, options, writes) => {
		expect((await run({ 170: `${operands}${at(0x99)}61fffff1` }, options)).writes).toEqual(writes)
	})

	test('a static call makes an account of nobody, and so does a call of a precompiled contract', async () => {
		for (const observer of [undefined, byTheLibrary]) {
			const made = async (code: string) => (await run({ 170: code }, { run: { observer } })).writes
			expect(await made(`5f5f5f5f${at(0x99)}61fffffa`)).toEqual(['99 0 0'])
			expect(await made('5f5f5f5f5f600461fffff1')).toEqual(['04 0 0'])
			// CALL of nobody after a static call, and below one.
			expect(await made(`5f5f5f5f${at(0x98)}61fffffa 5f5f5f5f5f${at(0x99)}61fffff1`)).toEqual(['98 0 0'])
			const below = await run(
				{ 170: `5f5f5f5f${at(0xbb)}61fffffa`, 187: `5f5f5f5f5f${at(0x99)}61fff0f1` },
				{ run: { observer } },
			)
			expect(below.writes).toEqual([])
		}
	})

	test('coins move once: not for lent code, and not where a call fails after one below it', async () => {
		const written = async (code: string, below: string) =>
			(await run({ 170: code, 187: below, 204: '00' }, { call: { value: 3n } })).writes
		const sent = ['11 1 6', 'aa 1 12']
		expect(await written(`5f5f5f5f${at(0xbb)}61fffff4`, '00')).toEqual(sent)
		expect(await written(`5f5f5f5f6002${at(0xbb)}61fffff2`, '00')).toEqual(sent)
		expect((await run({ 170: `5f5f5f5f6002${at(0xbb)}61fffff2`, 187: '00' })).writes).toEqual([])
		const sends = `5f5f5f5f6001${at(0x99)}5ff1 5f5f5f5f5f${at(0xcc)}61fffff1`
		expect(await written(`5f5f5f5f5f${at(0xbb)}62fffffff1`, sends)).toEqual(
			['11 1 6', '99 0 1', 'aa 1 12', 'bb 1 8'].sort(),
		)
		expect(await written(`5f5f5f5f5f${at(0xbb)}62fffffff1`, `${sends} fe`)).toEqual(sent)
	})

	test('an account that runs the code of another has its own coins, and both are warm', async () => {
		const codes = { 170: `ef0100${toHex(addressOf(0xbb))}`, 187: giving('47', `5a${at(0xbb)}31505a9003`) }
		const coins = { 170: 5n, 187: 6n }
		expect((await run(codes, { hardfork: 'prague', coins })).returned).toBe(word(5) + word(107))
		expect((await run(codes, { hardfork: 'cancun', coins })).error).toBe('invalid opcode: opcode 0xef not defined')
	})

	test('the first call of an interpreter makes no account of nobody', async () => {
		// No other has this chain.
		expect((await run({}, { call: { to: addressOf(0x99) }, run: { chainId: 9_876_543n } })).writes).toEqual([])
	})
})

describe('a deployment', () => {
	const made = `${toHex(createAddress(addressOf(0x11), 4n)).slice(-2)} 1 0`
	const deploy = (code: string, call: Partial<EvmCall> = {}) =>
		run({}, { call: { to: undefined, data: bytesOf(code), ...call } })

	test('code that is taken is returned, and the nonce of the sender rises by one', async () => {
		const told = await deploy('60fe5f5360015ff3')
		expect(told).toMatchObject({ error: '', returned: 'fe', used: 3 + 2 + 3 + 3 + 3 + 2 + 200 })
		expect(told.writes.toSorted()).toEqual(['11 5 9', made].toSorted())
	})

	// ethermint v0.14.1 x/evm/keeper ApplyMessageWithConfig sets the nonce after the code has run.
	test('the nonce of a sender rises by one too where its own code makes a contract meanwhile', async () => {
		const creates = '5f5f5f f0 5f52 60205ff3'
		const codes = { 17: `ef0100${toHex(addressOf(0xcc))}`, 204: creates }
		const told = await run(codes, {
			hardfork: 'prague',
			call: { to: undefined, data: bytesOf(`60205f5f5f5f ${at(0x11)} 5a f1 5f51 5f52 60205ff3`) },
		})
		const inner = toHex(createAddress(addressOf(0x11), 5n))
		expect([told.error, told.returned]).toEqual(['', inner.padStart(64, '0')])
		expect(told.writes).toContain('11 5 9')
	})

	test.each<[string, string, bigint, string, string]>([
		['begins with 0xef', '60ef5f5360015ff3', 1_000_000n, 'invalid code: must not begin with 0xef', 'ef'],
		['is too large', '6160015ff3', 9_000_000n, 'max code size exceeded', '00'.repeat(24_577)],
		['cannot be paid', '60205ff3', 6_000n, 'contract creation code storage out of gas', '00'.repeat(32)],
		['does not come', '600760005260205ffd', 1_000_000n, 'execution reverted', word(7)],
		['is not reached', '600760005260205ffe', 1_000_000n, 'invalid opcode: INVALID', ''],
	])('code that %s is not taken, and the sender has a nonce more', async (_name, code, gas, error, returned) => {
		expect(await deploy(code, { gas })).toMatchObject({ error, returned, refund: 0n, writes: ['11 5 9'] })
	})

	test.each<[string, string, string, string]>([
		['of the largest size', 'london', '6160005ff3', 'contract creation code storage out of gas'],
		['beyond the largest size', 'spuriousDragon', '6160016000f3', 'max code size exceeded'],
		['of any size', 'homestead', '6160016000f3', 'contract creation code storage out of gas'],
		['that begins with 0xef', 'berlin', '60ef60005360016000f3', 'contract creation code storage out of gas'],
		['that begins with 0xef', 'london', '60ef60005360016000f3', 'invalid code: must not begin with 0xef'],
		['that begins with 0xee', 'london', '60ee60005360016000f3', 'contract creation code storage out of gas'],
	])('code %s that cannot be paid is refused under the rules of %s: %s is %j', async (_name, hardfork, code, error) => {
		// Memory of the largest code costs 3,456; what is left does not pay for one byte.
		const gas = code.startsWith('61') ? 3_600n : 100n
		const init = code.replace('5f', '6000')
		expect((await run({}, { hardfork, call: { to: undefined, data: bytesOf(init), gas } })).error).toBe(error)
	})

	test('code of the largest size is taken', async () => {
		expect(await deploy('6160005ff3', { gas: 9_000_000n })).toMatchObject({ error: '', returned: '00'.repeat(24_576) })
	})

	test('a sender gives a contract all that there is, and nothing begins for more', async () => {
		expect(await deploy('00', { value: 9n })).toMatchObject({ error: '', used: 0 })
		expect(await deploy('00', { value: 10n })).toEqual({
			...{ error: 'insufficient balance for transfer', refund: 0n, gasLeft: 1_000_000n, used: 0, returned: '' },
			...{ writes: ['11 5 9'], logs: [] },
		})
	})
})

describe('precompiled contracts', () => {
	/** A call without gas: 0 from a contract that cannot be paid, 1 from nobody. */
	const called = (number: number): string =>
		`6000 6000 6000 6000 6000 61${number.toString(16).padStart(4, '0')} 6000 f1`
	const numbers = [...Array.from({ length: 0x13 }, (_, number) => number), 0x0100]

	test.each([
		['homestead', 4],
		// MODEXP of nothing is free until Berlin.
		['byzantium', 8, 5],
		['istanbul', 9, 5],
		['berlin', 9],
		['shanghai', 9],
		['cancun', 10],
		['prague', 17],
	] as const)('code finds the precompiled contracts that %s has: %i', async (hardfork, last, free?: number) => {
		const code = numbers.map((number, at) => `${called(number)} 61${word(at * 32).slice(-4)} 52`).join('')
		const { returned, error } = await run(
			{ 170: `${code} 61${word(numbers.length * 32).slice(-4)} 6000 f3` },
			{ hardfork },
		)
		const fails = (number: number): boolean => number > 0 && number <= last && number !== free
		const answers = returned.match(/.{64}/g)!.map((answer) => Number(`0x${answer}`))
		expect([error, answers]).toEqual(['', numbers.map((number) => (fails(number) ? 0 : 1))])
	})

	test.each([
		['berlin', 9],
		['cancun', 10],
		['prague', 17],
	] as const)('precompiled contracts of %s are warm: %i', async (hardfork, last) => {
		for (const number of numbers) {
			const { used } = await run({ 170: called(number) }, { hardfork })
			expect(used - 7 * 3, `contract ${number}`).toBe(number > 0 && number <= last ? 100 : 2_600)
		}
	})

	test('the reason that a message to a contract fails is told in the words of the reference', async () => {
		const called = async (byte: number, data: string) =>
			(await run({}, { call: { to: new Uint8Array(20).with(19, byte), data: bytesOf(data) } })).error
		expect([await called(9, ''), await called(9, `${'00'.repeat(212)}02`)]).toEqual([
			'invalid input length',
			'invalid final flag',
		])
	})
})

describe('what code knows of its message and block', () => {
	const asked = giving('30', '32', '33', '34', '3a', '41', '42', '43', '44', '45', '46', '47', '48', '4a')
	const number = (byte: number): string => toHex(addressOf(byte)).padStart(64, '0')
	const told = [
		...[number(0xaa), number(0x11), number(0x11), word(3), word(11), number(0x77), word(1_700_000_000)],
		...[word(100), '05'.repeat(32), word(30_000_000), word(2_222), word(12), word(7), word(0)],
	]

	test('code is told addresses, amounts and the block, and what a call overrides', async () => {
		const options = { hardfork: 'cancun', call: { value: 3n } }
		for (const observer of [undefined, byTheLibrary]) {
			expect((await run({ 170: asked }, { ...options, run: { observer } })).returned.match(/.{64}/g)).toEqual(told)
		}
		const other = await run({ 170: asked }, { ...options, block: { number: 5n, blobBaseFee: 6n } })
		expect(other.returned.match(/.{64}/g)).toEqual(told.with(7, word(5)).with(13, word(6)))
	})

	test('before the merge code is told no difficulty', async () => {
		for (const observer of [undefined, byTheLibrary]) {
			const code = '44 600052 60206000f3'
			expect((await run({ 170: code }, { hardfork: 'london', run: { observer } })).returned).toBe(word(0))
		}
	})

	// go-ethereum v1.10.16 core/vm/instructions.go opBlockhash.
	test('code is told the hashes of the 256 blocks before its own, and zero for others', async () => {
		const hashAt = (height: number) => (height === 45 ? undefined : new Uint8Array(32).fill(height & 0xff))
		const hash = async (asked: string) => {
			const code = `${asked} 40 5f52 60205ff3`
			return (await run({ 170: code }, { block: { height: 300, hashAt } })).returned
		}
		expect([await hash('61012b'), await hash('602c')]).toEqual(['2b'.repeat(32), '2c'.repeat(32)])
		for (const none of ['61012c', '61012d', '602b', '5f', '602d', `7f${'ff'.repeat(32)}`]) {
			expect(await hash(none)).toBe(word(0))
		}
	})

	test('slots of a transaction are empty when the next one begins', async () => {
		const code = `5f5c 5f52 6007 5f5d 60205ff3`
		for (let round = 0; round < 3; round++) {
			expect(await run({ 170: code }, { hardfork: 'cancun' })).toMatchObject({ error: '', returned: word(0) })
		}
	})

	test('a listener hears the run that it was given to, and no other', async () => {
		let heard = 0
		const observer: EvmRun['observer'] = (evm) => {
			const listener = (): void => void heard++
			evm.events.on('step', listener)
			return () => evm.events.off('step', listener)
		}
		await run({ 170: '6001600201' }, { run: { observer } })
		expect(heard).toBe(3)
		await run({ 170: '6001600201' })
		expect(heard).toBe(3)
	})
})
