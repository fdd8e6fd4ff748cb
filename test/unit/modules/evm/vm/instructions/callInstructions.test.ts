import { describe, expect, test } from 'vitest'
import { createAddress } from '../../../../../../src/modules/evm/tx/EthTx.ts'
import { toHex } from '../../../../../../src/util/bytes.ts'
import { addressOf } from '../../evmBench.ts'
import { at, giving, type Options, run, word } from '../runCodes.ts'

const wordOfAddress = (byte: number): string => word(BigInt(`0x${Buffer.from(addressOf(byte)).toString('hex')}`))
/** Calls a contract with an amount where the opcode takes one, and has so many bytes of its answer in memory. */
const callOf = (opcode: string, byte: number, taken: number, value?: number): string =>
	`60${taken.toString(16).padStart(2, '0')} 5f 5f 5f ${value === undefined ? '' : `600${value}`} ${at(byte)} 63ffffffff ${opcode}`
const answer = (size: number): string => `60${size.toString(16)} 5f f3`

// go-ethereum v1.10.16 core/vm/evm.go Call, CallCode, DelegateCall, StaticCall.
describe('what called code sees', () => {
	test.each([
		['CALL', 'f1', 1, 0xbb, 0xaa, 1],
		['CALLCODE', 'f2', 1, 0xaa, 0xaa, 1],
		['DELEGATECALL', 'f4', undefined, 0xaa, 0x11, 3],
		['STATICCALL', 'fa', undefined, 0xbb, 0xaa, 0],
	])('code that %s runs sees its address, caller and amount', async (_name, opcode, value, address, caller, amount) => {
		const { returned, error } = await run(
			{
				170: `${callOf(opcode, 0xbb, 0x60, value)} 50 ${answer(0x60)}`,
				187: `30 5f52 33 602052 34 604052 ${answer(0x60)}`,
			},
			{ call: { value: 3n } },
		)
		expect([error, returned]).toEqual(['', wordOfAddress(address) + wordOfAddress(caller) + word(amount)])
	})

	test.each([
		['CALL', 'f1', 0, 1],
		['CALLCODE', 'f2', 0, 1],
		['DELEGATECALL', 'f4', undefined, 1],
		['STATICCALL', 'fa', undefined, 0],
	])('code that %s runs writes only where it may, and so do those it calls', async (_name, opcode, value, status) => {
		const writer = '6005 5f 55'
		const direct = await run({ 170: `${callOf(opcode, 0xbb, 0, value)} 5f52 ${answer(0x20)}`, 187: writer })
		expect([direct.error, direct.returned]).toEqual(['', word(status)])
		const codes = {
			170: `${callOf(opcode, 0xbb, 0x20, value)} 50 ${answer(0x20)}`,
			187: `${callOf('f1', 0xbc, 0, 0)} 5f52 ${answer(0x20)}`,
			188: writer,
		}
		const nested = await run(codes)
		expect([nested.error, nested.returned]).toEqual(['', word(status)])
	})

	// EIP-150: all but one 64th, of what is left after the call is paid.
	test.each([
		['CALL', 'f1', 0],
		['CALLCODE', 'f2', 0],
		['DELEGATECALL', 'f4', undefined],
		['STATICCALL', 'fa', undefined],
	])('%s hands on all but a 64th of the gas', async (_name, opcode, value) => {
		const handedOn = async (left: number) => {
			const paid = 3 + 3 * 2 + (value === undefined ? 0 : 3) + 3 + 3 + 2_600 + 3
			const gas = BigInt(left + paid)
			const { returned } = await run(
				{ 170: `${callOf(opcode, 0xbb, 0x20, value)} 50 ${answer(0x20)}`, 187: giving('5a') },
				{ call: { gas } },
			)
			// GAS is told after its own 2 are paid.
			return Number(BigInt(`0x${returned}`)) + 2
		}
		expect([await handedOn(64_000), await handedOn(64_001), await handedOn(63_999)]).toEqual([63_000, 63_001, 63_000])
	})
})

// go-ethereum v1.10.16 core/vm/evm.go Call, CallCode, create.
describe('what a call or deployment needs to begin', () => {
	test.each([
		['CALL', 'f1'],
		['CALLCODE', 'f2'],
	])('%s answers 0 and runs nothing where a contract sends a coin more than it has', async (_name, opcode) => {
		const answers = async (coins: bigint, value: number) => {
			// The status, and the length of what was returned.
			const code = `${callOf(opcode, 0xbb, 0, value)} 5f52 3d 602052 ${answer(0x40)}`
			return (await run({ 170: code, 187: answer(0x20) }, { coins: { 170: coins } })).returned
		}
		const [taken, refused] = [word(1) + word(32), word(0) + word(0)]
		expect([await answers(0n, 0), await answers(1n, 1), await answers(5n, 5)]).toEqual([taken, taken, taken])
		expect([await answers(0n, 1), await answers(0n, 2), await answers(4n, 5)]).toEqual([refused, refused, refused])
	})

	test('a contract makes another with all that it has and up to the last nonce, and no further', async () => {
		const made = async (options: Options, value = 0) =>
			(await run({ 170: `5f5f60${value.toString().padStart(2, '0')} f0 5f52 ${answer(0x20)}` }, options)).returned
		const addressAt = (nonce: bigint) => toHex(createAddress(addressOf(0xaa), nonce)).padStart(64, '0')
		const last = 2n ** 64n - 1n
		expect(await made({ nonces: { 170: last - 1n } })).toBe(addressAt(last - 1n))
		expect(await made({ nonces: { 170: last } })).toBe(word(0))
		expect(await made({ coins: { 170: 5n } }, 5)).toBe(addressAt(1n))
		expect(await made({ coins: { 170: 5n } }, 6)).toBe(word(0))
	})

	test('the gas and the logs of a deployment are those of the contract that makes it', async () => {
		// LOG0 of nothing: 379 gas with what it pushes.
		const told = await run({ 170: '625f5fa0 5f 52 6003 601d 5f f0' })
		expect([told.error, told.used]).toEqual(['', 3 + 2 + 6 + 3 + 3 + 2 + 32_000 + 2 + 379])
		expect(told.logs).toEqual([{ address: createAddress(addressOf(0xaa), 1n), topics: [], data: new Uint8Array(0) }])
	})

	test('a contract that cannot pay for its code comes into being without in Frontier, and not from Homestead on', async () => {
		// What is made returns a byte, which costs 200.
		const code = '6460016000f3 6000 52 6005 601b 6000 f0 6000 52 60206000f3'
		const made = async (hardfork: string, gas: bigint) => {
			const { error, returned } = await run({ 170: code }, { hardfork, call: { gas } })
			return [error, returned]
		}
		const whole = 12n + 9n + 32_000n + 9n + 200n + 12n
		const address = toHex(createAddress(addressOf(0xaa), 1n)).padStart(64, '0')
		expect(await made('chainstart', whole)).toEqual(['', address])
		expect(await made('homestead', whole)).toEqual(['', address])
		expect(await made('chainstart', whole - 100n)).toEqual(['', address])
		expect(await made('homestead', whole - 100n)).toEqual(['out of gas', ''])
	})

	test('the frame behind 1,024 others makes no contract', async () => {
		// Calls itself as long as it can; the last frame tells what it makes, and 5 more.
		const code = `60205f5f5f5f305af1 601557 5f5f5ff0 600501 5f52 5b ${answer(0x20)}`
		const { returned, error } = await run({ 170: code }, { call: { gas: 10n ** 13n } })
		expect([error, returned]).toEqual(['', word(5)])
	})
})
