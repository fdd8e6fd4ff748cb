import type { TxRecord } from '../../../chain/blockTypes.ts'
import { QueryPanic } from '../../../chain/faults.ts'
import { aminoNames } from '../../../codec/amino/aminoNames.ts'
import { readWrapper } from '../../../codec/amino/decodeAminoJson.ts'
import type { AminoJsonInput } from '../../../codec/amino/encodeAminoJson.ts'
import type { StdTx } from '../../../codec/amino/stdTx.ts'
import { decodeGoBase64 } from '../../../codec/goJson/goBase64.ts'
import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { objectMembers, stringValue } from '../../../codec/goJson/unmarshal.ts'
import { decodeStdTx8 } from '../../../codec/legacy/decodeStdTx8.ts'
import { encodeStdTx8, stdTx8Json } from '../../../codec/legacy/encodeStdTx8.ts'
import { type LogEvent, logs8, typeUrlOfAction } from '../../../codec/legacy/logs8.ts'
import { protoToStdTx, withoutAminoName } from '../../../codec/legacy/protoToStdTx.ts'
import { decodeTx } from '../../../codec/tx/decodeTx.ts'
import { attempt } from '../../../errors/attempt.ts'
import { ChainError, inOtherWords, plainError } from '../../../errors/ChainError.ts'
import type { TxResponse } from '../../../gen/cosmos/base/abci/v1beta1/abci_pb.js'
import { fromHex, toBase64, toHexUpper } from '../../../util/bytes.ts'
import type { UrlValues } from '../../rest/goUrl.ts'
import type { RestRequest } from '../../rest/RestHandler.ts'
import { engineFault } from '../../services/broadcastTx.ts'
import { decodeHex } from '../../services/goParse.ts'
import { clampPerPage } from '../../services/pages.ts'
import { timestampOf, txResponse } from '../../services/txResponse.ts'
import { askedHeight, askedPage, bodyOf, parseAmino, queryOf, queryValues } from '../formValues.ts'
import { answer, answerAt, type LegacyAnswer, LegacyFault, type LegacyParts, orFault } from '../LegacyAnswer.ts'
import { searchValues } from '../sharedAnswers.ts'
import { rpcFault } from './blocks.ts'
import { fundsOf } from './fundsOf.ts'
import { readStdTx8, signersHex } from './postTx.ts'
import type { TxIds } from './TxIds.ts'
import { txResponse8Json } from './txResponse8Json.ts'

/** `GET /txs/{hash}` */
export async function txAnswer8(
	parts: LegacyParts,
	request: RestRequest,
	text: string,
	ids: TxIds,
): Promise<LegacyAnswer> {
	askedHeight(queryValues(request))
	try {
		const hash = orFault(500, () => decodeHex(text))
		const record = await ids.find(hash)
		if (record === undefined) throw rpcFault('Tx', `tx (${toHexUpper(hash)}) not found`)
		return answer(await recordJson(parts, record, ids))
	} catch (error) {
		// That generation looked for the hash in the text of any error.
		if (error instanceof LegacyFault && error.message.includes(text)) throw new LegacyFault(404, error.message)
		throw error
	}
}

/**
 * `GET /txs?...`: as generation 8 found transactions, by the events of their messages alone. Fees and signatures left no
 * events there, so a greeting is not found by its sender.
 */
export async function searchAnswer8(parts: LegacyParts, request: RestRequest, ids: TxIds): Promise<LegacyAnswer> {
	const values = searchValues(request)
	if ('body' in values) return values
	const asked = await translated(values, ids)
	const { query, page, limit } = orFault(400, () => ({ query: queryOf(asked), ...askedPage(values, 30) }))
	if (query === '') throw new LegacyFault(500, 'must declare at least one event to search')
	const found = (await searchAll(parts, query)).filter((record) => hasEvents8(record, values))
	const perPage = clampPerPage(limit)
	const pages = Math.max(1, Math.ceil(found.length / perPage))
	if (page > BigInt(pages)) {
		throw rpcFault('TxSearch', `page should be within [0, ${pages}] range, given ${page}`)
	}
	const first = (Number(page) - 1) * perPage
	const txs: string[] = []
	for (const record of found.slice(first, first + perPage)) txs.push(await recordJson(parts, record, ids))
	const total = Math.ceil(found.length / Number(limit))
	return answer(
		`{"total_count":"${found.length}","count":"${txs.length}","page_number":"${page}","page_total":"${total}",` +
			`"limit":"${limit}","txs":[${txs.join(',')}]}`,
	)
}

/** Translates old action names and hashes. */
async function translated(values: UrlValues, ids: TxIds): Promise<UrlValues> {
	const words: UrlValues = new Map()
	for (const [key, list] of values) {
		const [first = ''] = list
		if (key === 'message.action') words.set(key, list.map(typeUrlOfAction))
		else if (key === 'tx.hash') words.set(key, [await hashOf(first, ids)])
		else words.set(key, list)
	}
	return words
}

