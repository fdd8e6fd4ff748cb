import { concatBytes } from '../../util/bytes.ts'
import { type Crc32c, maskedCrc } from './crc32c.ts'

/** Content of a LevelDB log. */
export interface LogContent {
	/** The whole records, in order. */
	readonly records: readonly Uint8Array[]
	/** Position and reason of an early end. */
	readonly fault: LogFault | undefined
}

/** Something in a log that is no record. */
export interface LogFault {
	readonly offset: number
	readonly why: string
	/** Whether it reaches the end of the file, as what a crash leaves of the last write does. */
	readonly atEnd: boolean
}

const blockSize = 32_768
const headerSize = 7
const kinds = { full: 1, first: 2, middle: 3, last: 4 } as const

/**
 * Reads a log up to its first fault (doc/log_format.md of leveldb 1.20). LevelDB itself silently skips faulty records.
 */
export function readLog(file: Uint8Array, crc: Crc32c): LogContent {
	const records: Uint8Array[] = []
	const view = new DataView(file.buffer, file.byteOffset, file.length)
	let parts: Uint8Array[] = []
	let begin = 0
	let at = 0
	const stop = (offset: number, why: string, end: number): LogContent => ({
		records,
		fault: { offset, why, atEnd: end >= file.length || isZero(file.subarray(offset)) },
	})
	while (at < file.length) {
		const left = blockSize - (at % blockSize)
		if (left < headerSize) {
			at += left
			continue
		}
		if (at + headerSize > file.length) return stop(at, 'a record is cut off', file.length)
		const length = view.getUint16(at + 4, true)
		const kind = file[at + 6]
		const end = at + headerSize + length
		if (end > file.length) return stop(at, 'a record is cut off', file.length)
		if (headerSize + length > left) return stop(at, 'a record is longer than its block', end)
		const data = file.subarray(at + headerSize, end)
		if (view.getUint32(at, true) !== maskedCrc(crc(file.subarray(at + 6, end)))) {
			return stop(at, 'a record does not match its checksum', end)
		}
		const opens = kind === kinds.full || kind === kinds.first
		if (opens !== (parts.length === 0)) return stop(at, 'a record is out of order', end)
		if (opens) begin = at
		parts.push(data)
		if (kind === kinds.full || kind === kinds.last) {
			records.push(parts.length === 1 ? data : concatBytes(...parts))
			parts = []
		}
		at = end
	}
	return parts.length === 0 ? { records, fault: undefined } : stop(begin, 'a record is cut off', file.length)
}

function isZero(bytes: Uint8Array): boolean {
	return bytes.every((byte) => byte === 0)
}
