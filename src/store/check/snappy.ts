import { ByteReader } from '../ByteReader.ts'

/**
 * The bytes of a block that LevelDB packed with Snappy (format_description.txt of snappy): literals, and copies of what stands
 * before them.
 * @throws {RangeError} or {BugError} if it is no such block.
 */
export function unpackSnappy(packed: Uint8Array): Uint8Array {
	const reader = new ByteReader(packed)
	const bytes = new Uint8Array(reader.uvarint())
	let at = 0
	const number = (size: number): number => reader.raw(size).reduceRight((value, byte) => value * 256 + byte, 0)
	while (!reader.done) {
		const tag = number(1)
		const high = tag >>> 2
		if ((tag & 3) === 0) {
			const literal = reader.raw(1 + (high < 60 ? high : number(high - 59)))
			bytes.set(literal, at)
			at += literal.length
			continue
		}
		const isShort = (tag & 3) === 1
		const length = isShort ? (high & 7) + 4 : high + 1
		const back = isShort ? (tag >>> 5) * 256 + number(1) : number((tag & 3) === 2 ? 2 : 4)
		if (back === 0 || back > at) throw new RangeError('a copy of what is not there')
		// Byte by byte: a copy may reach into itself.
		for (const end = at + length; at < end; at++) bytes[at] = bytes[at - back] as number
	}
	if (at !== bytes.length) throw new RangeError('its length is another one')
	return bytes
}
