import type { ByteSource, JsonSpan } from './JsonScanner.ts'

const chunkBytes = 1 << 20
const quote = 0x22
const backslash = 0x5c
/** `<`, `>` and `&`, which Go writes as escapes. */
const escaped = new Set([0x3c, 0x3e, 0x26])

/**
 * A JSON value of any size as Go's json.Compact writes it within a document: without spaces, `<`, `>`, `&` and the line
 * ends U+2028 and U+2029 as escapes. Gives it in pieces.
 * @param progress is told the position in the document
 */
export function* compactJson(
	source: ByteSource,
	{ start, end }: JsonSpan,
	progress: (position: number) => void = () => {},
): Generator<Uint8Array> {
	const written = Buffer.alloc(6 * chunkBytes + 2)
	let length = 0
	let isInText = false
	let isEscaped = false
	for (let position = start; position < end; position += chunkBytes) {
		const bytes = source.read(position, Math.min(chunkBytes, end - position))
		progress(position + bytes.length)
		for (let at = 0; at < bytes.length; at++) {
			const byte = bytes[at]!
			if (!isInText && (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09)) continue
			if (isEscaped) isEscaped = false
			else if (byte === quote) isInText = !isInText
			else if (byte === backslash) isEscaped = true
			if (escaped.has(byte)) length += written.write(`\\u00${byte.toString(16)}`, length)
			else if ((byte === 0xa8 || byte === 0xa9) && written[length - 1] === 0x80 && written[length - 2] === 0xe2) {
				length += written.write(`\\u202${byte & 0xf}`, length - 2) - 2
			} else written[length++] = byte
		}
		// A line end may begin in this chunk and end in the next.
		const kept = Math.min(2, length)
		yield written.subarray(0, length - kept)
		written.copyWithin(0, length - kept, length)
		length = kept
	}
	yield written.subarray(0, length)
}
