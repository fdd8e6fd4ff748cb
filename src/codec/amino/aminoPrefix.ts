import { sha256 } from '@noble/hashes/sha2.js'
import { utf8 } from '../../util/bytes.ts'

const known = new Map<string, Uint8Array>()

/** The four prefix bytes of a registered type (go-amino v0.15.1 codec.go nameToDisfix). */
export function aminoPrefix(name: string): Uint8Array {
	let prefix = known.get(name)
	if (prefix === undefined) {
		const hash = sha256(utf8(name))
		const disambiguation = skipZeros(hash, 0)
		const start = skipZeros(hash, disambiguation + 3)
		prefix = hash.slice(start, start + 4)
		known.set(name, prefix)
	}
	return prefix
}

function skipZeros(bytes: Uint8Array, from: number): number {
	let at = from
	while (bytes[at] === 0) at++
	return at
}
