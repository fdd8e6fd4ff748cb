import { describe, expect, it } from 'vitest'
import { abciFrames } from '../../../src/abciSocket/abciFrames.ts'
import { joinBytes, toHex } from '../../../src/util/bytes.ts'
import { FrameReader, frameOf } from '../../../src/util/FrameReader.ts'
import { randomSource } from '../../support/random.js'

describe('frames', () => {
	it('frames have the zig-zag varint of the 0.34 line in front, as the engine writes it', () => {
		// tendermint v0.34 libs/protoio: binary.PutVarint of 2, of 64 and of 300.
		expect(toHex(frameOf(new Uint8Array(2), abciFrames).subarray(0, 1))).toBe('04')
		expect(toHex(frameOf(new Uint8Array(64), abciFrames).subarray(0, 2))).toBe('8001')
		expect(toHex(frameOf(new Uint8Array(300), abciFrames).subarray(0, 2))).toBe('d804')
		expect(toHex(frameOf(new Uint8Array(0), abciFrames))).toBe('00')
	})

	it('come out whole however the stream is cut', () => {
		const random = randomSource('frames')
		const messages = Array.from({ length: 60 }, () => {
			const size = [0, 1, 63, 64, 8191, 8192, 70_000][random(7)] as number
			return Uint8Array.from({ length: size }, () => random(256))
		})
		const stream = joinBytes(messages.map((message) => frameOf(message, abciFrames)))
		for (let round = 0; round < 5; round++) {
			const reader = new FrameReader(abciFrames)
			const read: Uint8Array[] = []
			for (let at = 0; at < stream.length; ) {
				const size = round === 0 ? stream.length : 1 + random(round < 3 ? 20 : 5000)
				read.push(...reader.push(stream.subarray(at, at + size)))
				at += size
			}
			expect(read.length).toBe(messages.length)
			for (const [index, message] of messages.entries()) expect(Buffer.compare(read[index]!, message)).toBe(0)
			expect(reader.isInside).toBe(false)
		}
	})

	it.each([
		['negative', [0x01], 'negative: -1'],
		['without end', Array<number>(10).fill(0xff), 'does not end'],
		['of more than 64 bits', [...Array<number>(9).fill(0xff), 0x7f], 'more than 64 bits'],
		['of minus two', [0x03], 'negative: -2'],
		['of 64 bits', [...Array<number>(9).fill(0xfe), 0x01], 'is longer than 104857600'],
		['of 65 bits', [...Array<number>(9).fill(0x80), 0x02], 'more than 64 bits'],
		['too long', [0x82, 0x80, 0x80, 0x64], 'is longer than 104857600'],
	])('frames with a length %s are refused', (_name, bytes, text) => {
		expect(() => new FrameReader(abciFrames).push(Uint8Array.from(bytes))).toThrow(text)
	})

	it('frames may be as long as the limit and no longer', () => {
		const form = { isSigned: false, limit: 300 }
		expect(new FrameReader(form).push(frameOf(new Uint8Array(300), form))).toEqual([new Uint8Array(300)])
		const longer = frameOf(new Uint8Array(301), form)
		expect(() => new FrameReader(form).push(longer)).toThrow('a message of 301 bytes is longer than 300')
	})

	it('frames of which a single byte has come are not whole', () => {
		const reader = new FrameReader(abciFrames)
		expect([reader.push(Uint8Array.of(0x04)), reader.isInside]).toEqual([[], true])
		expect([reader.push(Uint8Array.of(7, 8)), reader.isInside]).toEqual([[Uint8Array.of(7, 8)], false])
	})

	it('tell when the stream ended inside of one', () => {
		const reader = new FrameReader(abciFrames)
		reader.push(frameOf(new Uint8Array(10), abciFrames).subarray(0, 5))
		expect(reader.isInside).toBe(true)
	})
})
