import { create } from '@bufbuild/protobuf'
import { TimestampSchema } from '@bufbuild/protobuf/wkt'
import type { BlockHeader } from '../../abci/Application.ts'
import type { Context } from '../../app/Context.ts'
import { noBytes } from '../../codec/noBytes.ts'
import { Cursor } from '../../codec/proto/Cursor.ts'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { encodeMessage, varintBytes } from '../../codec/proto/encodeMessage.ts'
import { merkleRoot } from '../../crypto/merkle.ts'
import { BlockIDSchema, type Header, HeaderSchema } from '../../gen/tendermint/types/types_pb.js'
import { ConsensusSchema } from '../../gen/tendermint/version/types_pb.js'
import { concatBytes, equalBytes, utf8 } from '../../util/bytes.ts'
import { getOrInsert } from '../../util/getOrInsert.ts'
import { NewestMap } from '../../util/NewestMap.ts'

/** A HistoricalInfo of the staking module with this header and no validators. */
function encodeHistoricalInfo(header: BlockHeader): Uint8Array {
	const bytes = encodeMessage(HeaderSchema, headerMessage(header))
	return concatBytes(Uint8Array.of(0x0a), varintBytes(BigInt(bytes.length)), bytes)
}

/**
 * Hash of the header in a HistoricalInfo; undefined for one that has none, for want of a validators hash or of a whole
 * proposer (tendermint v0.34.15 types/block.go Header.Hash, ValidateBasic).
 */
function hashOfHistoricalInfo(bytes: Uint8Array): Uint8Array | undefined {
	const cursor = new Cursor(bytes)
	cursor.varint()
	const end = cursor.lengthEnd()
	return hashOfHeader(decodeMessage(HeaderSchema, bytes.subarray(cursor.pos, end)))
}

function headerMessage(header: BlockHeader): Header {
	const { version, lastBlockId } = header
	return create(HeaderSchema, {
		version: { block: version?.block ?? 0n, app: version?.app ?? 0n },
		chainId: header.chainId,
		height: BigInt(header.height),
		time: { seconds: header.time.seconds, nanos: header.time.nanos },
		lastBlockId: {
			hash: lastBlockId?.hash ?? noBytes,
			partSetHeader: { total: lastBlockId?.parts.total ?? 0, hash: lastBlockId?.parts.hash ?? noBytes },
		},
		lastCommitHash: header.lastCommitHash ?? noBytes,
		dataHash: header.dataHash ?? noBytes,
		validatorsHash: header.validatorsHash ?? noBytes,
		nextValidatorsHash: header.nextValidatorsHash ?? noBytes,
		consensusHash: header.consensusHash ?? noBytes,
		appHash: header.appHash ?? noBytes,
		lastResultsHash: header.lastResultsHash ?? noBytes,
		evidenceHash: header.evidenceHash ?? noBytes,
		proposerAddress: header.proposerAddress,
	})
}

function hashOfHeader(header: Header): Uint8Array | undefined {
	if (header.validatorsHash.length === 0 || header.proposerAddress.length !== 20) return undefined
	return merkleRoot([
		encodeMessage(ConsensusSchema, header.version ?? create(ConsensusSchema)),
		wrapped(utf8(header.chainId)),
		header.height === 0n ? noBytes : concatBytes(Uint8Array.of(0x08), varintBytes(header.height)),
		encodeMessage(TimestampSchema, header.time ?? create(TimestampSchema)),
		encodeMessage(BlockIDSchema, header.lastBlockId ?? create(BlockIDSchema)),
		wrapped(header.lastCommitHash),
		wrapped(header.dataHash),
		wrapped(header.validatorsHash),
		wrapped(header.nextValidatorsHash),
		wrapped(header.consensusHash),
		wrapped(header.appHash),
		wrapped(header.lastResultsHash),
		wrapped(header.evidenceHash),
		wrapped(header.proposerAddress),
	])
}

/** Bytes or text as the only field of a message; nothing for none. */
function wrapped(bytes: Uint8Array): Uint8Array {
	return bytes.length === 0 ? noBytes : concatBytes(Uint8Array.of(0x0a), varintBytes(BigInt(bytes.length)), bytes)
}

/** Name of the store, that of the framework's staking module. */
export const historyStoreKey = 'staking'

/** Headers that are kept: this block's and the 256 that BLOCKHASH can ask for. */
const entries = 257

/** Keeps the headers of the last blocks in the records of the framework's staking module, which this chain lacks. */
export class HistoryKeeper {
	/** Hashes of records by height: BLOCKHASH costs 20 gas, and a hash takes longer than the read that counts. */
	readonly #hashes = new NewestMap<number, { readonly bytes: Uint8Array; readonly hash: Uint8Array | undefined }>(
		entries,
	)
	/** Keys of records by height, for the same reason. */
	readonly #keys = new NewestMap<number, Uint8Array>(entries)

	/** Keeps the header of the block that begins and drops the one that has become too old. */
	beginBlock(ctx: Context): void {
		const store = ctx.kvStore(historyStoreKey)
		const old = headerKey(ctx.header.height - entries)
		if (store.has(old)) store.delete(old)
		store.set(headerKey(ctx.header.height), encodeHistoricalInfo(ctx.header))
	}

	/** Hash of the header of a height: one read. Undefined when it is not kept or has no hash. */
	hashAt(ctx: Context, height: number): Uint8Array | undefined {
		const bytes = ctx.kvStore(historyStoreKey).get(getOrInsert(this.#keys, height, headerKey))
		if (bytes === undefined) return undefined
		const known = this.#hashes.get(height)
		if (known !== undefined && equalBytes(known.bytes, bytes)) return known.hash
		const hash = hashOfHistoricalInfo(bytes)
		this.#hashes.set(height, { bytes, hash })
		return hash
	}
}

function headerKey(height: number): Uint8Array {
	return concatBytes(Uint8Array.of(0x50), utf8(String(height)))
}
