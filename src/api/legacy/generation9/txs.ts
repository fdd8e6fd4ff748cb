import type { TxRecord } from '../../../chain/blockTypes.ts'
import { encodeStdTx, encodeWrappedStdTx, type StdTx } from '../../../codec/amino/stdTx.ts'
import { decodeGoBase64 } from '../../../codec/goJson/goBase64.ts'
import { objectMembers, stringValue } from '../../../codec/goJson/unmarshal.ts'
import { protoToStdTx, withoutAminoName } from '../../../codec/legacy/protoToStdTx.ts'
import { decodeTx } from '../../../codec/tx/decodeTx.ts'
import { ChainError, PanicError, plainError } from '../../../errors/ChainError.ts'
import { toHexUpper } from '../../../util/bytes.ts'
import type { RestRequest } from '../../rest/RestHandler.ts'
import { engineFault } from '../../services/broadcastTx.ts'
import { decodeHex } from '../../services/goParse.ts'
import { clampPerPage } from '../../services/pages.ts'
import { timestampOf, txResponse } from '../../services/txResponse.ts'
import { askedHeight, askedPage, bodyOf, parseAmino, queryOf, queryValues } from '../formValues.ts'
import { answer, answerAt, type LegacyAnswer, LegacyFault, type LegacyParts, orFault } from '../LegacyAnswer.ts'
import { searchValues } from '../sharedAnswers.ts'
import { txResponseJson } from './txResponseJson.ts'

/** `GET /txs/{hash}`: not found is 404 when the hash is given in upper case, as the error shows it. */
export async function txAnswer(parts: LegacyParts, request: RestRequest, hash: string): Promise<LegacyAnswer> {
	askedHeight(queryValues(request))
	try {
		const record = await findTx(parts, hash)
		const tx = legacyTx(record, parts)
		refuseNonAmino(tx, parts, '/cosmos/tx/v1beta1/txs/{txhash}')
		return answer(await recordJson(record, tx, parts))
	} catch (error) {
		if (!(error instanceof ChainError)) throw error
		throw new LegacyFault(error.log.includes(hash) ? 404 : 500, error.log)
	}
}

async function findTx({ chain }: LegacyParts, text: string): Promise<TxRecord> {
	const hash = decodeHex(text)
	const record = await chain.tx(hash)
	if (record === undefined) throw plainError(`tx (${toHexUpper(hash)}) not found`)
	return record
}

/** `GET /txs?...`: transactions by events. */
export async function searchAnswer(parts: LegacyParts, request: RestRequest): Promise<LegacyAnswer> {
	const values = searchValues(request)
	if ('body' in values) return values
	const { query, page, limit } = orFault(400, () => ({ query: queryOf(values), ...askedPage(values, defaultLimit) }))
	if (query === '') throw new LegacyFault(500, 'must declare at least one event to search')
	const { txs, total } = await search(parts, query, page, limit)
	const shown: string[] = []
	for (const record of txs) {
		const tx = legacyTx(record, parts)
		refuseNonAmino(tx, parts, '/cosmos/tx/v1beta1/txs')
		shown.push(await recordJson(record, tx, parts))
	}
	const pages = Math.ceil(total / Number(limit))
	const count = shown.length === 0 ? '' : `"count":"${shown.length}",`
	const list = shown.length === 0 ? '' : `,"txs":[${shown.join(',')}]`
	return answer(
		`{"total_count":"${total}",${count}"page_number":"${page}","page_total":"${pages}","limit":"${limit}"${list}}`,
	)
}

const defaultLimit = 30

async function search({ chain }: LegacyParts, query: string, page: bigint, limit: bigint) {
	try {
		const perPage = clampPerPage(limit)
		return await chain.searchTxs({ query, page, perPage, order: 'asc' })
	} catch (error) {
		const fault = engineFault(error)
		if (fault instanceof ChainError) throw new LegacyFault(500, fault.log)
		throw fault
	}
}

/** `POST /txs/decode`: the legacy form of protobuf bytes. */
export async function decodeAnswer(parts: LegacyParts, request: RestRequest): Promise<LegacyAnswer> {
	const body = await bodyOf(request)
	const { registry, settings } = parts
	const tx = orFault(400, () => {
		const text = objectMembers(parseAmino(body)).get('tx')
		const decoded = decodeTx(decodeGoBase64(text === undefined ? '' : stringValue(text)), registry)
		// The framework reads the fee of a transaction that has none.
		if (decoded.authInfo.fee === undefined) throw new PanicError('the transaction has no fee')
		return protoToStdTx(decoded).tx
	})
	refuseNonAmino(tx, parts, '/cosmos/tx/v1beta1/txs/decode')
	return answerAt(0n, encodeStdTx(tx, { registry, brand: settings.aminoBrand }, '[]'))
}

function legacyTx(record: TxRecord, { registry }: LegacyParts): StdTx {
	// The framework reads what it has found before it converts any of it.
	const decoded = orFault(500, () => decodeTx(record.tx, registry))
	return orFault(400, () => protoToStdTx(decoded).tx)
}

async function recordJson(record: TxRecord, tx: StdTx, parts: LegacyParts): Promise<string> {
	const { registry, settings } = parts
	const timestamp = await timestampOf(parts.chain, record)
	const response = txResponse(record.result, { hash: record.hash, height: record.height, timestamp })
	return txResponseJson(response, encodeWrappedStdTx(tx, { registry, brand: settings.aminoBrand }, '[]'))
}

function refuseNonAmino(tx: StdTx, { settings }: LegacyParts, route: string): void {
	if (withoutAminoName(tx, settings.aminoBrand) === undefined) return
	throw new LegacyFault(
		500,
		'this transaction cannot be displayed via legacy REST endpoints, because it does not support Amino serialization. ' +
			'Please either use CLI, gRPC, gRPC-gateway, or directly query the Tendermint RPC endpoint to query this transaction. ' +
			`The new REST endpoint (via gRPC-gateway) is ${route}. Please also see theREST endpoints migration guide at ` +
			'https://docs.cosmos.network/master/migrations/rest.html for more info',
	)
}
