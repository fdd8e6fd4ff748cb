import { describe, expect, test } from 'vitest'
import { FrameMemory, numberOfBytes } from '../../../../../../src/modules/evm/vm/instructions/FrameMemory.ts'
import { wordBytes } from '../../../../../../src/modules/evm/vm/wordBytes.ts'
import { toHex } from '../../../../../../src/util/bytes.ts'

/** Words that have something in each choice of their four parts: something large, and one. */
const words = Array.from({ length: 16 }, (_, parts) => {
	const wordOf = (part: (at: number) => bigint): bigint =>
		[0, 1, 2, 3].reduce((word, at) => (((parts >> at) & 1) === 1 ? word | (part(at) << BigInt(64 * at)) : word), 0n)
	return [wordOf((at) => BigInt(at + 5) << 3n), wordOf(() => 1n)]
}).flat()

describe('the memory of a frame', () => {
	test('a word is read as it was written, whichever of its parts are empty', () => {
		for (const word of [...words, 2n ** 256n - 1n]) {
			const memory = new FrameMemory()
			memory.writeWord(7, word)
			expect(memory.readWord(7)).toBe(word)
			expect(toHex(memory.read(7, 32))).toBe(toHex(wordBytes(word)))
			expect(numberOfBytes(wordBytes(word))).toBe(word)
		}
		expect(numberOfBytes(Uint8Array.of(1, 2))).toBe(258n)
		expect(numberOfBytes(new Uint8Array(0))).toBe(0n)
	})

	test('memory begins with nothing and grows by pages, at least to the double until it has a megabyte', () => {
		const memory = new FrameMemory()
		const sizes = [1, 4_096, 4_097, 8_193, 20_000, 1_048_576, 1_048_577, 1_052_673].map((end) => {
			memory.extend(end - 1, 1)
			return memory._store.length
		})
		expect(new FrameMemory()._store).toHaveLength(0)
		expect(sizes).toEqual([4_096, 4_096, 8_192, 16_384, 32_768, 1_048_576, 1_052_672, 1_056_768])
		memory.extend(2 ** 40, 0)
		expect(memory._store).toHaveLength(1_056_768)
	})

	test('a word at the end of a page grows the memory by no byte more', () => {
		const grown = (offset: number) => {
			const [read, written] = [new FrameMemory(), new FrameMemory()]
			expect(read.readWord(offset)).toBe(0n)
			written.writeWord(offset, 7n)
			return [read._store.length, written._store.length]
		}
		expect([grown(4_064), grown(4_065)]).toEqual([
			[4_096, 4_096],
			[8_192, 8_192],
		])
	})

	test('memory that grows keeps what it has, and what was read of it stays as it was unless a view was asked for', () => {
		const memory = new FrameMemory()
		memory.writeWord(0, 5n)
		memory.extend(9_000, 1)
		expect(memory.readWord(0)).toBe(5n)
		const [read, copy, view] = [memory.read(31, 1), memory.read(31, 1, false), memory.read(31, 1, true)]
		memory.write(31, 1, Uint8Array.of(6))
		expect([read[0], copy[0], view[0]]).toEqual([5, 5, 6])
	})

	test('a copy ends where its source ends, and the rest is zero', () => {
		const source = Uint8Array.of(1, 2, 3, 4)
		const copied = (offset: number, size: number, from: bigint): string => {
			const memory = new FrameMemory()
			memory.write(0, 8, new Uint8Array(8).fill(0xff))
			memory.copy(offset, size, source, from)
			return toHex(memory.read(0, 8))
		}
		expect(copied(1, 4, 0n)).toBe('ff01020304ffffff')
		expect(copied(1, 2, 1n)).toBe('ff0203ffffffffff')
		expect(copied(1, 4, 2n)).toBe('ff03040000ffffff')
		expect(copied(1, 3, 4n)).toBe('ff000000ffffffff')
		expect(copied(1, 3, 2n ** 256n - 1n)).toBe('ff000000ffffffff')
		expect(copied(1, 0, 0n)).toBe('ffffffffffffffff')
	})
})
