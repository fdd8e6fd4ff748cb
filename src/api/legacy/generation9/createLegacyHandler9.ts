import type { RestHandler } from '../../rest/RestHandler.ts'
import { createRouteHandler, type LegacyRoute } from '../createRouteHandler.ts'
import type { LegacyParts } from '../LegacyParts.ts'
import { accountAnswer, authParamsAnswer } from './accounts.ts'
import { balancesAnswer, supplyOfAnswer, totalSupplyAnswer } from './balances.ts'
import { postTxAnswer } from './postTx.ts'

/** Sent with every route of a module and of `/txs` but the broadcast (framework: client/rest/rest.go). */
const deprecated = [
	['Deprecation', 'true'],
	['Link', '<https://docs.cosmos.network/master/migrations/rest.html>; rel="deprecation"'],
	['Warning', '199 - "this endpoint is deprecated and may not work as before, see deprecation link for more info"'],
] as const

/**
 * The legacy REST routes of generation 9: those of cosmos-sdk v0.44.5 for auth, bank, transactions and blocks, and the
 * broadcast of amino-signed transactions. Everything else is left to the gateway behind it.
 */
export function createLegacyHandler9(parts: LegacyParts): RestHandler {
	return createRouteHandler(legacyRoutes9(parts))
}

function legacyRoutes9(parts: LegacyParts): readonly LegacyRoute[] {
	return [
		get('/auth/accounts/{address}', (request, [address]) => accountAnswer(parts, request, address!)),
		get('/auth/params', (request) => authParamsAnswer(parts, request)),
		get('/bank/balances/{address}', (request, [address]) => balancesAnswer(parts, request, address!)),
		get('/bank/total', (request) => totalSupplyAnswer(parts, request)),
		get('/bank/total/{denom}', (request, [denom]) => supplyOfAnswer(parts, request, denom!)),
		{ method: 'POST', path: '/txs', answer: (request) => postTxAnswer(parts, request) },
	]
}

function get(path: string, answer: LegacyRoute['answer']): LegacyRoute {
	return { method: 'GET', path, headers: deprecated, answer }
}
