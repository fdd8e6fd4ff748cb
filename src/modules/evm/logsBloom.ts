import { keccak256 } from '../../crypto/keccak256.ts'
import type { EvmLog } from './vm/EvmCall.ts'

/** Bytes of a bloom filter of logs. */
export const bloomBytes = 256

/** The bloom filter of logs by their addresses and topics (go-ethereum v1.10.16 core/types LogsBloom). */
export function logsBloom(logs: readonly EvmLog[]): Uint8Array {
	const bloom = new Uint8Array(bloomBytes)
	for (const { address, topics } of logs) {
		addToBloom(bloom, address)
		for (const topic of topics) addToBloom(bloom, topic)
	}
	return bloom
}

function addToBloom(bloom: Uint8Array, value: Uint8Array): void {
	const digest = keccak256(value)
	for (const at of [0, 2, 4]) {
		const bit = ((digest[at]! << 8) | digest[at + 1]!) & 0x7ff
		const index = bloomBytes - 1 - (bit >> 3)
		bloom[index]! |= 1 << (bit & 7)
	}
}

/** A bloom with leading zeros, to its whole length. */
export function wholeBloom(bytes: Uint8Array): Uint8Array {
	const bloom = new Uint8Array(bloomBytes)
	bloom.set(bytes, bloomBytes - bytes.length)
	return bloom
}

/** A bloom without leading zeros, the stored form. */
export function shortBloom(bloom: Uint8Array): Uint8Array {
	const from = bloom.findIndex((byte) => byte !== 0)
	return from < 0 ? new Uint8Array(0) : bloom.slice(from)
}
