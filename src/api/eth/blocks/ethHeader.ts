import { RLP } from '@ethereumjs/rlp'
import { keccak256 } from '../../../crypto/keccak256.ts'
import { fromHex } from '../../../util/bytes.ts'
import type { EthBlock } from './EthBlock.ts'

type Fields = Parameters<typeof RLP.encode>[0]

/** Root of an empty list, and hash of an empty list of uncles (go-ethereum v1.10.16 core/types). */
const emptyRoot = fromHex('56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421')!
const emptyUncles = fromHex('1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347')!

/** Options of a header. */
export interface HeaderOptions {
	/** Without it, the bloom is zero, as in the original's announcements. */
	readonly withBloom: boolean
}

/** A block's header fields in Ethereum's RLP order (ethermint v0.14.1 rpc/ethereum/types EthHeaderFromTendermint). */
export function ethHeaderFields({ header, bloom, baseFee }: EthBlock, { withBloom }: HeaderOptions): Fields {
	return [
		whole(header.lastBlockId.hash),
		emptyUncles,
		header.proposerAddress,
		whole(header.appHash),
		emptyRoot,
		emptyRoot,
		withBloom ? bloom : new Uint8Array(256),
		0n,
		BigInt(header.height),
		0n,
		0n,
		header.time.seconds,
		new Uint8Array(0),
		new Uint8Array(32),
		new Uint8Array(8),
		...(baseFee === undefined ? [] : [baseFee]),
	]
}

/** The hash of such a header, which is not the block's own. */
export function ethHeaderHash(block: EthBlock): Uint8Array {
	return keccak256(RLP.encode(ethHeaderFields(block, { withBloom: false })))
}

function whole(hash: Uint8Array): Uint8Array {
	return hash.length === 0 ? new Uint8Array(32) : hash
}
