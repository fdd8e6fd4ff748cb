import { crc32 } from 'node:zlib'
import { sharedBytes } from '../../util/newBytes.ts'

/** Bytes a record is longer on disk. */
const sealSize = 4

/** A value as it lies on disk: behind it the CRC-32 of its key and itself, so that a record of another key shows too. */
export function sealRecord(key: Uint8Array, value: Uint8Array): Uint8Array {
	const sealed = sharedBytes(value.length + sealSize)
	sealed.set(value)
	writeSeal(sealed, value.length, sumOf(key, value))
	return sealed
}

/** The value of a sealed record; undefined when it or its key is not what was written. */
export function openRecord(key: Uint8Array, sealed: Uint8Array): Uint8Array | undefined {
	const size = sealed.length - sealSize
	if (size < 0) return undefined
	const value = sealed.subarray(0, size)
	const sum = sumOf(key, value)
	const matches =
		sealed[size] === (sum & 0xff) &&
		sealed[size + 1] === ((sum >>> 8) & 0xff) &&
		sealed[size + 2] === ((sum >>> 16) & 0xff) &&
		sealed[size + 3] === sum >>> 24
	return matches ? value : undefined
}

/** zlib treats an empty input without an address as a reset, so empty values are skipped. */
function sumOf(key: Uint8Array, value: Uint8Array): number {
	const sum = crc32(key)
	return value.length === 0 ? sum : crc32(value, sum)
}

function writeSeal(bytes: Uint8Array, at: number, sum: number): void {
	bytes[at] = sum & 0xff
	bytes[at + 1] = (sum >>> 8) & 0xff
	bytes[at + 2] = (sum >>> 16) & 0xff
	bytes[at + 3] = sum >>> 24
}
