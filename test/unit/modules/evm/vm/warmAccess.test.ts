import { describe, expect, test } from 'vitest'
import { addressOf } from '../evmBench.ts'
import { at, giving, type Options, run, word } from './runCodes.ts'

describe('what is warm', () => {
	const listed = [
		{ address: addressOf(0xcc), storageKeys: [] },
		{ address: addressOf(0xdd), storageKeys: [new Uint8Array(32).fill(6)] },
		{ address: addressOf(0xaa), storageKeys: [new Uint8Array(32).with(31, 5)] },
	]
	const number = (last: number): string => `73${'00'.repeat(19)}${last.toString(16).padStart(2, '0')}`

	test.each<[string, string, Options, number]>([
		['the balance of the sender', `${at(0x11)}31`, {}, 103],
		['the balance of the contract', `${at(0xaa)}31`, {}, 103],
		['the balance of somebody', `${at(0x99)}31`, {}, 2_603],
		['the balance of somebody the second time', `${at(0x99)}31 ${at(0x99)}31`, {}, 2_603 + 103],
		['the balance of the first precompiled contract', `${number(1)}31`, {}, 103],
		['the balance of the last precompiled contract', `${number(9)}31`, {}, 103],
		['the balance of one that is not there yet', `${number(10)}31`, {}, 2_603],
		['the balance of one that is there since Cancun', `${number(10)}31`, { hardfork: 'cancun' }, 103],
		['the balance of the coinbase', `${at(0x77)}31`, {}, 2_603],
		['the balance of a coinbase that is warm', `${at(0x77)}31`, { block: { warmCoinbase: true } }, 103],
		['the balance of a listed address', `${at(0xcc)}31`, { call: { accessList: listed } }, 103],
		['the balance of one listed with a slot', `${at(0xdd)}31`, { call: { accessList: listed } }, 103],
		['the balance of one that is not listed', `${at(0x99)}31`, { call: { accessList: listed } }, 2_603],
		[
			'the balance of somebody in Istanbul with EIP-2929',
			`${at(0x99)}31`,
			{ hardfork: 'istanbul', eips: [2929] },
			2_603,
		],
		['a slot', '600554', {}, 2_103],
		['a slot the second time', '600554 600554', {}, 2_103 + 103],
		['a listed slot', '600554', { call: { accessList: listed } }, 103],
		['a slot beside a listed one', '600654', { call: { accessList: listed } }, 2_103],
		['a slot that is listed of another', `7f${'06'.repeat(32)}54`, { call: { accessList: listed } }, 2_103],
		[
			'the balance of the sender in Istanbul',
			`${at(0x11)}31`,
			{ hardfork: 'istanbul', block: { hasAccessLists: false } },
			703,
		],
	])('%s has its price', async (_name, code, options, price) => {
		// A second message begins as the first.
		for (let round = 0; round < 2; round++) {
			expect(await run({ 170: code }, options)).toMatchObject({ error: '', used: price })
		}
	})

	test('what a call used is warm for its caller, and cold again if the call failed', async () => {
		const looks = `${at(0x99)}3150 600554 50`
		/** What an instruction costs beside 7. */
		const priceOf = (code: string): string => `5a ${code} 50 5a 90 03`
		const delegate = (byte: number): string => `5f5f5f5f${at(byte)}62ffffff f4 50`
		const told = async (codes: Readonly<Record<number, string>>) => {
			const code = `${delegate(0xbb)} ${giving(priceOf(`${at(0x99)}31`), priceOf('600554'))}`
			return (await run({ 170: code, ...codes })).returned
		}
		const [warm, cold] = [word(107) + word(107), word(2_607) + word(2_107)]
		expect(await told({ 187: looks })).toBe(warm)
		expect(await told({ 187: `${looks} 5f5ffd` })).toBe(cold)
		expect(await told({ 187: `${looks} fe` })).toBe(cold)
		// A call that fails after one below it ended well, and one that ends well after one below it failed.
		expect(await told({ 187: `${delegate(0xcc)} fe`, 204: looks })).toBe(cold)
		expect(await told({ 187: delegate(0xcc), 204: `${looks} fe` })).toBe(cold)
		expect(await told({ 187: `${looks} ${delegate(0xcc)}`, 204: `${looks} fe` })).toBe(warm)
		// The address and another slot were used before, the slot was not.
		const code = `${at(0x99)}3150 60065450 ${delegate(0xbb)} ${giving(priceOf(`${at(0x99)}31`), priceOf('600554'))}`
		expect((await run({ 170: code, 187: `${looks} fe` })).returned).toBe(word(107) + word(2_107))
	})
})
