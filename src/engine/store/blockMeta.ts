import { fromBinary } from '@bufbuild/protobuf'
import type { Timestamp } from '@bufbuild/protobuf/wkt'
import type { BlockTime } from '../../abci/Application.ts'
import type { BlockId, BlockMeta, Commit, Header } from '../../chain/blockTypes.ts'
import { encodeBlockId, encodeHeader, int64Field, message, messageField } from '../../chain/hash/encodeBlock.ts'
import { UserError } from '../../errors/UserError.ts'
import {
	type BlockID,
	BlockMetaSchema,
	CommitSchema,
	type Header as PbHeader,
} from '../../gen/tendermint/types/types_pb.js'

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

function header(pb: PbHeader | undefined): Header {
	return {
		version: { block: pb?.version?.block ?? 0n, app: pb?.version?.app ?? 0n },
		chainId: pb?.chainId ?? '',
		height: Number(pb?.height ?? 0n),
		time: time(pb?.time),
		lastBlockId: blockId(pb?.lastBlockId),
		lastCommitHash: pb?.lastCommitHash ?? nothing,
		dataHash: pb?.dataHash ?? nothing,
		validatorsHash: pb?.validatorsHash ?? nothing,
		nextValidatorsHash: pb?.nextValidatorsHash ?? nothing,
		consensusHash: pb?.consensusHash ?? nothing,
		appHash: pb?.appHash ?? nothing,
		lastResultsHash: pb?.lastResultsHash ?? nothing,
		evidenceHash: pb?.evidenceHash ?? nothing,
		proposerAddress: pb?.proposerAddress ?? nothing,
	}
}

function blockId(pb: BlockID | undefined): BlockId {
	const parts = pb?.partSetHeader
	return { hash: pb?.hash ?? nothing, parts: { total: parts?.total ?? 0, hash: parts?.hash ?? nothing } }
}

function time(pb: Timestamp | undefined): BlockTime {
	return { seconds: pb?.seconds ?? 0n, nanos: pb?.nanos ?? 0 }
}

const nothing = new Uint8Array(0)

/** The refusal to serve a block that is not what was made. */
export function damagedBlock(height: number, why: string): UserError {
	return new UserError(`Block ${height} is damaged.`, {
		why: `In the database ${why}.`,
		next: 'Stop the node and run `chain-tui verify`: it tells what is wrong and what can be saved.',
	})
}
