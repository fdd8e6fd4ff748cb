import { create, toBinary } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { emptyTxResult } from '../../../src/abci/Application.ts'
import type { BlockId, Commit } from '../../../src/chain/blockTypes.ts'
import { resultsHash } from '../../../src/chain/hash/blockHashes.ts'
import { encodeCommit, txFieldSize } from '../../../src/chain/hash/encodeBlock.ts'
import { merkleRoot } from '../../../src/crypto/merkle.ts'
import { decodeCommit } from '../../../src/engine/store/blockMeta.ts'
import { ResponseDeliverTxSchema } from '../../../src/gen/tendermint/abci/types_pb.js'
import { CommitSchema, DataSchema } from '../../../src/gen/tendermint/types/types_pb.js'
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

describe('what the hashes of a block are made of', () => {
	it('a commit is the protobuf message of its schema, a later round included, and is read as it was written', () => {
		const byLibrary = create(CommitSchema, {
			height: 70_000n,
			round: 2,
			blockId: { hash: blockId.hash, partSetHeader: blockId.parts },
			signatures: commit.signatures.map((signature) => ({ ...signature })),
		})
		expect(toHex(encodeCommit(commit))).toBe(toHex(toBinary(CommitSchema, byLibrary)))
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
