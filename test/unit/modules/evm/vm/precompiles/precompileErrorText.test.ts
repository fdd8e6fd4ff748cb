import { describe, expect, it } from 'vitest'
import { precompileErrorText } from '../../../../../../src/modules/evm/vm/precompiles/precompileErrorText.ts'
import { fromHex } from '../../../../../../src/util/bytes.ts'

const modulus = 0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47n
const words = (...values: readonly bigint[]) =>
	fromHex(values.map((value) => value.toString(16).padStart(64, '0')).join(''))!
const exceeds = 'bn256: coordinate exceeds modulus'
const equals = 'bn256: coordinate equals modulus'
const malformed = 'bn256: malformed point'

// The order of the checks is that of go-ethereum v1.10.16 (core/vm/contracts.go, crypto/bn256/cloudflare).
const doubled = [
	1368015179489954701390400359078579693043519447331113978918064868415326638035n,
	9918110051302171585080402603319702774565515993150576347155970296011118125764n,
]

describe('a precompiled contract that a transaction calls', () => {
	it.each([
		['a sum', 6, 150n, 500n],
		['a product', 7, 6_000n, 40_000n],
		['a pairing of none', 8, 45_000n, 100_000n],
	] as const)('%s has its price, which Istanbul lowered', (_, number, istanbul, before) => {
		const data = number === 8 ? new Uint8Array(1) : words(modulus)
		const fault = number === 8 ? 'bad elliptic curve pairing size' : equals
		expect(precompileErrorText(number, data, istanbul - 1n, true)).toBe('out of gas')
		expect(precompileErrorText(number, data, istanbul, true)).toBe(fault)
		expect(precompileErrorText(number, data, before - 1n, false)).toBe('out of gas')
		expect(precompileErrorText(number, data, before, false)).toBe(fault)
	})

	it('a pairing costs more for each pair', () => {
		const two = new Uint8Array(385)
		expect(precompileErrorText(8, two, 45_000n + 68_000n - 1n, true)).toBe('out of gas')
		expect(precompileErrorText(8, two, 45_000n + 68_000n, true)).toBe('bad elliptic curve pairing size')
		expect(precompileErrorText(8, two, 100_000n + 160_000n - 1n, false)).toBe('out of gas')
		expect(precompileErrorText(8, two, 100_000n + 160_000n, false)).toBe('bad elliptic curve pairing size')
	})

	it.each([
		[[modulus + 1n], exceeds],
		[[0n, modulus + 1n], exceeds],
		[[modulus], equals],
		[[0n, modulus], equals],
		[[1n, 1n], malformed],
		[[1n, 1n, modulus], malformed],
		[[1n, 2n, modulus], equals],
		[[0n, 0n, 0n, modulus + 1n], exceeds],
		[[1n, 2n, 1n, 1n], malformed],
		[[1n, 2n, 0n, 0n, modulus], malformed],
		// Twice (1, 2), and what has only one coordinate of the point at infinity.
		[[...doubled, modulus], equals],
		[[0n, 1n, modulus], malformed],
		[[5n, 0n, modulus], malformed],
	])('a sum of the points %s is refused: %s', (values, text) => {
		expect(precompileErrorText(6, words(...values), 1_000n, true)).toBe(text)
	})

	it('a product looks at one point, a pairing at the first of all six words that is wrong', () => {
		expect(precompileErrorText(7, words(1n, 1n, modulus), 6_000n, true)).toBe(malformed)
		expect(precompileErrorText(7, words(1n, modulus), 6_000n, true)).toBe(equals)
		const pairing = (...values: readonly bigint[]) => precompileErrorText(8, words(...values), 1_000_000n, true)
		const good = [1n, 2n, 0n, 0n, 0n, 0n]
		for (let at = 0; at < 6; at++) {
			const wrong = good.map((value, index) => (index === at ? modulus : value))
			expect(pairing(...wrong), `${at}`).toBe(equals)
			expect(
				pairing(...good, ...good.map((value, index) => (index === at ? modulus + 1n : value))),
				`second ${at}`,
			).toBe(exceeds)
		}
		expect(pairing(1n, 1n, modulus, 0n, 0n, 0n)).toBe(malformed)
		expect(pairing(...good)).toBe(malformed)
	})

	it('a compression tells its length before its flag, and a proof of blob data its gas before its length', () => {
		const blake = (length: number, flag: number) => new Uint8Array(length).fill(flag)
		expect(precompileErrorText(9, blake(212, 0), 1n, true)).toBe('invalid input length')
		expect(precompileErrorText(9, blake(214, 0), 1n, true)).toBe('invalid input length')
		expect(precompileErrorText(9, blake(213, 2), 1n, true)).toBe('invalid final flag')
		expect(precompileErrorText(9, blake(213, 1), 1n, true)).toBe('out of gas')
		expect(precompileErrorText(10, new Uint8Array(191), 49_999n, true)).toBe('out of gas')
		expect(precompileErrorText(10, new Uint8Array(191), 50_000n, true)).toBe('invalid input length')
		expect(precompileErrorText(10, new Uint8Array(193), 50_000n, true)).toBe('invalid input length')
		expect(precompileErrorText(10, new Uint8Array(192), 50_000n, true)).toBe('error verifying kzg proof')
		expect(precompileErrorText(5, new Uint8Array(0), 50_000n, true)).toBe('out of gas')
	})
})
