import { describe, expect, it } from 'vitest'
import { VerifiedSignatures } from '../../../src/app/ante/VerifiedSignatures.ts'
import { utf8 } from '../../../src/util/bytes.ts'

const signature = (fill: number) => new Uint8Array(64).fill(fill)

describe('remembered signatures', () => {
	it('count once, for the same key and document only', () => {
		const verified = new VerifiedSignatures(10)
		verified.add(utf8('key'), utf8('document'), signature(1))
		expect(verified.take(utf8('other key'), utf8('document'), signature(1))).toBe(false)
		expect(verified.take(utf8('key'), utf8('other document'), signature(1))).toBe(false)
		expect(verified.take(utf8('key'), utf8('document'), signature(2))).toBe(false)
		expect(verified.take(utf8('key'), utf8('document'), signature(1))).toBe(true)
		expect(verified.take(utf8('key'), utf8('document'), signature(1))).toBe(false)
	})

	it('do not count for longer bytes that begin like one: no key ever made those', () => {
		const verified = new VerifiedSignatures(10)
		verified.add(utf8('key'), utf8('document'), signature(1))
		expect(verified.take(utf8('key'), utf8('document'), new Uint8Array(65).fill(1))).toBe(false)
	})

	it('remembered signatures are bounded: the oldest goes first', () => {
		const verified = new VerifiedSignatures(2)
		for (const fill of [1, 2, 3]) verified.add(utf8('key'), utf8('document'), signature(fill))
		expect([1, 2, 3].map((fill) => verified.take(utf8('key'), utf8('document'), signature(fill)))).toEqual([
			false,
			true,
			true,
		])
	})
})
