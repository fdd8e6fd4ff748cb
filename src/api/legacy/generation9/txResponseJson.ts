import { listOrNull } from '../../../codec/amino/stdTx.ts'
import { quoteJson } from '../../../codec/goJson/quoteJson.ts'
import type { ABCIMessageLog, StringEvent, TxResponse } from '../../../gen/cosmos/base/abci/v1beta1/abci_pb.js'
import type { Event } from '../../../gen/tendermint/abci/types_pb.js'
import { toBase64 } from '../../../util/bytes.ts'

/**
 * A transaction's response in amino JSON: every key is left out when empty, but `txhash`, `logs` and `events`
 * (cosmos-sdk v0.44.5 types/abci.pb.go).
 * @param tx the transaction as JSON, for those read from a block
 */
export function txResponseJson(response: TxResponse, tx?: string): string {
	const members = [
		number('height', response.height),
		`"txhash":${quoteJson(response.txhash)}`,
		text('codespace', response.codespace),
		response.code === 0 ? '' : `"code":${response.code}`,
		text('data', response.data),
		text('raw_log', response.rawLog),
		`"logs":${logsJson(response)}`,
		text('info', response.info),
		number('gas_wanted', response.gasWanted),
		number('gas_used', response.gasUsed),
		tx === undefined ? '' : `"tx":${tx}`,
		text('timestamp', response.timestamp),
		`"events":${listOrNull(response.events.map(eventJson))}`,
	]
	return objectOf(members)
}

/** Missing logs are null; an empty list in the raw log stays a list. */
function logsJson({ logs, rawLog }: TxResponse): string {
	return logs.length === 0 && rawLog === '[]' ? '[]' : listOrNull(logs.map(logJson))
}

function logJson({ msgIndex, log, events }: ABCIMessageLog): string {
	const index = msgIndex === 0 ? '' : `"msg_index":${msgIndex}`
	return objectOf([index, text('log', log), `"events":${listOrNull(events.map(stringEventJson))}`])
}

function stringEventJson({ type, attributes }: StringEvent): string {
	const list = attributes.map(({ key, value }) => objectOf([text('key', key), text('value', value)]))
	return objectOf([text('type', type), `"attributes":${listOrNull(list)}`])
}

/** Keys and values are bytes here (tendermint v0.34.15 abci/types, in its own JSON form). */
function eventJson({ type, attributes }: Event): string {
	const list = attributes.map(
		({ key, value, index }) => `{"key":"${toBase64(key)}","value":"${toBase64(value)}","index":${index}}`,
	)
	return objectOf([text('type', type), list.length === 0 ? '' : `"attributes":[${list.join(',')}]`])
}

function objectOf(members: readonly string[]): string {
	return `{${members.filter((member) => member !== '').join(',')}}`
}

function text(name: string, value: string): string {
	return value === '' ? '' : `"${name}":${quoteJson(value)}`
}

function number(name: string, value: bigint): string {
	return value === 0n ? '' : `"${name}":"${value}"`
}
