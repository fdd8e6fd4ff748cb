import { describe, expect, test } from 'vitest'
import { type ApplyOptions, applyMessage, evmConfigOf } from '../../../../../../src/modules/evm/applyMessage.ts'
import type { EvmObserver } from '../../../../../../src/modules/evm/vm/runEvm.ts'
import { toHex } from '../../../../../../src/util/bytes.ts'
import { addressOf, byTheLibrary, callOfContract, createEvmBench } from '../../evmBench.ts'

const user = addressOf(0x11)

/** The words that the contract at 0xaa gives back, as numbers. */
async function words(
	codes: Readonly<Record<number, string>>,
	observer: EvmObserver | undefined,
	block: ApplyOptions['block'] = {},
): Promise<readonly bigint[]> {
	const bench = createEvmBench({ accountRule: 'base', funded: [[user, 1_000n]] })
	await bench.block()
	const ctx = bench.context()
	bench.deployAll(ctx, codes, 5n)
	const message = callOfContract
	const { vmError, returned } = await applyMessage(bench.keeper, ctx, message, evmConfigOf(bench.keeper, ctx), {
		commit: true,
		block,
		...(observer === undefined ? {} : { observer }),
	})
	expect(vmError).toBe('')
	return (toHex(returned).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))
}

/** Code that gives back what parts of it leave on the stack. */
const giving = (...parts: readonly string[]): string =>
	`${parts.map((part, at) => `${part}60${(at * 32).toString(16).padStart(2, '0')}52`).join('')}60${(parts.length * 32).toString(16).padStart(2, '0')}5ff3`
const pushed = (byte: number): string => `73${toHex(addressOf(byte))}`
const height = (number: number): string => `61${number.toString(16).padStart(4, '0')}40`

describe.each([
	['by the program', undefined],
	['by the library', byTheLibrary],
] as const)('what code is told of the chain, run %s', (_way, observer) => {
	test('the hashes of the last 256 blocks are told, and no others', async () => {
		const asked: number[] = []
		const hashAt = (at: number) => {
			asked.push(at)
			return at === 999 ? undefined : new Uint8Array(32).with(31, at % 256)
		}
		const code = giving(...[742, 743, 744, 998, 999, 1_000, 1_001].map(height))
		expect(await words({ 170: code }, observer, { number: 1_000n, hashAt })).toEqual([0n, 0n, 232n, 230n, 0n, 0n, 0n])
		expect(asked).toEqual([744, 998, 999])
	})

	test('balance, size and hash of accounts are told, of nobody none', async () => {
		const code = giving(
			...[0xbb, 0x99].flatMap((byte) => [`${pushed(byte)}31`, `${pushed(byte)}3b`, `${pushed(byte)}3f15`]),
		)
		expect(await words({ 170: code, 187: '600100' }, observer)).toEqual([5n, 3n, 0n, 0n, 0n, 1n])
	})

	test('what a frame that fails wrote is forgotten, for a transaction and for longer', async () => {
		// Writes 7 to both kinds of slot and reverts.
		const writes = '6007 6001 5d 6007 6001 55 60ff 61ffff 5d 5f5ffd'
		const code = [
			'6005 6001 5d 6005 6001 55',
			// DELEGATECALL: the slots are the caller's.
			`5f5f5f5f${pushed(0xbb)}61fffff450`,
			giving('60015c', '600154', '61ffff5c'),
		].join('')
		expect(await words({ 170: code, 187: writes }, observer)).toEqual([5n, 5n, 0n])
		const kept = code.replace(pushed(0xbb), pushed(0xcc))
		expect(await words({ 170: kept, 204: '6007 6001 5d 6007 6001 55' }, observer)).toEqual([7n, 7n, 0n])
		// A frame that holds what one below it wrote, and fails itself.
		const outer = `5f5f5f5f${pushed(0xcc)}61fffff4 50 fe`
		expect(await words({ 170: code, 187: outer, 204: '6007 6001 5d 6007 6001 55' }, observer)).toEqual([5n, 5n, 0n])
	})

	test('slots of a transaction belong to one contract', async () => {
		const code = `6005 6001 5d 5f5f5f5f5f${pushed(0xbb)}61fffff150 ${giving('60015c')}`
		expect(await words({ 170: code, 187: '6007 6001 5d' }, observer)).toEqual([5n])
	})
})
