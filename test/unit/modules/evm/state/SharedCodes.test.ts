import { expect, test } from 'vitest'
import { keccak256 } from '../../../../../src/crypto/keccak256.ts'
import { SharedCodes } from '../../../../../src/modules/evm/state/SharedCodes.ts'

const kilobytes = (size: number, fill: number): Uint8Array => new Uint8Array(size * 1024).fill(fill)

test('the same code is one array, however often it is read', () => {
	const codes = new SharedCodes()
	const first = kilobytes(1, 7)
	expect(codes.share(keccak256(first), first)).toBe(first)
	expect(codes.share(keccak256(first), kilobytes(1, 7))).toBe(first)
})

test('other bytes under the same hash are not taken for those before', () => {
	const codes = new SharedCodes()
	const hash = new Uint8Array(32)
	codes.share(hash, kilobytes(1, 1))
	const second = kilobytes(1, 2)
	expect(codes.share(hash, second)).toBe(second)
})

/** Which of the codes are still kept, in their order; to ask brings each behind the others. */
const kept = (codes: SharedCodes, list: readonly Uint8Array[]): readonly boolean[] =>
	list.map((code) => codes.share(keccak256(code), Uint8Array.from(code)) === code)

test('codes of 256 kilobytes together are kept, and one byte more drops the one that ran longest ago', () => {
	const codes = new SharedCodes()
	const [first, second] = [kilobytes(128, 1), kilobytes(128, 2)] as const
	for (const code of [first, second]) codes.share(keccak256(code), code)
	expect(kept(codes, [first, second])).toEqual([true, true])
	codes.share(keccak256(Uint8Array.of(3)), Uint8Array.of(3))
	expect(kept(codes, [second, first])).toEqual([true, false])
})

test('a code that runs again is kept longer than those that ran since', () => {
	const codes = new SharedCodes()
	const [first, second, third] = [1, 2, 3].map((fill) => kilobytes(100, fill)) as [Uint8Array, Uint8Array, Uint8Array]
	for (const code of [first, second, first, third]) codes.share(keccak256(code), code)
	expect(kept(codes, [first, third, second])).toEqual([true, true, false])
})

test('the bytes of a code that another took the place of are not counted any longer', () => {
	const codes = new SharedCodes()
	const hash = new Uint8Array(32)
	const [first, second] = [kilobytes(200, 1), kilobytes(200, 2)] as const
	for (const code of [first, second]) codes.share(hash, code)
	codes.share(keccak256(kilobytes(50, 3)), kilobytes(50, 3))
	expect(codes.share(hash, Uint8Array.from(second))).toBe(second)
})

test('codes that ran last are kept of many contracts', () => {
	const codes = new SharedCodes()
	const list = Array.from({ length: 40 }, (_, at) => kilobytes(20, at))
	for (const code of list) codes.share(keccak256(code), code)
	expect(codes.share(keccak256(list[39]!), Uint8Array.from(list[39]!))).toBe(list[39])
	expect(codes.share(keccak256(list[0]!), Uint8Array.from(list[0]!))).not.toBe(list[0])
})
