/** The 32 bytes of a word of the EVM, big-endian; of a negative number its two's complement. */
export function wordBytes(word: bigint): Uint8Array {
	return new Uint8Array(Buffer.from(BigInt.asUintN(256, word).toString(16).padStart(64, '0'), 'hex'))
}

/** The address in a word: its last 20 bytes. */
export function addressOfWord(word: bigint): Uint8Array {
	return wordBytes(word).slice(12)
}
