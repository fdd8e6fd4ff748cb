import { create, toBinary } from '@bufbuild/protobuf'
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { BytesValueSchema, Int64ValueSchema, StringValueSchema, TimestampSchema } from '@bufbuild/protobuf/wkt'
import { describe, expect, it } from 'vitest'
import { emptyTxResult } from '../../../src/abci/Application.ts'
import type { BlockId, Commit, Header } from '../../../src/chain/blockTypes.ts'
import {
	commitHash,
	consensusHash,
	dataHash,
	emptyHash,
	headerHash,
	partSetHeader,
	resultsHash,
	validatorsHash,
} from '../../../src/chain/hash/blockHashes.ts'
import { encodeBlock, encodeCommit, precommitSignBytes, txFieldSize } from '../../../src/chain/hash/encodeBlock.ts'
import { sha256 } from '../../../src/crypto/hash.ts'
import { merkleRoot } from '../../../src/crypto/merkle.ts'
import { decodeCommit } from '../../../src/engine/store/blockMeta.ts'
import { ResponseDeliverTxSchema } from '../../../src/gen/tendermint/abci/types_pb.js'
import { PublicKeySchema } from '../../../src/gen/tendermint/crypto/keys_pb.js'
import { BlockSchema } from '../../../src/gen/tendermint/types/block_pb.js'
import { HashedParamsSchema } from '../../../src/gen/tendermint/types/params_pb.js'
import {
	BlockIDSchema,
	CommitSchema,
	CommitSigSchema,
	DataSchema,
	HeaderSchema,
} from '../../../src/gen/tendermint/types/types_pb.js'
import { SimpleValidatorSchema } from '../../../src/gen/tendermint/types/validator_pb.js'
import { ConsensusSchema } from '../../../src/gen/tendermint/version/types_pb.js'
import { toHex } from '../../../src/util/bytes.ts'

const bytes = (value: number, length: number) => new Uint8Array(length).fill(value)
const blockId: BlockId = { hash: bytes(1, 32), parts: { total: 3, hash: bytes(2, 32) } }
const commit: Commit = {
	height: 70_000,
	round: 2,
	blockId,
	signatures: [
		{
			blockIdFlag: 2,
			validatorAddress: bytes(3, 20),
			timestamp: { seconds: 1_700_000_000n, nanos: 5 },
			signature: bytes(4, 64),
		},
		{ blockIdFlag: 1, validatorAddress: bytes(0, 0), timestamp: { seconds: 0n, nanos: 0 }, signature: bytes(0, 0) },
	],
}

/** A header whose every field is there, and one of a chain that has none yet. */
const full: Header = {
	version: { block: 11n, app: 3n },
	chainId: 'chain-1',
	height: 70_001,
	time: { seconds: 1_700_000_001n, nanos: 7 },
	lastBlockId: blockId,
	lastCommitHash: bytes(11, 32),
	dataHash: bytes(12, 32),
	validatorsHash: bytes(13, 32),
	nextValidatorsHash: bytes(14, 32),
	consensusHash: bytes(15, 32),
	appHash: bytes(16, 32),
	lastResultsHash: bytes(17, 32),
	evidenceHash: bytes(18, 32),
	proposerAddress: bytes(19, 20),
}
const none = bytes(0, 0)
const empty: Header = {
	version: { block: 0n, app: 0n },
	chainId: '',
	height: 0,
	time: { seconds: 0n, nanos: 0 },
	lastBlockId: { hash: none, parts: { total: 0, hash: none } },
	...{ lastCommitHash: none, dataHash: none, validatorsHash: none, nextValidatorsHash: none, consensusHash: none },
	...{ appHash: none, lastResultsHash: none, evidenceHash: none, proposerAddress: none },
}
const idMessage = ({ hash, parts }: BlockId) => create(BlockIDSchema, { hash, partSetHeader: parts })
const headerMessage = ({ height, lastBlockId, ...header }: Header) =>
	create(HeaderSchema, { ...header, height: BigInt(height), lastBlockId: idMessage(lastBlockId) })
const commitMessage = ({ height, round, blockId: id, signatures }: Commit) =>
	create(CommitSchema, {
		height: BigInt(height),
		round,
		blockId: idMessage(id),
		signatures: signatures.map((signature) => ({ ...signature })),
	})

