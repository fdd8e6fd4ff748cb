/** A quantity of the Ethereum JSON-RPC: no leading zeros, `0x0` for nothing. */
export function quantity(value: bigint | number): string {
	return `0x${value.toString(16)}`
}

/** A 32-byte word of zeros. */
export const zeroWord = `0x${'0'.repeat(64)}`
