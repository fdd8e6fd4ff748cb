import { createHash } from 'node:crypto'
import { create, type DescMessage, type MessageInitShape, toBinary } from '@bufbuild/protobuf'
import { BytesValueSchema, Int64ValueSchema, StringValueSchema, TimestampSchema } from '@bufbuild/protobuf/wkt'
import type { tendermint37 } from '@cosmjs/tendermint-rpc'
import { BlockIDSchema } from '../../../src/gen/tendermint/types/types_pb.js'
import { ConsensusSchema } from '../../../src/gen/tendermint/version/types_pb.js'

/**
 * The hash of a header that a client read, computed from the specification and not by the node's code (tendermint
 * types/block.go Header.Hash, crypto/merkle at v0.34).
 */
export function headerHash(header: tendermint37.Header): Uint8Array {
	const { version, time, lastBlockId } = header
	const bytes = (value: Uint8Array) => encode(BytesValueSchema, { value })
	const ms = time.getTime()
	return treeHash([
		encode(ConsensusSchema, { block: BigInt(version.block), app: BigInt(version.app) }),
		encode(StringValueSchema, { value: header.chainId }),
		encode(Int64ValueSchema, { value: BigInt(header.height) }),
		encode(TimestampSchema, timestamp(ms, time.nanoseconds ?? 0)),
		encode(BlockIDSchema, {
			hash: lastBlockId?.hash ?? new Uint8Array(),
			partSetHeader: lastBlockId?.parts ?? {},
		}),
		bytes(header.lastCommitHash),
		bytes(header.dataHash),
		bytes(header.validatorsHash),
		bytes(header.nextValidatorsHash),
		bytes(header.consensusHash),
		bytes(header.appHash),
		bytes(header.lastResultsHash),
		bytes(header.evidenceHash),
		bytes(header.proposerAddress),
	])
}

/** A client's time, milliseconds and the nanoseconds below them, as the chain writes it. */
export function timestamp(ms: number, nanoseconds: number): { seconds: bigint; nanos: number } {
	return { seconds: BigInt(Math.floor(ms / 1000)), nanos: (ms % 1000) * 1_000_000 + nanoseconds }
}

function encode<Desc extends DescMessage>(schema: Desc, value: MessageInitShape<Desc>): Uint8Array {
	return toBinary(schema, create(schema, value))
}

function treeHash(leaves: readonly Uint8Array[]): Uint8Array {
	const [only] = leaves
	if (leaves.length === 1 && only) return sha256(0, only)
	let half = 1
	while (half * 2 < leaves.length) half *= 2
	return sha256(1, treeHash(leaves.slice(0, half)), treeHash(leaves.slice(half)))
}

function sha256(prefix: number, ...parts: readonly Uint8Array[]): Uint8Array {
	const hash = createHash('sha256').update(Uint8Array.of(prefix))
	for (const part of parts) hash.update(part)
	return hash.digest()
}
