import { describe, expect, test } from 'vitest'
import { keccak256 } from '../../../../../../src/crypto/keccak256.ts'
import { createAddress } from '../../../../../../src/modules/evm/tx/EthTx.ts'
import { toHex } from '../../../../../../src/util/bytes.ts'
import { addressOf } from '../../evmBench.ts'
import { at, giving, run, word } from '../runCodes.ts'

/** CALL and CALLCODE take an amount, DELEGATECALL none. */
const callOf = (opcode: string, byte: number, value?: number, gas = '6000'): string =>
	`6000 6000 6000 6000 ${value === undefined ? '' : `600${value}`} ${at(byte)} ${gas} ${opcode}`

describe('what a call costs', () => {
	const [nobody, empty, known] = [0x99, 0xee, 0xbb]
	/** What coins cost, less what the called account gets for nothing and does not use. */
	const coins = 9_000 - 2_300
	// go-ethereum v1.10.16 core/vm/gas_table.go gasCall: until Spurious Dragon a receiver must not be there at all.
	test.each([
		['CALL', 'homestead', 'f1', nobody, 0, 40 + 25_000],
		['CALL', 'homestead', 'f1', nobody, 1, 40 + 25_000 + coins],
		['CALL', 'homestead', 'f1', empty, 0, 40],
		['CALL', 'homestead', 'f1', empty, 1, 40 + coins],
		['CALL', 'homestead', 'f1', known, 1, 40 + coins],
		['CALL', 'tangerineWhistle', 'f1', nobody, 0, 700 + 25_000],
		['CALL', 'spuriousDragon', 'f1', nobody, 0, 700],
		['CALL', 'spuriousDragon', 'f1', nobody, 1, 700 + 25_000 + coins],
		['CALL', 'spuriousDragon', 'f1', empty, 0, 700],
		['CALL', 'spuriousDragon', 'f1', empty, 1, 700 + 25_000 + coins],
		['CALL', 'spuriousDragon', 'f1', known, 1, 700 + coins],
		['CALL', 'shanghai', 'f1', nobody, 0, 2_600],
		['CALL', 'shanghai', 'f1', empty, 1, 2_600 + 25_000 + coins],
		['CALLCODE', 'homestead', 'f2', nobody, 0, 40],
		['CALLCODE', 'homestead', 'f2', nobody, 1, 40 + coins],
		['CALLCODE', 'spuriousDragon', 'f2', nobody, 1, 700 + coins],
		['DELEGATECALL', 'homestead', 'f4', nobody, undefined, 40],
		['DELEGATECALL', 'shanghai', 'f4', nobody, undefined, 2_600],
	])(
		'%s under the rules of %s (%s of %i with %s coins) costs %i',
		async (_name, hardfork, opcode, byte, value, price) => {
			const pushes = (value === undefined ? 6 : 7) * 3
			const { used, error } = await run(
				{ 170: callOf(opcode, byte, value), 187: '', 238: '' },
				{ hardfork, coins: { 238: 0n }, nonces: { 238: 0n } },
			)
			expect([used - pushes, error]).toEqual([price, ''])
		},
	)

	// go-ethereum v1.10.16 core/vm/memory_table.go: 3 gas a word up to the end of what is given or of what is taken.
	test.each([
		['CALL', 'f1', 0],
		['CALLCODE', 'f2', 0],
		['DELEGATECALL', 'f4', undefined],
		['STATICCALL', 'fa', undefined],
	])('%s pays for the memory up to the end of what it names, once', async (_name, opcode, value) => {
		const priceOf = async (given: string, taken: string) => {
			const amount = value === undefined ? '' : '6000'
			const pushes = (value === undefined ? 6 : 7) * 3
			const code = `${taken} ${given} ${amount} ${at(0xbb)} 6000 ${opcode}`
			const { used, error } = await run({ 170: code, 187: '' }, { hardfork: 'shanghai' })
			return [used - pushes - 2_600, error]
		}
		const [none, near, far] = ['6000 6000', '6020 6040', '6001 6080']
		expect(await priceOf(none, none)).toEqual([0, ''])
		expect(await priceOf(near, none)).toEqual([9, ''])
		expect(await priceOf(none, near)).toEqual([9, ''])
		expect(await priceOf(far, near)).toEqual([15, ''])
		expect(await priceOf(near, far)).toEqual([15, ''])
	})

	test('an account with code is not empty, though it has neither coins nor a nonce', async () => {
		const options = { hardfork: 'istanbul', coins: { 187: 0n }, nonces: { 187: 0n } }
		const told = await run({ 170: `${callOf('f1', 0xbb, 1)} ${at(0xbb)} 3f 600052 60206000f3`, 187: '00' }, options)
		expect([told.error, told.returned]).toEqual(['', toHex(keccak256(Uint8Array.of(0)))])
		expect((await run({ 170: callOf('f1', 0xbb, 1), 187: '00' }, options)).used).toBe(7 * 3 + 700 + coins)
	})

	test('the receiver of coins has 2,300 gas of them besides what it is given, lent code as well, and no other call', async () => {
		// GAS is told after its own 2 are paid.
		const tells = giving('5a')
		for (const [opcode, value, gas] of [
			['f1', 1, 2_298],
			['f1', 0, 998],
			['f2', 1, 2_298],
		] as const) {
			const given = value === 0 ? '6103e8' : '6000'
			const code = `6020 5f 5f 5f 60${word(value).slice(-2)} ${at(0xbb)} ${given} ${opcode} 60205ff3`
			const { returned, error } = await run({ 170: code, 187: tells })
			expect([error, BigInt(`0x${returned}`)]).toEqual(['', BigInt(gas)])
		}
		// The amount of the message is shown to lent code and brings no gas.
		const lent = `6020 5f 5f 5f ${at(0xbb)} 6103e8 f4 60205ff3`
		const { returned } = await run({ 170: lent, 187: tells }, { call: { value: 3n } })
		expect(BigInt(`0x${returned}`)).toBe(998n)
	})

	test('before EIP-150 a call hands on as much gas as it names, to the last unit, and fails for one more', async () => {
		const left = 500
		const gas = BigInt(7 * 3 + 40 + left)
		const named = (amount: number): string => `61${amount.toString(16).padStart(4, '0')}`
		const outcome = async (amount: number) => {
			const codes = { 170: callOf('f1', 0xbb, 0, named(amount)), 187: 'fe' }
			const { error, gasLeft } = await run(codes, { hardfork: 'homestead', call: { gas } })
			return [error, gasLeft]
		}
		expect(await outcome(left - 1)).toEqual(['', 1n])
		expect(await outcome(left)).toEqual(['', 0n])
		expect(await outcome(left + 1)).toEqual(['out of gas', 0n])
	})

	test('a call that its price leaves nothing runs with nothing, and one unit less is too little', async () => {
		const gas = BigInt(7 * 3 + 700)
		const codes = { 170: callOf('f1', 0xbb, 0, '61ffff'), 187: '' }
		const outcome = async (missing: bigint) => {
			const { error, gasLeft } = await run(codes, { hardfork: 'byzantium', call: { gas: gas - missing } })
			return [error, gasLeft]
		}
		expect(await outcome(0n)).toEqual(['', 0n])
		expect(await outcome(1n)).toEqual(['out of gas', 0n])
		expect(await outcome(100n)).toEqual(['out of gas', 0n])
	})

	test('a call takes as much of an answer as it has room for, and from anywhere nothing', async () => {
		const answers = giving(`7f${'12'.repeat(32)}`, `7f${'34'.repeat(32)}`)
		const asked = (room: string, place = '5f'): string => `${room} ${place} 5f 5f 5f ${at(0xbb)} 5a f1 50`
		const huge = `7f${'ff'.repeat(32)}`
		const code = `${asked('6021')} ${asked('5f', huge)} 60405ff3`
		const { returned, error } = await run({ 170: code, 187: answers })
		expect([error, returned]).toEqual(['', `${'12'.repeat(32)}34${'00'.repeat(31)}`])
		// Nothing comes back into much room, and nothing is sent from far away.
		const none = `6040 5f 5f ${huge} 5f ${at(0xcc)} 5a f1 50 36 5f 52 60405ff3`
		expect(await run({ 170: none, 204: '00' })).toMatchObject({ error: '', returned: '00'.repeat(64) })
	})
})

