import type { TxRecord } from '../../../chain/blockTypes.ts'
import type { AminoJsonInput } from '../../../codec/amino/AminoJsonInput.ts'
import { aminoNames } from '../../../codec/amino/aminoNames.ts'
import type { StdTx } from '../../../codec/amino/stdTx.ts'
import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { decodeGoBase64, objectMembers, stringValue } from '../../../codec/goJson/unmarshal.ts'
import { type LogEvent, logs8, typeUrlOfAction } from '../../../codec/legacy/logs8.ts'
import { protoToStdTx, withoutAminoName } from '../../../codec/legacy/protoToStdTx.ts'
import { stdTx8Json } from '../../../codec/legacy/stdTx8Json.ts'
import { decodeTx } from '../../../codec/tx/decodeTx.ts'
import { ChainError } from '../../../errors/ChainError.ts'
import { plainError } from '../../../errors/plainError.ts'
import type { TxResponse } from '../../../gen/cosmos/base/abci/v1beta1/abci_pb.js'
import { toBase64, toHexUpper } from '../../../util/bytes.ts'
import { parseQuery, type UrlValues } from '../../rest/goUrl.ts'
import type { RestRequest } from '../../rest/RestHandler.ts'
import { decodeHex } from '../../services/decodeHex.ts'
import { engineFault } from '../../services/engineFault.ts'
import { txResponse } from '../../services/txResponse.ts'
import { askedHeight, askedPage, formValue, queryValues } from '../formValues.ts'
import { answer, answerAt, type LegacyAnswer, LegacyFault, orFault } from '../LegacyAnswer.ts'
import type { LegacyParts } from '../LegacyParts.ts'
import { queryOf } from '../queryOf.ts'
import { bodyOf, parseAmino } from '../requestBody.ts'
import { rpcFault } from './blocks.ts'
import { convert8 } from './convert8.ts'
import { signersHex } from './postTx.ts'
import { readStdTx8 } from './readPost8.ts'
import { txResponse8Json } from './txResponse8Json.ts'

/** `GET /txs/{hash}` */
export async function txAnswer8(parts: LegacyParts, request: RestRequest, text: string): Promise<LegacyAnswer> {
	askedHeight(queryValues(request))
	const hash = orFault(500, () => decodeHex(text))
	const record = await parts.chain.tx(hash)
	if (record === undefined) {
		const fault = rpcFault('Tx', `tx (${toHexUpper(hash)}) not found`)
		throw fault.message.includes(text) ? new LegacyFault(404, fault.message) : fault
	}
	return answer(await recordJson(parts, record))
}

/**
 * `GET /txs?...`: as generation 8 found transactions, by the events of their messages alone. Fees and signatures left no
 * events there, so a greeting is not found by its sender.
 */
export async function searchAnswer8(parts: LegacyParts, request: RestRequest): Promise<LegacyAnswer> {
	const values: UrlValues = new Map()
	const error = parseQuery(request.rawQuery, values)
	if (error !== undefined) throw new LegacyFault(400, `failed to parse query parameters: ${error.message}`)
	if (/^[+-]?0+$/.test(formValue(values, 'height'))) return answer('[]')
	askedHeight(values)
	if (values.size === 0) return answer('null')
	const { query, page, limit } = orFault(400, () => ({ query: queryOf(translated(values)), ...askedPage(values, 30) }))
	if (query === '') throw new LegacyFault(500, 'must declare at least one event to search')
	const found = (await searchAll(parts, query)).filter((record) => hasEvents8(record, values))
	const perPage = limit > 100n ? 100 : Number(limit)
	const pages = Math.ceil(found.length / perPage)
	if (page > BigInt(Math.max(1, pages))) {
		throw rpcFault('TxSearch', `page should be within [0, ${pages}] range, given ${page}`)
	}
	const first = (Number(page) - 1) * perPage
	const txs: string[] = []
	for (const record of found.slice(first, first + perPage)) txs.push(await recordJson(parts, record))
	const total = Math.ceil(found.length / Number(limit))
	return answer(
		`{"total_count":"${found.length}","count":"${txs.length}","page_number":"${page}","page_total":"${total}",` +
			`"limit":"${limit}","txs":[${txs.join(',')}]}`,
	)
}

/** The parameters with actions by their present names. */
function translated(values: UrlValues): UrlValues {
	return new Map([...values].map(([key, list]) => [key, key === 'message.action' ? list.map(typeUrlOfAction) : list]))
}