/** The hash of a transaction by its id; another text is itself. */
async function hashOf(text: string, ids: TxIds): Promise<string> {
	const id = fromHex(text)
	const record = id === undefined ? undefined : await ids.find(id)
	return record === undefined ? text : toHexUpper(record.hash)
}

async function searchAll({ chain }: LegacyParts, query: string): Promise<readonly TxRecord[]> {
	const records: TxRecord[] = []
	try {
		for (let page = 1n; ; page++) {
			const { txs, total } = await chain.searchTxs({ query, page, perPage: 100, order: 'asc' })
			records.push(...txs)
			if (records.length >= total) return records
		}
	} catch (error) {
		if (error instanceof QueryPanic) throw rpcFault('TxSearch', error.message)
		const fault = engineFault(error)
		if (fault instanceof ChainError) throw rpcFault('TxSearch', fault.log)
		throw fault
	}
}

/** Whether the events generation 8 would have had match the conditions on them. */
function hasEvents8(record: TxRecord, values: UrlValues): boolean {
	const conditions = [...values].filter(([key]) => !key.startsWith('tx.') && key !== 'page' && key !== 'limit')
	const events = logs8(responseOf(record).logs).flatMap((log) => log.events)
	return conditions.every(([key, [value = '']]) => events.some((event) => hasAttribute(event, key, value)))
}

function hasAttribute({ type, attributes }: LogEvent, key: string, value: string): boolean {
	return attributes.some((attribute) => `${type}.${attribute.key}` === key && attribute.value === value)
}

function responseOf(record: TxRecord): TxResponse {
	return txResponse(record.result, { hash: record.hash, height: record.height })
}

async function recordJson(parts: LegacyParts, record: TxRecord, ids: TxIds): Promise<string> {
	const tx = legacyTx(parts, record.tx)
	return txResponse8Json(responseOf(record), {
		hasCodespace: true,
		id: ids.idOf(record.tx),
		funds: await fundsOf(parts, tx, record.result.log, BigInt(record.height - 1)),
		signersHex: signersHex(parts, tx),
		tx: `{"type":"${aminoNames(parts.settings.aminoBrand).stdTx}","value":${stdTx8Json(tx, input(parts))}}`,
		timestamp: await timestampOf(parts.chain, record),
	})
}

/** The legacy form of protobuf bytes. @throws {LegacyFault} for a transaction that generation could not have had. */
function legacyTx({ registry, settings }: LegacyParts, bytes: Uint8Array): StdTx {
	const { tx } = orFault(500, () => protoToStdTx(decodeTx(bytes, registry)))
	const type = withoutAminoName(tx, settings.aminoBrand)
	if (type !== undefined) {
		throw new LegacyFault(
			500,
			`this transaction has no amino form, which generation 8 needs: ${type} has no amino name`,
		)
	}
	return tx
}

/** `POST /txs/encode`: a wrapped StdTx to the bytes it had in that generation, whose SHA-256 is its id. */
export async function encodeAnswer8(parts: LegacyParts, request: RestRequest): Promise<LegacyAnswer> {
	const body = await bodyOf(request)
	const tx = orFault(400, () => readWrapped(parts, body))
	const bytes = orFault(500, () => encodeStdTx8(tx, input(parts)))
	return answer(`{"tx":"${toBase64(bytes)}"}`)
}

function input({ registry, settings }: LegacyParts): AminoJsonInput {
	return { registry, brand: settings.aminoBrand }
}

function readWrapped(parts: LegacyParts, body: Uint8Array): StdTx {
	const { stdTx } = aminoNames(parts.settings.aminoBrand)
	const { type, value } = readWrapper(parsedWrapper(body))
	if (type !== stdTx) throw plainError(`UnmarshalJSON wants to decode a ${stdTx} but found a ${type}`)
	return readStdTx8(value, input(parts), parts.settings.prefix)
}

/** Parses the JSON of a wrapper, whose reader prefixes every error with its type. */
function parsedWrapper(body: Uint8Array): JsonNode {
	if (body.length === 0) return parseAmino(body)
	return inOtherWords(
		() => parseAmino(body),
		(error) => plainError(`cannot parse disfix JSON wrapper: ${error.log}`),
	)
}

/** `POST /txs/decode`: the legacy form of a transaction's bytes, those of that generation or those of this chain's blocks. */
export async function decodeAnswer8(parts: LegacyParts, request: RestRequest): Promise<LegacyAnswer> {
	const body = await bodyOf(request)
	const { prefix } = parts.settings
	const tx = orFault(400, () => {
		const text = objectMembers(parseAmino(body)).get('tx')
		const bytes = decodeGoBase64(text === undefined ? '' : stringValue(text))
		return protobufTx(parts, bytes) ?? decodeStdTx8(bytes, { ...input(parts), prefix })
	})
	return answerAt(0n, stdTx8Json(tx, input(parts)))
}

/** The legacy form of protobuf bytes, undefined for other bytes. */
function protobufTx(parts: LegacyParts, bytes: Uint8Array): StdTx | undefined {
	if (bytes.length === 0) return undefined
	return attempt(
		() => legacyTx(parts, bytes),
		LegacyFault,
		() => undefined,
	)
}
