import { WireType } from '@bufbuild/protobuf/wire'
import type { ConsensusParams, TxResult } from '../../abci/Application.ts'
import { sha256 } from '../../crypto/hash.ts'
import { merkleRoot } from '../../crypto/merkle.ts'
import type { Commit, Header, PartSetHeader, Validator } from '../blockTypes.ts'
import {
	bytesField,
	encodeBlockId,
	encodeCommitSig,
	encodeSimpleValidator,
	encodeTime,
	encodeVersion,
	int64Field,
	message,
	varintField,
} from './encodeBlock.ts'

/** The hash of an empty list: SHA-256 of nothing. */
export const emptyHash = sha256(new Uint8Array())

/** Bytes of one part of a block (tendermint types.BlockPartSizeBytes). */
const blockPartBytes = 65_536

/** Hash of a header, which is the hash of its block: the tree over its 14 encoded fields (tendermint types.Header.Hash). */
export function headerHash(header: Header): Uint8Array {
	return merkleRoot([
		encodeVersion(header.version),
		stringValue(header.chainId),
		message((w) => int64Field(w, 1, BigInt(header.height))),
		encodeTime(header.time),
		encodeBlockId(header.lastBlockId),
		bytesValue(header.lastCommitHash),
		bytesValue(header.dataHash),
		bytesValue(header.validatorsHash),
		bytesValue(header.nextValidatorsHash),
		bytesValue(header.consensusHash),
		bytesValue(header.appHash),
		bytesValue(header.lastResultsHash),
		bytesValue(header.evidenceHash),
		bytesValue(header.proposerAddress),
	])
}

/** Root over the hashes of the transactions (tendermint types.Txs.Hash). */
export function dataHash(txs: readonly Uint8Array[]): Uint8Array {
	return merkleRoot(txs.map(sha256))
}

/** Root over the signatures of a commit (tendermint types.Commit.Hash). */
export function commitHash(commit: Commit): Uint8Array {
	return merkleRoot(commit.signatures.map(encodeCommitSig))
}

/** Root over keys and powers of a validator set (tendermint types.ValidatorSet.Hash). */
export function validatorsHash(validators: readonly Validator[]): Uint8Array {
	return merkleRoot(validators.map(encodeSimpleValidator))
}

/** Hash of the two parameters that count: block size and block gas (tendermint types.HashConsensusParams). */
export function consensusHash(params: Pick<ConsensusParams, 'block'>): Uint8Array {
	return sha256(
		message((w) => {
			int64Field(w, 1, params.block.maxBytes)
			int64Field(w, 2, params.block.maxGas)
		}),
	)
}

/** Root over code, data and gas of each result; logs and events do not count (tendermint types.ABCIResults.Hash). */
export function resultsHash(results: readonly TxResult[]): Uint8Array {
	return merkleRoot(
		results.map((result) =>
			message((w) => {
				varintField(w, 1, result.code)
				bytesField(w, 2, result.data)
				int64Field(w, 5, result.gasWanted)
				int64Field(w, 6, result.gasUsed)
			}),
		),
	)
}

/** Splits the bytes of a block into parts and returns their number and root (tendermint types.NewPartSetFromData). */
export function partSetHeader(blockBytes: Uint8Array): PartSetHeader {
	const parts: Uint8Array[] = []
	for (let at = 0; at < blockBytes.length; at += blockPartBytes)
		parts.push(blockBytes.subarray(at, at + blockPartBytes))
	return { total: parts.length, hash: merkleRoot(parts) }
}

function stringValue(text: string): Uint8Array {
	return message((w) => text !== '' && w.tag(1, WireType.LengthDelimited).string(text))
}

function bytesValue(bytes: Uint8Array): Uint8Array {
	return message((w) => bytesField(w, 1, bytes))
}
