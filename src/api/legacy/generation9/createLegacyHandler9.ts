import { addressFromText } from '../../../codec/address/address.ts'
import { encodeWrappedStdTx } from '../../../codec/amino/stdTx.ts'
import type { RestHandler } from '../../rest/RestHandler.ts'
import { createRouteHandler, type LegacyRoute } from '../createRouteHandler.ts'
import type { LegacyParts } from '../LegacyAnswer.ts'
import { syncingAnswer } from '../sharedAnswers.ts'
import { type TransferDialect, transferAnswer } from '../transfers.ts'
import { accountAnswer, authParamsAnswer, balancesAnswer, supplyOfAnswer, totalSupplyAnswer } from './accounts.ts'
import { blockAnswer, latestBlockAnswer, latestValidatorsAnswer, nodeInfoAnswer9, validatorsAnswer } from './blocks.ts'
import { postTxAnswer } from './postTx.ts'
import { decodeAnswer, searchAnswer, txAnswer } from './txs.ts'

/** Sent with every route of a module and of `/txs` but the broadcast (framework: client/rest/rest.go). */
const deprecated = [
	['Deprecation', 'true'],
	['Link', '<https://docs.cosmos.network/master/migrations/rest.html>; rel="deprecation"'],
	['Warning', '199 - "this endpoint is deprecated and may not work as before, see deprecation link for more info"'],
] as const

/**
 * The legacy REST routes of generation 9: those of cosmos-sdk v0.44.5 for auth, bank, transactions and blocks, and the
 * broadcast of amino-signed transactions. Other requests go to the gateway.
 */
export function createLegacyHandler9(parts: LegacyParts): RestHandler {
	return createRouteHandler(legacyRoutes9(parts))
}

function legacyRoutes9(parts: LegacyParts): readonly LegacyRoute[] {
	return [
		plain('/node_info', () => nodeInfoAnswer9(parts)),
		plain('/syncing', () => syncingAnswer(parts)),
		plain('/blocks/latest', () => latestBlockAnswer(parts)),
		plain('/blocks/{height}', (_request, [height]) => blockAnswer(parts, height!)),
		plain('/validatorsets/latest', (request) => latestValidatorsAnswer(parts, request)),
		plain('/validatorsets/{height}', (request, [height]) => validatorsAnswer(parts, request, height!)),
		old('GET', '/txs/{hash}', (request, [hash]) => txAnswer(parts, request, hash!)),
		old('GET', '/txs', (request) => searchAnswer(parts, request)),
		old('POST', '/txs/decode', (request) => decodeAnswer(parts, request)),
		old('GET', '/auth/accounts/{address}', (request, [address]) => accountAnswer(parts, request, address!)),
		old('GET', '/auth/params', (request) => authParamsAnswer(parts, request)),
		old('POST', '/bank/accounts/{address}/transfers', (request, [to]) => transferAnswer(parts, request, to!, dialect9)),
		old('GET', '/bank/balances/{address}', (request, [address]) => balancesAnswer(parts, request, address!)),
		old('GET', '/bank/total', (request) => totalSupplyAnswer(parts, request)),
		old('GET', '/bank/total/{denom}', (request, [denom]) => supplyOfAnswer(parts, request, denom!)),
		{ method: 'POST', path: '/txs', answer: (request) => postTxAnswer(parts, request) },
	]
}

function plain(path: string, answer: LegacyRoute['answer']): LegacyRoute {
	return { method: 'GET', path, answer }
}

function old(method: LegacyRoute['method'], path: string, answer: LegacyRoute['answer']): LegacyRoute {
	return { method, path, headers: deprecated, answer }
}

/** Rules of generation 9 for building transfers. */
const dialect9: TransferDialect = {
	addressFromText,
	gasFault: 'gas must be either integer or auto',
	simulationFault: async ({ message }) => message,
	checksSequence: true,
	encode: (tx, options) => encodeWrappedStdTx(tx, options, '[]'),
}
