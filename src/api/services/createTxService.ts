import { create } from '@bufbuild/protobuf'
import type { Application } from '../../abci/Application.ts'
import { defineQueries, type QueryService } from '../../app/AppModule.ts'
import type { TxRecord } from '../../chain/blockTypes.ts'
import type { ChainReader } from '../../chain/ChainReader.ts'
import type { ChainSource } from '../../chain/ChainSource.ts'
import { absentBytes, decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../codec/proto/encodeMessage.ts'
import { packAny } from '../../codec/registry/createRegistry.ts'
import { ChainError, plainError } from '../../errors/ChainError.ts'
import { GrpcStatusError } from '../../errors/GrpcStatusError.ts'
import { GasInfoSchema, ResultSchema } from '../../gen/cosmos/base/abci/v1beta1/abci_pb.js'
import { PageResponseSchema } from '../../gen/cosmos/base/query/v1beta1/pagination_pb.js'
import {
	type GetTxRequest,
	GetTxResponseSchema,
	type GetTxsEventRequest,
	GetTxsEventResponseSchema,
	OrderBy,
	Service,
	type SimulateRequest,
	SimulateResponseSchema,
} from '../../gen/cosmos/tx/v1beta1/service_pb.js'
import { type Tx, TxSchema } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import { toHexUpper } from '../../util/bytes.ts'
import { broadcastTx, engineFault } from './broadcastTx.ts'
import { decodeHex } from './goParse.ts'
import { clampPerPage, parsePagination } from './pages.ts'
import { eventMessage, timestampOf, txResponse } from './txResponse.ts'

/**
 * The transaction service `cosmos.tx.v1beta1.Service`: simulate, look up, search and broadcast (framework:
 * x/auth/tx/service.go). Only the methods of v0.44.5.
 * @param engine the running engine; asked for at each call, since it starts after the application it drives
 */
export function createTxService(source: () => ChainSource): QueryService {
	// The state of the context does not matter here: answers come from the engine.
	return defineQueries(Service, {
		simulate: (_ctx, request) => simulate(source().application, request),
		getTx: (_ctx, request) => getTx(source().chain, request),
		broadcastTx: (_ctx, request) => broadcastTx(source().pool, request),
		getTxsEvent: (_ctx, request) => getTxsEvent(source().chain, request),
	})
}

async function simulate(application: Pick<Application, 'simulate'>, request: SimulateRequest) {
	// No bytes are not the same as an empty transaction.
	let txBytes = request.txBytes === absentBytes ? undefined : request.txBytes
	// The deprecated form: the transaction as a message.
	if (txBytes === undefined && request.tx !== undefined) txBytes = encodeMessage(TxSchema, request.tx)
	if (txBytes === undefined) throw new GrpcStatusError('InvalidArgument', 'empty txBytes is not allowed')
	const result = await application.simulate(txBytes)
	if (result.code !== 0) throw new ChainError(result.codespace, result.code, result.error ?? result.log)
	return create(SimulateResponseSchema, {
		gasInfo: create(GasInfoSchema, { gasWanted: result.gasWanted, gasUsed: result.gasUsed }),
		result: create(ResultSchema, { data: result.data, log: result.log, events: result.events.map(eventMessage) }),
	})
}

async function getTx(chain: ChainReader, request: GetTxRequest) {
	const hash = decodeHex(request.hash)
	if (hash.length === 0) throw plainError('transaction hash cannot be empty')
	const record = await chain.tx(hash)
	if (record === undefined) throw plainError(`tx (${toHexUpper(hash)}) not found`)
	const tx = decodeMessage(TxSchema, record.tx)
	return create(GetTxResponseSchema, { tx, txResponse: await recordResponse(chain, record, tx) })
}

async function getTxsEvent(chain: ChainReader, request: GetTxsEventRequest) {
	const { page, limit } = parsePagination(request.pagination)
	if (request.events.length === 0) {
		throw new GrpcStatusError('InvalidArgument', 'must declare at least one event to search')
	}
	for (const event of request.events) {
		if (event.split('=').length !== 2) {
			throw new GrpcStatusError(
				'InvalidArgument',
				`invalid event; event ${event} should be of the format: {eventType}.{eventAttribute}={value}`,
			)
		}
	}
	if (page <= 0n) throw plainError('page must greater than 0')
	const { txs, total } = await chain
		.searchTxs({
			query: request.events.join(' AND '),
			page,
			perPage: clampPerPage(limit),
			order: request.orderBy === OrderBy.DESC ? 'desc' : 'asc',
		})
		.catch((error: unknown) => {
			throw engineFault(error)
		})
	const decoded = txs.map((record) => decodeMessage(TxSchema, record.tx))
	return create(GetTxsEventResponseSchema, {
		txs: decoded,
		txResponses: await Promise.all(txs.map((record, i) => recordResponse(chain, record, decoded[i]!))),
		pagination: create(PageResponseSchema, { total: BigInt(total) }),
	})
}

async function recordResponse(chain: ChainReader, record: TxRecord, tx: Tx) {
	return txResponse(record.result, {
		hash: record.hash,
		height: record.height,
		// Written again from what was decoded, as the framework packs it: unknown fields are gone.
		tx: packAny(TxSchema, tx),
		timestamp: await timestampOf(chain, record),
	})
}
