import type { AbciEvent, BlockTime, ConsensusParamUpdates, TxResult, ValidatorUpdate } from '../abci/Application.ts'
import { parseTime, zeroTime } from '../chain/blockTime.ts'
import type {
	Block,
	BlockId,
	BlockMeta,
	BlockResults,
	Commit,
	Header,
	TxRecord,
	Validator,
} from '../chain/blockTypes.ts'
import { UserError } from '../errors/UserError.ts'
import { fromBase64, fromHex } from '../util/bytes.ts'
import { goString } from '../util/goString.ts'
import type * as blocks from '../wire/blocks.ts'
import type * as node from '../wire/node.ts'
import type * as txs from '../wire/txs.ts'

/** Upper-case hex, empty for nothing. @throws {UserError} */
export function hexBytes(text: string): Uint8Array {
	return fromHex(text) ?? unreadable(`"${text.slice(0, 80)}" is no hex`)
}

/** base64; null and nothing are no bytes. @throws {UserError} */
export function base64Bytes(text: string | null | undefined): Uint8Array {
	return fromBase64(text ?? '') ?? unreadable(`"${(text ?? '').slice(0, 80)}" is no base64`)
}

function time(text: string): BlockTime {
	// Go's zero time, which an absent vote has, lies before what a block may have.
	if (text.startsWith('0001-01-01T00:00:00')) return zeroTime
	return parseTime(text) ?? unreadable(`"${text}" is no time`)
}

export function decodeBlockId({ hash, parts }: blocks.BlockId): BlockId {
	return { hash: hexBytes(hash), parts: { total: Number(parts.total), hash: hexBytes(parts.hash) } }
}

export function decodeHeader(header: blocks.Header): Header {
	return {
		version: { block: BigInt(header.version.block ?? 0), app: BigInt(header.version.app ?? 0) },
		chainId: header.chain_id,
		height: Number(header.height),
		time: time(header.time),
		lastBlockId: decodeBlockId(header.last_block_id),
		lastCommitHash: hexBytes(header.last_commit_hash),
		dataHash: hexBytes(header.data_hash),
		validatorsHash: hexBytes(header.validators_hash),
		nextValidatorsHash: hexBytes(header.next_validators_hash),
		consensusHash: hexBytes(header.consensus_hash),
		appHash: hexBytes(header.app_hash),
		lastResultsHash: hexBytes(header.last_results_hash),
		evidenceHash: hexBytes(header.evidence_hash),
		proposerAddress: hexBytes(header.proposer_address),
	}
}

export function decodeCommit(commit: blocks.Commit): Commit {
	return {
		height: Number(commit.height),
		round: commit.round,
		blockId: decodeBlockId(commit.block_id),
		signatures: commit.signatures.map((part) => ({
			blockIdFlag: part.block_id_flag,
			validatorAddress: hexBytes(part.validator_address),
			timestamp: time(part.timestamp),
			signature: base64Bytes(part.signature),
		})),
	}
}

export function decodeBlock({ header, data, last_commit }: blocks.Block): Block {
	return {
		header: decodeHeader(header),
		txs: (data.txs ?? []).map(base64Bytes),
		lastCommit: decodeCommit(last_commit),
	}
}

export function decodeBlockMeta(meta: blocks.BlockMeta): BlockMeta {
	return {
		blockId: decodeBlockId(meta.block_id),
		blockSize: Number(meta.block_size),
		header: decodeHeader(meta.header),
		numTxs: Number(meta.num_txs),
	}
}

export function decodeValidator({ address, pub_key, voting_power, proposer_priority }: node.Validator): Validator {
	return {
		address: hexBytes(address),
		pubKey: base64Bytes(pub_key.value),
		power: BigInt(voting_power),
		proposerPriority: BigInt(proposer_priority),
	}
}

function decodeEvents(events: readonly txs.AbciEvent[] | null | undefined): readonly AbciEvent[] {
	return (events ?? []).map(({ type, attributes }) => ({
		type,
		attributes: (attributes ?? []).map(({ key, value, index }) => ({
			key: goString(base64Bytes(key)),
			value: goString(base64Bytes(value)),
			index: index === true,
		})),
	}))
}

/** What CheckTx or DeliverTx answered; members at their zero value may be absent. */
export function decodeTxResult(result: txs.TxResult): TxResult {
	return {
		code: result.code ?? 0,
		codespace: result.codespace ?? '',
		data: base64Bytes(result.data),
		log: result.log ?? '',
		info: result.info ?? '',
		gasWanted: BigInt(result.gas_wanted ?? 0),
		gasUsed: BigInt(result.gas_used ?? 0),
		events: decodeEvents(result.events),
	}
}

export function decodeTxRecord({ hash, height, index, tx, tx_result }: txs.IndexedTx): TxRecord {
	return {
		hash: hexBytes(hash),
		height: Number(height),
		index,
		tx: base64Bytes(tx),
		result: decodeTxResult(tx_result),
	}
}

export function decodeBlockResults(results: txs.BlockResultsReply): BlockResults {
	const updates = results.consensus_param_updates
	return {
		height: Number(results.height),
		txs: (results.txs_results ?? []).map(decodeTxResult),
		beginBlockEvents: decodeEvents(results.begin_block_events),
		endBlockEvents: decodeEvents(results.end_block_events),
		validatorUpdates: (results.validator_updates ?? []).map(decodeValidatorUpdate),
		consensusParamUpdates: updates === null ? undefined : decodeParamUpdates(updates),
	}
}

function decodeValidatorUpdate({ pub_key, power }: txs.ValidatorUpdate): ValidatorUpdate {
	return { pubKey: base64Bytes(pub_key.Sum.value.ed25519), power: BigInt(power ?? 0) }
}

function decodeParamUpdates({ block, evidence, validator, version }: txs.ParamUpdates): ConsensusParamUpdates {
	return {
		...(block && { block: { maxBytes: BigInt(block.max_bytes), maxGas: BigInt(block.max_gas) } }),
		...(evidence && {
			evidence: {
				maxAgeNumBlocks: BigInt(evidence.max_age_num_blocks),
				maxAgeDuration: BigInt(evidence.max_age_duration),
				maxBytes: BigInt(evidence.max_bytes),
			},
		}),
		...(validator && { validator: { pubKeyTypes: validator.pub_key_types } }),
		...(version && { version: { appVersion: BigInt(version.app_version ?? 0) } }),
	}
}

/** The parameters in force at a height. */
export function decodeConsensusParams({ block, evidence, validator, version }: node.ConsensusParams) {
	return {
		block: { maxBytes: BigInt(block.max_bytes), maxGas: BigInt(block.max_gas) },
		evidence: {
			maxAgeNumBlocks: BigInt(evidence.max_age_num_blocks),
			maxAgeDuration: BigInt(evidence.max_age_duration),
			maxBytes: BigInt(evidence.max_bytes),
		},
		validator: { pubKeyTypes: validator.pub_key_types },
		version: { appVersion: BigInt(version.app_version ?? 0) },
		timeIotaMs: BigInt(block.time_iota_ms),
	}
}

function unreadable(why: string): never {
	throw new UserError('A reply of the engine cannot be read.', {
		why,
		next: 'Use an engine of the Tendermint or CometBFT 0.34 line.',
	})
}
