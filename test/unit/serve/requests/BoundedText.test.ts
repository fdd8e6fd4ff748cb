import { expect, test } from 'vitest'
import { BoundedText } from '../../../../src/serve/requests/BoundedText.ts'
import { toHex } from '../../../../src/util/bytes.ts'

const bytes = (length: number) => Uint8Array.from({ length }, (_, at) => at * 7)

test.each([
	[[0], 0, false],
	[[16_384], 16_384, false],
	[[16_000, 384], 16_384, false],
	[[16_385], 16_384, true],
	[[16_383, 2], 16_384, true],
	[[16_384, 1], 16_384, true],
	[[1, 20_000, 5], 16_384, true],
])('a body in chunks of %j bytes is kept up to %i bytes, and all are counted', (chunks, kept, cut) => {
	const all = bytes(chunks.reduce((sum, length) => sum + length, 0))
	const text = new BoundedText()
	let at = 0
	for (const length of chunks) {
		const chunk = all.slice(at, at + length)
		text.add(chunk)
		// The owner of the chunk goes on with it.
		chunk.fill(0)
		at += length
	}
	expect({ bytes: text.bytes, cut: text.cut, kept: toHex(text.kept) }).toEqual({
		bytes: all.length,
		cut,
		kept: toHex(all.subarray(0, kept)),
	})
	const moved = BoundedText.of(text.bytes, text.kept)
	expect({ bytes: moved.bytes, cut: moved.cut, kept: toHex(moved.kept) }).toEqual({
		bytes: text.bytes,
		cut,
		kept: toHex(text.kept),
	})
})

test('a body that is written as text is kept in the encoding it is written in; what is neither text nor bytes is nothing', () => {
	const text = new BoundedText()
	text.add('é')
	text.add('é', 'latin1')
	text.add('é', () => undefined)
	for (const nothing of [undefined, null, () => undefined, 7]) text.add(nothing)
	expect(text.kept.toString('hex')).toBe('c3a9e9c3a9')
	expect([text.bytes, text.cut]).toEqual([5, false])
})
