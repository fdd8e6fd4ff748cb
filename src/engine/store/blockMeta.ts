import { create, fromBinary } from '@bufbuild/protobuf'
import { TimestampSchema } from '@bufbuild/protobuf/wkt'
import type { BlockTime } from '../../abci/Application.ts'
import type { BlockId, BlockMeta, Commit, Header } from '../../chain/blockTypes.ts'
import { encodeBlockId, encodeHeader, int64Field, message, messageField } from '../../chain/hash/encodeBlock.ts'
import { UserError } from '../../errors/UserError.ts'
import {
	BlockIDSchema,
	BlockMetaSchema,
	CommitSchema,
	HeaderSchema,
	PartSetHeaderSchema,
} from '../../gen/tendermint/types/types_pb.js'
import { ConsensusSchema } from '../../gen/tendermint/version/types_pb.js'

/** `tendermint.types.BlockMeta`. */
export function encodeBlockMeta(meta: BlockMeta): Uint8Array {
	return message((w) => {
		messageField(w, 1, encodeBlockId(meta.blockId))
		int64Field(w, 2, BigInt(meta.blockSize))
		messageField(w, 3, encodeHeader(meta.header))
		int64Field(w, 4, BigInt(meta.numTxs))
	})
}

/** Reads what `encodeBlockMeta` wrote. */
export function decodeBlockMeta(bytes: Uint8Array): BlockMeta {
	const meta = fromBinary(BlockMetaSchema, bytes)
	return {
		blockId: blockId(meta.blockId),
		blockSize: Number(meta.blockSize),
		header: header(meta.header),
		numTxs: Number(meta.numTxs),
	}
}

/** Reads what `encodeCommit` wrote. */
export function decodeCommit(bytes: Uint8Array): Commit {
	const commit = fromBinary(CommitSchema, bytes)
	return {
		height: Number(commit.height),
		round: commit.round,
		blockId: blockId(commit.blockId),
		signatures: commit.signatures.map((sig) => ({
			blockIdFlag: sig.blockIdFlag,
			validatorAddress: sig.validatorAddress,
			timestamp: time(sig.timestamp),
			signature: sig.signature,
		})),
	}
}

// Parts that a damaged record lacks are those of an empty one, which no hash matches.
function header(pb = create(HeaderSchema)): Header {
	const { block, app } = pb.version ?? create(ConsensusSchema)
	return {
		version: { block, app },
		chainId: pb.chainId,
		height: Number(pb.height),
		time: time(pb.time),
		lastBlockId: blockId(pb.lastBlockId),
		lastCommitHash: pb.lastCommitHash,
		dataHash: pb.dataHash,
		validatorsHash: pb.validatorsHash,
		nextValidatorsHash: pb.nextValidatorsHash,
		consensusHash: pb.consensusHash,
		appHash: pb.appHash,
		lastResultsHash: pb.lastResultsHash,
		evidenceHash: pb.evidenceHash,
		proposerAddress: pb.proposerAddress,
	}
}

function blockId(pb = create(BlockIDSchema)): BlockId {
	const { total, hash } = pb.partSetHeader ?? create(PartSetHeaderSchema)
	return { hash: pb.hash, parts: { total, hash } }
}

function time(pb = create(TimestampSchema)): BlockTime {
	return { seconds: pb.seconds, nanos: pb.nanos }
}

/** The refusal to serve a block that is not what was made. */
export function damagedBlock(height: number, why: string): UserError {
	return new UserError(`Block ${height} is damaged.`, {
		why: `In the database ${why}.`,
		next: 'Stop the node and run `chain-tui verify`: it tells what is wrong and what can be saved.',
	})
}