describe('where a deployment by code ends', () => {
	test('a contract 1,024 calls deep deploys nothing, and its caller does', async () => {
		// Each calls itself first. The deepest gives back what CREATE answers, its caller that and its own, the others pass it on.
		const code = [
			'5f5f5f5f5f 30 5a f1 50 3d 6040 14 6020 57',
			'3d 3d5f5f3e 5f5f5f f0 81 52 6020 01 5f f3',
			'5b 3d5f5f3e 60405ff3',
		].join('')
		const { returned, error } = await run({ 170: code }, { call: { gas: 2n ** 60n } })
		expect([error, returned]).toEqual(['', `${word(0)}${toHex(createAddress(addressOf(0xaa), 1n)).padStart(64, '0')}`])
	})

	test('a contract deploys until its nonce is the largest there is', async () => {
		const last = 2n ** 64n - 2n
		const { returned, error, writes } = await run({ 170: giving('5f5f5ff0', '5f5f5ff0') }, { nonces: { 170: last } })
		const made = toHex(createAddress(addressOf(0xaa), last)).padStart(64, '0')
		expect([error, returned]).toEqual(['', `${made}${word(0)}`])
		expect(writes).toContain(`aa ${last + 1n} 9`)
	})

	test('before Homestead a contract that cannot pay for its code is there without, and later there is none', async () => {
		// CREATE of init code that gives back 32 zeros, which cost 6,400; the answer is all that is left to do.
		const code = `6460206000f3 600052 6005 601b 6000 f0 6000 52 6020 6000 f3`
		const gas = 32_000n + 1_000n
		const outcome = async (hardfork: string) => {
			const { error, returned } = await run({ 170: code }, { hardfork, call: { gas } })
			return [error, returned]
		}
		const made = toHex(createAddress(addressOf(0xaa), 1n)).padStart(64, '0')
		expect(await outcome('chainstart')).toEqual(['', made])
		expect((await outcome('homestead'))[0]).toBe('out of gas')
		// From EIP-150 on a part of the gas stays with the caller, who is told of it.
		const { error, returned } = await run({ 170: code }, { hardfork: 'byzantium', call: { gas: 38_000n } })
		expect([error, returned]).toEqual(['', word(0)])
	})
})

describe('the code of another', () => {
	test('EXTCODECOPY shows a whole code, also one that begins as those of later forms do', async () => {
		const code = `6008 5f 5f ${at(0xbb)} 3c 60405ff3`
		for (const other of ['ef0001020304', 'ef00', 'ef01020304050607']) {
			const { returned } = await run({ 170: code, 187: other })
			expect(returned).toBe(other.padEnd(128, '0'))
		}
		expect((await run({ 170: code })).returned).toBe('0'.repeat(128))
	})
})