describe('what the hashes of a block are made of', () => {
	it.each([
		['whole', full],
		['empty', empty],
	])('a %s header, its block and its hash are of the protobuf messages of their schemas', (_name, header) => {
		const txs = header === full ? [bytes(1, 3), bytes(2, 200), none] : []
		const block = create(BlockSchema, {
			header: headerMessage(header),
			data: { txs },
			evidence: {},
			lastCommit: commitMessage(commit),
		})
		expect(toHex(encodeBlock({ header, txs, lastCommit: commit }))).toBe(toHex(toBinary(BlockSchema, block)))
		const hashes = [header.lastCommitHash, header.dataHash, header.validatorsHash, header.nextValidatorsHash]
		hashes.push(header.consensusHash, header.appHash, header.lastResultsHash, header.evidenceHash)
		const fields = [
			toBinary(ConsensusSchema, create(ConsensusSchema, header.version)),
			toBinary(StringValueSchema, create(StringValueSchema, { value: header.chainId })),
			toBinary(Int64ValueSchema, create(Int64ValueSchema, { value: BigInt(header.height) })),
			toBinary(TimestampSchema, create(TimestampSchema, header.time)),
			toBinary(BlockIDSchema, idMessage(header.lastBlockId)),
			...[...hashes, header.proposerAddress].map((value) =>
				toBinary(BytesValueSchema, create(BytesValueSchema, { value })),
			),
		]
		expect(fields.length).toBe(14)
		expect(toHex(headerHash(header))).toBe(toHex(merkleRoot(fields)))
	})

	it('the hashes of transactions, of a commit, of validators and of parameters are of the messages of their schemas', () => {
		const txs = [bytes(1, 3), none]
		expect(toHex(dataHash(txs))).toBe(toHex(merkleRoot(txs.map(sha256))))
		expect([dataHash([]), emptyHash].map(toHex)).toEqual([toHex(sha256(none)), toHex(sha256(none))])
		const signatures = commitMessage(commit).signatures.map((signature) => toBinary(CommitSigSchema, signature))
		expect(toHex(commitHash(commit))).toBe(toHex(merkleRoot(signatures)))
		const validators = [5n, 0n].map((power) => ({ address: none, pubKey: bytes(6, 32), power, proposerPriority: 9n }))
		const simple = validators.map(({ pubKey, power }) => {
			const key = create(PublicKeySchema, { sum: { case: 'ed25519', value: pubKey } })
			return toBinary(SimpleValidatorSchema, create(SimpleValidatorSchema, { pubKey: key, votingPower: power }))
		})
		expect(toHex(validatorsHash(validators))).toBe(toHex(merkleRoot(simple)))
		for (const block of [
			{ maxBytes: 5n, maxGas: -1n },
			{ maxBytes: 0n, maxGas: 7n },
			{ maxBytes: 9n, maxGas: 0n },
		]) {
			const hashed = create(HashedParamsSchema, { blockMaxBytes: block.maxBytes, blockMaxGas: block.maxGas })
			expect(toHex(consensusHash({ block }))).toBe(toHex(sha256(toBinary(HashedParamsSchema, hashed))))
		}
	})

	it.each([0, 1, 65_535, 65_536, 65_537, 131_072])('a block of %i bytes has parts of 64 KiB', (length) => {
		const block = bytes(3, length)
		const parts = Array.from({ length: Math.ceil(length / 65_536) }, (_, index) =>
			block.slice(index * 65_536, (index + 1) * 65_536),
		)
		const { total, hash } = partSetHeader(block)
		expect([total, toHex(hash)]).toEqual([parts.length, toHex(merkleRoot(parts))])
	})

	// tendermint v0.34.15 proto/tendermint/types/canonical.proto: a precommit is of type 2, round 0 is left out.
	it('a precommit is signed with its height, block, time and chain, behind their length', () => {
		const vote = new BinaryWriter().tag(1, WireType.Varint).int32(2).tag(2, WireType.Bit64).sfixed64('70001')
		vote.tag(4, WireType.LengthDelimited).bytes(toBinary(BlockIDSchema, idMessage(blockId)))
		vote.tag(5, WireType.LengthDelimited).bytes(toBinary(TimestampSchema, create(TimestampSchema, full.time)))
		const withoutChain = vote.finish()
		const withChain = new BinaryWriter().raw(withoutChain).tag(6, WireType.LengthDelimited).string('chain-1').finish()
		for (const [chain, message] of [
			['', withoutChain],
			['chain-1', withChain],
		] as const) {
			expect(toHex(precommitSignBytes(chain, 70_001, blockId, full.time))).toBe(
				toHex(new BinaryWriter().bytes(message).finish()),
			)
		}
	})

	it('a commit is the protobuf message of its schema, a later round included, and is read as it was written', () => {
		expect(toHex(encodeCommit(commit))).toBe(toHex(toBinary(CommitSchema, commitMessage(commit))))
		expect(decodeCommit(encodeCommit(commit))).toEqual(commit)
	})

	// tendermint types.ABCIResults: the result of DeliverTx with these four fields alone.
	it('the hash of results has their code, data and gas, and neither their log nor their events', () => {
		const results = [
			{ code: 5, data: bytes(7, 3), gasWanted: 200_000n, gasUsed: 70_001n },
			{ code: 0, data: bytes(0, 0), gasWanted: 0n, gasUsed: 1n },
			{ code: 0, data: bytes(8, 1), gasWanted: 1n, gasUsed: 0n },
		]
		const leaves = results.map((result) => toBinary(ResponseDeliverTxSchema, create(ResponseDeliverTxSchema, result)))
		const event = { type: 'a', attributes: [{ key: 'b', value: 'c', index: true }] }
		const told = { log: 'log', info: 'info', codespace: 'sdk', events: [event] }
		expect(toHex(resultsHash(results.map((result) => ({ ...emptyTxResult, ...told, ...result }))))).toBe(
			toHex(merkleRoot(leaves)),
		)
	})

	it.each([0, 1, 127, 128, 16_383, 16_384])(
		'a transaction of %i bytes takes as much of a block as it is written',
		(length) => {
			const tx = bytes(9, length)
			expect(txFieldSize(tx)).toBe(toBinary(DataSchema, create(DataSchema, { txs: [tx] })).length)
		},
	)
})
