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

test('codes that ran last are kept of many contracts', () => {
	const codes = new SharedCodes()
	const list = Array.from({ length: 40 }, (_, at) => kilobytes(20, at))
	for (const code of list) codes.share(keccak256(code), code)
	expect(codes.share(keccak256(list[39]!), Uint8Array.from(list[39]!))).toBe(list[39])
	expect(codes.share(keccak256(list[0]!), Uint8Array.from(list[0]!))).not.toBe(list[0])
})
