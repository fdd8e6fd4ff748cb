import type { Block, BlockMeta } from '../../chain/blockTypes.ts'
import { commitHash, dataHash, headerHash } from '../../chain/hash/blockHashes.ts'
import { equalBytes } from '../../util/bytes.ts'

/** The part of a stored block that does not match its own hashes; undefined if all match. */
export function blockFault({ header, txs, lastCommit }: Block, { blockId, numTxs }: BlockMeta): string | undefined {
	if (txs.length !== numTxs) return `it has ${txs.length} of its ${numTxs} transactions`
	if (!equalBytes(headerHash(header), blockId.hash)) return 'its header does not match its hash'
	if (!equalBytes(dataHash(txs), header.dataHash)) return 'its transactions do not match its header'
	if (!equalBytes(commitHash(lastCommit), header.lastCommitHash)) return 'its last commit does not match its header'
	return undefined
}
