import type {
	AbciEvent,
	ConsensusParamUpdates,
	QueryResponse,
	TxResult,
	ValidatorUpdate,
} from '../../../abci/Application.ts'
import type { BlockResults, TxRecord } from '../../../chain/blockTypes.ts'
import { sha256 } from '../../../crypto/hash.ts'
import { merkleProof, merkleRoot } from '../../../crypto/merkle.ts'
import { toBase64, toHexUpper } from '../../../util/bytes.ts'
import { goStringBytes } from '../../../util/goString.ts'
import type { AbciQueryReply } from '../../../wire/node.ts'
import type * as wire from '../../../wire/txs.ts'
import type { RpcJson } from './RpcJson.ts'

/** Bytes in base64; null for none at all, which is Go's nil slice. */
function bytesOrNull(bytes: Uint8Array | undefined): string | null {
	return bytes === undefined ? null : toBase64(bytes)
}

/** Events with keys and values in base64: the 0.34 dialect. */
export function eventsJson(events: readonly AbciEvent[]): readonly wire.AbciEvent[] {
	return events.map(({ type, attributes }) => ({
		type,
		attributes: attributes.map(({ key, value, index }) => ({
			key: toBase64(goStringBytes(key)),
			value: toBase64(goStringBytes(value)),
			index,
		})),
	}))
}

/**
 * A result of CheckTx or DeliverTx with all members. The data of a passed check is an empty text, where other results
 * without data have null (baseapp CheckTx).
 */
export function txResultJson(result: TxResult, of: 'check' | 'deliver'): wire.TxResult {
	const empty = of === 'check' && result.code === 0 ? '' : null
	return {
		code: result.code,
		data: result.data.length === 0 ? empty : toBase64(result.data),
		log: result.log,
		info: result.info,
		gas_wanted: String(result.gasWanted),
		gas_used: String(result.gasUsed),
		events: eventsJson(result.events),
		codespace: result.codespace,
	}
}

/** The result inside a Tx event: members of default value are left out. */
export function sparseTxResultJson(result: TxResult): wire.TxResult {
	return {
		code: result.code || undefined,
		data: result.data.length === 0 ? undefined : toBase64(result.data),
		log: result.log || undefined,
		info: result.info || undefined,
		gas_wanted: result.gasWanted === 0n ? undefined : String(result.gasWanted),
		gas_used: result.gasUsed === 0n ? undefined : String(result.gasUsed),
		events: result.events.length === 0 ? undefined : eventsJson(result.events),
		codespace: result.codespace || undefined,
	}
}

/** A transaction of a block; `txs` are all of its block, if a proof is requested. */
export function txRecordJson(record: TxRecord, txs: readonly Uint8Array[] | undefined): wire.IndexedTx {
	return {
		hash: toHexUpper(record.hash),
		height: String(record.height),
		index: record.index,
		tx_result: txResultJson(record.result, 'deliver'),
		tx: toBase64(record.tx),
		proof: txs && proofJson(record, txs),
	}
}

/** The answer to abci_query. */
export function queryResponseJson(response: QueryResponse): AbciQueryReply['response'] {
	const ops = response.proofOps
	return {
		code: response.code,
		log: response.log,
		info: response.info,
		index: String(response.index),
		key: bytesOrNull(response.key),
		value: bytesOrNull(response.value),
		proofOps:
			ops === undefined
				? null
				: { ops: ops.map(({ type, key, data }) => ({ type, key: toBase64(key), data: toBase64(data) })) },
		height: String(response.height),
		codespace: response.codespace,
	}
}

/** Validator updates of a block. */
export function validatorUpdatesJson(updates: readonly ValidatorUpdate[]): readonly wire.ValidatorUpdate[] {
	return updates.map(({ pubKey, power }) => ({
		pub_key: { Sum: { type: 'tendermint.crypto.PublicKey_Ed25519', value: { ed25519: toBase64(pubKey) } } },
		power: power === 0n ? undefined : String(power),
	}))
}

/** The parameters an application answered; parts it left out are left out. */
export function paramUpdatesJson(updates: ConsensusParamUpdates): wire.ParamUpdates {
	const { block, evidence, validator, version } = updates
	return {
		block: block && { max_bytes: String(block.maxBytes), max_gas: String(block.maxGas) },
		evidence: evidence && {
			max_age_num_blocks: String(evidence.maxAgeNumBlocks),
			max_age_duration: String(evidence.maxAgeDuration),
			max_bytes: String(evidence.maxBytes),
		},
		validator: validator && { pub_key_types: validator.pubKeyTypes },
		version: version && { app_version: version.appVersion === 0n ? undefined : String(version.appVersion) },
	}
}

/** Results of begin and end of a block, as in block events. */
export function blockEventResults(results: BlockResults): { readonly [key: string]: RpcJson } {
	const { beginBlockEvents, endBlockEvents, validatorUpdates, consensusParamUpdates } = results
	return {
		result_begin_block: { events: eventsJson(beginBlockEvents) },
		result_end_block: {
			validator_updates: validatorUpdatesJson(validatorUpdates),
			consensus_param_updates: consensusParamUpdates === undefined ? null : paramUpdatesJson(consensusParamUpdates),
			events: eventsJson(endBlockEvents),
		},
	}
}

function proofJson(record: TxRecord, txs: readonly Uint8Array[]): wire.TxProof {
	const hashes = txs.map(sha256)
	const proof = merkleProof(hashes, record.index)
	return {
		root_hash: toHexUpper(merkleRoot(hashes)),
		data: toBase64(record.tx),
		proof: {
			total: String(proof.total),
			index: String(proof.index),
			leaf_hash: toBase64(proof.leafHash),
			aunts: proof.aunts.map(toBase64),
		},
	}
}
