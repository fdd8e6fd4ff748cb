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
