import { create } from '@bufbuild/protobuf'
import type {
	BlockHeader,
	ConsensusParams,
	ConsensusParamUpdates,
	TxResult,
	ValidatorUpdate,
} from '../abci/Application.ts'
import { eventMessages } from '../abci/eventMessages.ts'
import type { ChunkAnswer, OfferAnswer, Snapshot } from '../abci/Snapshots.ts'
import { ChainError } from '../errors/ChainError.ts'
import {
	ResponseApplySnapshotChunk_Result as ChunkResult,
	type ConsensusParams as ConsensusParamsMessage,
	ConsensusParamsSchema,
	ResponseOfferSnapshot_Result as OfferResult,
	type Snapshot as SnapshotMessage,
	SnapshotSchema,
	type ValidatorUpdate as ValidatorUpdateMessage,
	ValidatorUpdateSchema,
} from '../gen/tendermint/abci/types_pb.js'
import type { Header } from '../gen/tendermint/types/types_pb.js'

/** Fields shared by the replies of CheckTx and DeliverTx. */
export function txFields({ code, codespace, data, log, info, gasWanted, gasUsed, events }: TxResult) {
	return { code, codespace, data, log, info, gasWanted, gasUsed, events: eventMessages(events) }
}

/** The header of BeginBlock; missing members have their zero value. */
export function headerOf(header: Header): BlockHeader {
	const { version, lastBlockId } = header
	const { total = 0, hash = noBytes } = lastBlockId?.partSetHeader ?? {}
	return {
		version: { block: version?.block ?? 0n, app: version?.app ?? 0n },
		chainId: header.chainId,
		height: Number(header.height),
		time: header.time ?? { seconds: 0n, nanos: 0 },
		lastBlockId: { hash: lastBlockId?.hash ?? noBytes, parts: { total, hash } },
		lastCommitHash: header.lastCommitHash,
		dataHash: header.dataHash,
		validatorsHash: header.validatorsHash,
		nextValidatorsHash: header.nextValidatorsHash,
		consensusHash: header.consensusHash,
		appHash: header.appHash,
		lastResultsHash: header.lastResultsHash,
		evidenceHash: header.evidenceHash,
		proposerAddress: header.proposerAddress,
	}
}

const noBytes: Uint8Array = new Uint8Array()

/** A validator of the engine. @throws {ChainError} for a key that is not ed25519, the only kind allowed. */
export function validatorOf({ pubKey, power }: ValidatorUpdateMessage): ValidatorUpdate {
	if (pubKey?.sum.case !== 'ed25519') throw new ChainError('abci', 1, 'a validator has no ed25519 key')
	return { pubKey: pubKey.sum.value, power }
}

export function validatorMessage({ pubKey, power }: ValidatorUpdate): ValidatorUpdateMessage {
	return create(ValidatorUpdateSchema, { pubKey: { sum: { case: 'ed25519', value: pubKey } }, power })
}

/** The parameters of a genesis document; parts the engine left out have their zero values. */
export function consensusParamsOf(message: ConsensusParamsMessage | undefined): ConsensusParams {
	const { block, evidence, validator, version } = message ?? {}
	return {
		block: { maxBytes: block?.maxBytes ?? 0n, maxGas: block?.maxGas ?? 0n },
		evidence: {
			maxAgeNumBlocks: evidence?.maxAgeNumBlocks ?? 0n,
			maxAgeDuration: nanosOf(evidence?.maxAgeDuration),
			maxBytes: evidence?.maxBytes ?? 0n,
		},
		validator: { pubKeyTypes: validator?.pubKeyTypes ?? [] },
		version: { appVersion: version?.appVersion ?? 0n },
	}
}

/** The parts an application set; absent ones stay absent, so that the engine keeps its own. */
export function consensusParamsMessage(updates: ConsensusParamUpdates): ConsensusParamsMessage {
	const { block, evidence, validator, version } = updates
	return create(ConsensusParamsSchema, {
		...(block && { block: { maxBytes: block.maxBytes, maxGas: block.maxGas } }),
		...(evidence && {
			evidence: {
				maxAgeNumBlocks: evidence.maxAgeNumBlocks,
				maxAgeDuration: durationOf(evidence.maxAgeDuration),
				maxBytes: evidence.maxBytes,
			},
		}),
		...(validator && { validator: { pubKeyTypes: [...validator.pubKeyTypes] } }),
		...(version && { version: { appVersion: version.appVersion } }),
	})
}

const billion = 1_000_000_000n

function nanosOf(duration: { readonly seconds: bigint; readonly nanos: number } | undefined): bigint {
	return duration === undefined ? 0n : duration.seconds * billion + BigInt(duration.nanos)
}

function durationOf(nanos: bigint): { seconds: bigint; nanos: number } {
	return { seconds: nanos / billion, nanos: Number(nanos % billion) }
}

export function snapshotMessage(snapshot: Snapshot): SnapshotMessage {
	return create(SnapshotSchema, { ...snapshot, height: BigInt(snapshot.height) })
}

export function snapshotOf({ height, format, chunks, hash, metadata }: SnapshotMessage): Snapshot {
	return { height: Number(height), format, chunks, hash, metadata }
}

/** Numbers of the answers to an offer. */
export const offerResults: Readonly<Record<OfferAnswer, OfferResult>> = {
	accept: OfferResult.ACCEPT,
	abort: OfferResult.ABORT,
	reject: OfferResult.REJECT,
	rejectFormat: OfferResult.REJECT_FORMAT,
	rejectSender: OfferResult.REJECT_SENDER,
}

/** Numbers of the answers to a chunk. */
export const chunkResults: Readonly<Record<ChunkAnswer['result'], ChunkResult>> = {
	accept: ChunkResult.ACCEPT,
	abort: ChunkResult.ABORT,
	retry: ChunkResult.RETRY,
	retrySnapshot: ChunkResult.RETRY_SNAPSHOT,
	rejectSnapshot: ChunkResult.REJECT_SNAPSHOT,
}