async function searchAll({ chain }: LegacyParts, query: string): Promise<readonly TxRecord[]> {
	const records: TxRecord[] = []
	try {
		for (let page = 1; ; page++) {
			const { txs, total } = await chain.searchTxs({ query, page, perPage: 100, order: 'asc' })
			records.push(...txs)
			if (records.length >= total) return records
		}
	} catch (error) {
		const fault = engineFault(error)
		if (fault instanceof ChainError) throw rpcFault('TxSearch', fault.log)
		throw fault
	}
}

/** Whether the events generation 8 would have had match the conditions on them. */
function hasEvents8(record: TxRecord, values: UrlValues): boolean {
	const conditions = [...values].filter(([key]) => !key.startsWith('tx.') && key !== 'page' && key !== 'limit')
	if (conditions.length === 0) return true
	const events = logs8(responseOf(record).logs).flatMap((log) => log.events)
	return conditions.every(([key, [value = '']]) => events.some((event) => hasAttribute(event, key, value)))
}

function hasAttribute({ type, attributes }: LogEvent, key: string, value: string): boolean {
	return attributes.some((attribute) => `${type}.${attribute.key}` === key && attribute.value === value)
}

function responseOf(record: TxRecord): TxResponse {
	return txResponse(record.result, { hash: record.hash, height: record.height })
}

async function recordJson(parts: LegacyParts, record: TxRecord): Promise<string> {
	const tx = legacyTx(parts, record.tx)
	const seconds = (await parts.chain.header(record.height))?.time.seconds ?? 0n
	return txResponse8Json(responseOf(record), {
		hasCodespace: true,
		signersHex: signersHex(parts, tx),
		tx: `{"type":"${aminoNames(parts.settings.aminoBrand).stdTx}","value":${stdTx8Json(tx, input(parts))}}`,
		timestamp: `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}Z`,
	})
}

/** The legacy form of protobuf bytes. Throws LegacyFault for a transaction that generation could not have had. */
function legacyTx({ registry, settings }: LegacyParts, bytes: Uint8Array): StdTx {
	const { tx } = orFault(400, () => protoToStdTx(decodeTx(bytes, registry)))
	const type = withoutAminoName(tx, settings.aminoBrand)
	if (type !== undefined) {
		throw new LegacyFault(
			500,
			`this transaction has no amino form, which generation 8 needs: ${type} has no amino name`,
		)
	}
	return tx
}

/** `POST /txs/encode`: a wrapped StdTx to the bytes this chain takes, which are protobuf. */
export async function encodeAnswer8(parts: LegacyParts, request: RestRequest): Promise<LegacyAnswer> {
	const body = await bodyOf(request)
	const tx = orFault(400, () => readWrapped(parts, parseAmino(body)))
	try {
		return answer(`{"tx":"${toBase64(await convert8(parts, tx))}"}`)
	} catch (error) {
		if (error instanceof ChainError) throw new LegacyFault(500, error.log)
		throw error
	}
}

function input({ registry, settings }: LegacyParts): AminoJsonInput {
	return { registry, brand: settings.aminoBrand }
}

function readWrapped({ registry, settings }: LegacyParts, node: JsonNode): StdTx {
	const { stdTx } = aminoNames(settings.aminoBrand)
	const members = objectMembers(node, 'amino.disfixWrapper')
	const type = members.get('type')
	const value = members.get('value')
	const name = type === undefined ? '' : stringValue(type)
	if (name === '') throw plainError('JSON encoding of interfaces require non-empty type field.')
	if (value === undefined) throw plainError('interface JSON wrapper should have non-empty value field')
	if (name !== stdTx) throw plainError(`UnmarshalJSON wants to decode a ${stdTx} but found a ${name}`)
	return readStdTx8(value, { registry, brand: settings.aminoBrand }, settings.prefix)
}

/** `POST /txs/decode`: the legacy form of this chain's bytes. */
export async function decodeAnswer8(parts: LegacyParts, request: RestRequest): Promise<LegacyAnswer> {
	const body = await bodyOf(request)
	const bytes = orFault(400, () => {
		const text = objectMembers(parseAmino(body)).get('tx')
		return decodeGoBase64(text === undefined ? '' : stringValue(text))
	})
	if (bytes.length === 0) throw new LegacyFault(400, 'UnmarshalBinaryLengthPrefixed cannot decode empty bytes')
	return answerAt(0n, stdTx8Json(legacyTx(parts, bytes), input(parts)))
}
