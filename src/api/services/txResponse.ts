import { create, type MessageInitShape } from '@bufbuild/protobuf'
import type { Any } from '@bufbuild/protobuf/wkt'
import type { AbciEvent, TxResult } from '../../abci/Application.ts'
import type { TxRecord } from '../../chain/blockTypes.ts'
import type { ChainReader } from '../../chain/ChainReader.ts'
import { noBytes } from '../../codec/noBytes.ts'
import type { ABCIMessageLog, TxResponse } from '../../gen/cosmos/base/abci/v1beta1/abci_pb.js'
import { ABCIMessageLogSchema, TxResponseSchema } from '../../gen/cosmos/base/abci/v1beta1/abci_pb.js'
import { type Event, EventSchema } from '../../gen/tendermint/abci/types_pb.js'
import { toHexUpper } from '../../util/bytes.ts'
import { goStringBytes } from '../../util/goString.ts'
import { jsonOf } from '../../util/jsonParts.ts'

/** Position and form of a shown transaction result. */
export interface TxResponseDetails {
	/** Hash of the transaction. */
	readonly hash: Uint8Array
	/** 0 for one that is in no block. */
	readonly height: number
	/** The transaction itself; broadcast replies do not have it. */
	readonly tx?: Any
	/** Block time to the second, RFC 3339. */
	readonly timestamp?: string
}

/** The framework's TxResponse of a result in a block or of a refused one (types/result.go NewResponseResultTx and others). */
export function txResponse(result: TxResult, details: TxResponseDetails): TxResponse {
	return create(TxResponseSchema, {
		height: BigInt(details.height),
		txhash: toHexUpper(details.hash),
		codespace: result.codespace,
		code: result.code,
		data: toHexUpper(result.data),
		rawLog: result.log,
		logs: parseLogs(result.log),
		info: result.info,
		gasWanted: result.gasWanted,
		gasUsed: result.gasUsed,
		...(details.tx === undefined ? {} : { tx: details.tx }),
		timestamp: details.timestamp ?? '',
		events: result.events.map(eventMessage),
	})
}

/** Time of the block of a transaction, in whole seconds. */
export async function timestampOf(chain: Pick<ChainReader, 'header'>, { height }: TxRecord): Promise<string> {
	const seconds = (await chain.header(height))?.time.seconds ?? 0n
	return `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}Z`
}

/** The shorter TxResponse of a broadcast that did not wait for its block (types/result.go NewResponseFormatBroadcastTx). */
export function broadcastResponse(hash: Uint8Array, result: TxResult | undefined): TxResponse {
	return create(TxResponseSchema, {
		txhash: toHexUpper(hash),
		code: result?.code ?? 0,
		codespace: result?.codespace ?? '',
		data: toHexUpper(result?.data ?? noBytes),
		rawLog: result?.log ?? '',
		logs: parseLogs(result?.log ?? ''),
	})
}

/** An event as the ABCI of the 0.34 line writes it: keys and values are bytes. */
export function eventMessage(event: AbciEvent): Event {
	return create(EventSchema, {
		type: event.type,
		attributes: event.attributes.map(({ key, value, index }) => ({
			key: goStringBytes(key),
			value: goStringBytes(value),
			index,
		})),
	})
}

/** The logs of the messages in a success log; an error's text has none (types/result.go ParseABCILogs). */
function parseLogs(log: string): ABCIMessageLog[] {
	if (!log.startsWith('[')) return []
	const entries = (jsonOf(log) ?? []) as readonly (MessageInitShape<typeof ABCIMessageLogSchema> & {
		readonly msg_index?: number
	})[]
	return entries.map(({ msg_index: msgIndex = 0, ...parts }) => create(ABCIMessageLogSchema, { ...parts, msgIndex }))
}
