import type { Block, BlockMeta } from '../../chain/blockTypes.ts'
import { commitHash, dataHash, headerHash } from '../../chain/hash/blockHashes.ts'
import { equalBytes } from '../../util/bytes.ts'

/** What of a stored block does not match its own hashes, or undefined. */
export function blockFault({ header, txs, lastCommit }: Block, { blockId, numTxs }: BlockMeta): string | undefined {
	if (txs.length !== numTxs) return `it has ${txs.length} of its ${numTxs} transactions`
	if (!equalBytes(headerHash(header), blockId.hash)) return 'its header does not match its hash'
	if (!equalBytes(dataHash(txs), header.dataHash)) return 'its transactions do not match its header'
	if (!equalBytes(commitHash(lastCommit), header.lastCommitHash)) return 'its last commit does not match its header'
	return undefined
}
