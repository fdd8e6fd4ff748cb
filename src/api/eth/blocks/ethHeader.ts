import { RLP } from '@ethereumjs/rlp'
import { noBytes } from '../../../codec/noBytes.ts'
import { keccak256 } from '../../../crypto/keccak256.ts'
import { emptyListRoot, emptyUnclesHash } from '../../../crypto/merkleTrie.ts'
import type { EthBlock } from './EthBlock.ts'
import { type Fields, whole } from './gethBlock.ts'

/** A block's header fields in Ethereum's RLP order (ethermint v0.14.1 rpc/ethereum/types EthHeaderFromTendermint). */
export function ethHeaderFields({ header, baseFee, bloom }: EthBlock): Fields {
	return [
		whole(header.lastBlockId.hash),
		emptyUnclesHash,
		header.proposerAddress,
		whole(header.appHash),
		emptyListRoot,
		emptyListRoot,
		bloom,
		0n,
		BigInt(header.height),
		0n,
		0n,
		header.time.seconds,
		noBytes,
		new Uint8Array(32),
		new Uint8Array(8),
		...(baseFee === undefined ? [] : [baseFee]),
	]
}

/** The hash of such a header, which is not the block's own. Its bloom is zero, as in the original's announcements. */
export function ethHeaderHash(block: EthBlock): Uint8Array {
	return keccak256(RLP.encode(ethHeaderFields({ ...block, bloom: new Uint8Array(256) })))
}
