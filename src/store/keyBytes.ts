import { latin1Text } from '../util/bytes.ts'

/** The bytes as a text of a character each: cheap as a map's key, and ordered by JavaScript as the bytes are. */
export function byteString(bytes: Uint8Array): string {
	return latin1Text(bytes, 0, bytes.length)
}

/** The bytes of a byte string. */
export function bytesOf(text: string): Uint8Array {
	return new Uint8Array(Buffer.from(text, 'latin1'))
}

/**
 * Byte order of two keys: negative, zero or positive. A plain loop, because keys mostly differ in their first bytes and
 * a call into the runtime costs more than that.
 */
export function compareKeys(a: Uint8Array, b: Uint8Array): number {
	const shorter = Math.min(a.length, b.length)
	for (let i = 0; i < shorter; i++) {
		const difference = (a[i] as number) - (b[i] as number)
		if (difference !== 0) return difference
	}
	return a.length - b.length
}

/** The first key after all keys with a prefix; undefined if there is none (framework: store/types PrefixEndBytes). */
export function prefixEnd(prefix: Uint8Array): Uint8Array | undefined {
	for (let length = prefix.length; length > 0; length--) {
		const last = prefix[length - 1] as number
		if (last === 0xff) continue
		const end = prefix.slice(0, length)
		end[length - 1] = last + 1
		return end
	}
	return undefined
}

/** A database key of a letter and a whole number in seven bytes, high byte first, so that keys sort by number. */
export function numberKey(letter: string, number: number): Uint8Array {
	const key = new Uint8Array(8)
	key[0] = letter.charCodeAt(0)
	let rest = number
	for (let i = 7; i > 0; i--) {
		key[i] = rest % 0x100
		rest = Math.floor(rest / 0x100)
	}
	return key
}
