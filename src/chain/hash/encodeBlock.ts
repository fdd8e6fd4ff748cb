import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import type { BlockTime } from '../../abci/Application.ts'
import type { Block, BlockId, Commit, CommitSig, Header, PartSetHeader, Validator } from '../blockTypes.ts'

/*
 * Protobuf forms of the parts of a block as Go's generated code writes them (tendermint v0.34.15 proto/tendermint/types):
 * zero scalars are left out, embedded messages are always there, even when empty.
 */

/** `google.protobuf.Timestamp`. */
export function encodeTime(time: BlockTime): Uint8Array {
	return message((w) => {
		int64Field(w, 1, time.seconds)
		varintField(w, 2, time.nanos)
	})
}

/** `tendermint.types.PartSetHeader`. */
function encodePartSetHeader(parts: PartSetHeader): Uint8Array {
	return message((w) => {
		varintField(w, 1, parts.total)
		bytesField(w, 2, parts.hash)
	})
}

/** `tendermint.types.BlockID`. */
export function encodeBlockId(id: BlockId): Uint8Array {
	return message((w) => {
		bytesField(w, 1, id.hash)
		messageField(w, 2, encodePartSetHeader(id.parts))
	})
}

/** `tendermint.version.Consensus`. */
export function encodeVersion(version: Header['version']): Uint8Array {
	return message((w) => {
		int64Field(w, 1, version.block)
		int64Field(w, 2, version.app)
	})
}

/** `tendermint.types.Header`. */
export function encodeHeader(header: Header): Uint8Array {
	return message((w) => {
		messageField(w, 1, encodeVersion(header.version))
		if (header.chainId !== '') w.tag(2, WireType.LengthDelimited).string(header.chainId)
		int64Field(w, 3, BigInt(header.height))
		messageField(w, 4, encodeTime(header.time))
		messageField(w, 5, encodeBlockId(header.lastBlockId))
		bytesField(w, 6, header.lastCommitHash)
		bytesField(w, 7, header.dataHash)
		bytesField(w, 8, header.validatorsHash)
		bytesField(w, 9, header.nextValidatorsHash)
		bytesField(w, 10, header.consensusHash)
		bytesField(w, 11, header.appHash)
		bytesField(w, 12, header.lastResultsHash)
		bytesField(w, 13, header.evidenceHash)
		bytesField(w, 14, header.proposerAddress)
	})
}

/** `tendermint.types.CommitSig`. */
export function encodeCommitSig(sig: CommitSig): Uint8Array {
	return message((w) => {
		varintField(w, 1, sig.blockIdFlag)
		bytesField(w, 2, sig.validatorAddress)
		messageField(w, 3, encodeTime(sig.timestamp))
		bytesField(w, 4, sig.signature)
	})
}

/** `tendermint.types.Commit`. */
export function encodeCommit(commit: Commit): Uint8Array {
	return message((w) => {
		int64Field(w, 1, BigInt(commit.height))
		varintField(w, 2, commit.round)
		messageField(w, 3, encodeBlockId(commit.blockId))
		for (const sig of commit.signatures) messageField(w, 4, encodeCommitSig(sig))
	})
}

/** `tendermint.types.Block`. */
export function encodeBlock(block: Block): Uint8Array {
	return message((w) => {
		messageField(w, 1, encodeHeader(block.header))
		w.tag(2, WireType.LengthDelimited).fork()
		for (const tx of block.txs) messageField(w, 1, tx)
		w.join()
		messageField(w, 3, nothing)
		messageField(w, 4, encodeCommit(block.lastCommit))
	})
}

/** `tendermint.types.SimpleValidator`: what the validators hash is made of. */
export function encodeSimpleValidator(validator: Pick<Validator, 'pubKey' | 'power'>): Uint8Array {
	return message((w) => {
		w.tag(1, WireType.LengthDelimited).fork().tag(1, WireType.LengthDelimited).bytes(validator.pubKey).join()
		int64Field(w, 2, validator.power)
	})
}

/**
 * The bytes that a validator signs to commit a block: the length-prefixed `tendermint.types.CanonicalVote` of a
 * precommit (tendermint types/vote.go VoteSignBytes; heights and rounds are fixed 64-bit there).
 */
export function precommitSignBytes(chainId: string, height: number, blockId: BlockId, time: BlockTime): Uint8Array {
	const vote = message((w) => {
		varintField(w, 1, 2)
		w.tag(2, WireType.Bit64).sfixed64(height)
		messageField(w, 4, encodeBlockId(blockId))
		messageField(w, 5, encodeTime(time))
		if (chainId !== '') w.tag(6, WireType.LengthDelimited).string(chainId)
	})
	return new BinaryWriter().bytes(vote).finish()
}

/** Bytes that `count` transactions of these total lengths take in a block's data (tendermint ComputeProtoSizeForTxs). */
export function txFieldSize(tx: Uint8Array): number {
	let lengthBytes = 1
	for (let rest = tx.length >>> 7; rest > 0; rest >>>= 7) lengthBytes++
	return 1 + lengthBytes + tx.length
}

/** Collects the fields a function writes. */
export function message(write: (writer: BinaryWriter) => void): Uint8Array {
	const writer = new BinaryWriter()
	write(writer)
	return writer.finish()
}

/** A bytes field, left out when empty. */
export function bytesField(writer: BinaryWriter, field: number, value: Uint8Array): void {
	if (value.length > 0) writer.tag(field, WireType.LengthDelimited).bytes(value)
}

/** An embedded message (or a repeated bytes element): written even when empty. */
export function messageField(writer: BinaryWriter, field: number, value: Uint8Array): void {
	writer.tag(field, WireType.LengthDelimited).bytes(value)
}

/** A small non-negative integer field, left out when zero. */
export function varintField(writer: BinaryWriter, field: number, value: number): void {
	if (value !== 0) writer.tag(field, WireType.Varint).uint32(value)
}

/** A 64-bit integer field, left out when zero. */
export function int64Field(writer: BinaryWriter, field: number, value: bigint): void {
	if (value !== 0n) writer.tag(field, WireType.Varint).int64(value)
}

const nothing = new Uint8Array()
