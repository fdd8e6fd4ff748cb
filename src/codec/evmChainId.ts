const pattern = /^[a-z]+_([1-9][0-9]*)-[1-9][0-9]*$/

/**
 * The number of a chain by EIP-155 that its chain id carries: 2222 of `chain_2222-10`; undefined for another form or more
 * than 48 characters (ethermint v0.14.1 types/chain_id.go).
 */
export function evmChainIdOf(chainId: string): bigint | undefined {
	if (chainId.length > 48) return undefined
	const digits = pattern.exec(chainId)?.[1]
	return digits === undefined ? undefined : BigInt(digits)
}
