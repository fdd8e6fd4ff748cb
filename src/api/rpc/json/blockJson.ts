import { formatTime } from '../../../chain/blockTime.ts'
import type { Block, BlockId, BlockMeta, Commit, Header, Validator } from '../../../chain/blockTypes.ts'
import { toBase64, toHexUpper } from '../../../util/bytes.ts'
import type * as wire from '../../../wire/blocks.ts'
import type { PubKey, Validator as WireValidator } from '../../../wire/node.ts'

/** A block id; empty for no block. */
export function blockIdJson(id: BlockId): wire.BlockId {
	return { hash: toHexUpper(id.hash), parts: { total: id.parts.total, hash: toHexUpper(id.parts.hash) } }
}

/** A header; a protocol version of zero is left out. */
export function headerJson(header: Header): wire.Header {
	const { block, app } = header.version
	return {
		version: { block: block === 0n ? undefined : String(block), app: app === 0n ? undefined : String(app) },
		chain_id: header.chainId,
		height: String(header.height),
		time: formatTime(header.time),
		last_block_id: blockIdJson(header.lastBlockId),
		last_commit_hash: toHexUpper(header.lastCommitHash),
		data_hash: toHexUpper(header.dataHash),
		validators_hash: toHexUpper(header.validatorsHash),
		next_validators_hash: toHexUpper(header.nextValidatorsHash),
		consensus_hash: toHexUpper(header.consensusHash),
		app_hash: toHexUpper(header.appHash),
		last_results_hash: toHexUpper(header.lastResultsHash),
		evidence_hash: toHexUpper(header.evidenceHash),
		proposer_address: toHexUpper(header.proposerAddress),
	}
}

/** The precommits for a block. */
export function commitJson(commit: Commit): wire.Commit {
	return {
		height: String(commit.height),
		round: commit.round,
		block_id: blockIdJson(commit.blockId),
		signatures: commit.signatures.map((sig) => ({
			block_id_flag: sig.blockIdFlag,
			validator_address: toHexUpper(sig.validatorAddress),
			timestamp: formatTime(sig.timestamp),
			signature: toBase64(sig.signature),
		})),
	}
}

/** A whole block. */
export function blockJson(block: Block): wire.Block {
	return {
		header: headerJson(block.header),
		data: { txs: block.txs.map(toBase64) },
		evidence: { evidence: [] },
		last_commit: commitJson(block.lastCommit),
	}
}

/** A block as lists of blocks show it. */
export function blockMetaJson(meta: BlockMeta): wire.BlockMeta {
	return {
		block_id: blockIdJson(meta.blockId),
		block_size: String(meta.blockSize),
		header: headerJson(meta.header),
		num_txs: String(meta.numTxs),
	}
}

/** An ed25519 key with its type name. */
export function pubKeyJson(pubKey: Uint8Array): PubKey {
	return { type: 'tendermint/PubKeyEd25519', value: toBase64(pubKey) }
}

/** A member of the validator set. */
export function validatorJson(validator: Validator): WireValidator {
	return {
		address: toHexUpper(validator.address),
		pub_key: pubKeyJson(validator.pubKey),
		voting_power: String(validator.power),
		proposer_priority: String(validator.proposerPriority),
	}
}
