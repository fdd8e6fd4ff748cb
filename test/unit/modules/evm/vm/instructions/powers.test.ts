import { expect, test } from 'vitest'
import { giving, run, word } from '../runCodes.ts'

const pushed = (value: bigint): string => `7f${word(value)}`

test('EXP gives the power of two words by 2^256, at the edges of where it is found another way', async () => {
	const most = 2n ** 256n - 1n
	const powers: readonly (readonly [base: bigint, exponent: bigint])[] = [
		...[0n, 1n, 2n, 255n, 256n, 257n].flatMap((exponent) =>
			[0n, 1n, 2n, 3n, 4n, 6n, most, most - 1n].map((base) => [base, exponent] as const),
		),
		...[15n, 16n, 17n, 240n, 0x101n, 0x110n].map((exponent) => [5n, exponent] as const),
	]
	const { returned, error } = await run({ 170: giving(...powers.map(([a, b]) => `${pushed(b)} ${pushed(a)} 0a`)) })
	expect([error, ...returned.match(/.{64}/g)!]).toEqual(['', ...powers.map(([a, b]) => word(a ** b % 2n ** 256n))])
})

test('EXP of the largest exponent is found at once: an odd number to the order of its group is 1', async () => {
	// By Euler, x^(2^254) is 1 for every odd x.
	const [order, most] = [2n ** 254n, 2n ** 256n - 1n]
	const powers = [
		[3n, order, 1n],
		[3n, order + 1n, 3n],
		[7n, most - order * 3n, BigInt.asUintN(256, 0x6db6db6db6db6db6db6db6db6db6db6db6db6db6db6db6db6db6db6db6db6db7n)],
		[6n, most, 0n],
	] as const
	const { returned } = await run({ 170: giving(...powers.map(([a, b]) => `${pushed(b)} ${pushed(a)} 0a`)) })
	expect(returned.match(/.{64}/g)).toEqual(powers.map(([, , power]) => word(power)))
})
