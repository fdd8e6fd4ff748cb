import { sha256 } from '../../crypto/hash.ts'
import { utf8 } from '../../util/bytes.ts'

/**
 * EIP-155 number of a chain. Names such as `name_9000-1` contain it (ethermint types/chain_id.go). Any other name gives
 * the first 31 bits of its SHA-256, so that every node of the chain has the same number.
 */
export function evmChainId(chainId: string): bigint {
	const named = /^[a-z]+_([1-9][0-9]*)-[1-9][0-9]*$/.exec(chainId)?.[1]
	if (named !== undefined) return BigInt(named)
	const [a = 0, b = 0, c = 0, d = 0] = sha256(utf8(chainId))
	return BigInt(((a & 0x7f) << 24) | (b << 16) | (c << 8) | d || 1)
}
