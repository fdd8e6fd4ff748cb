import { generation8AddressFromText } from '../../../codec/address/generation8Address.ts'
import { aminoNames } from '../../../codec/amino/aminoNames.ts'
import { coinsToText, isDenom8 } from '../../../codec/coins/coins.ts'
import { stdTx8Json } from '../../../codec/legacy/encodeStdTx8.ts'
import { errorText8OfLog } from '../../../codec/legacy/errorText8.ts'
import type { RestHandler } from '../../rest/RestHandler.ts'
import { createRouteHandler, type LegacyRoute, routeFinder } from '../createRouteHandler.ts'
import type { LegacyParts } from '../LegacyAnswer.ts'
import { syncingAnswer } from '../sharedAnswers.ts'
import { type TransferDialect, transferAnswer } from '../transfers.ts'
import { accountAnswer8, balancesAnswer8 } from './accounts.ts'
import { blockAnswer8, nodeInfoAnswer8, validatorsAnswer8 } from './blocks.ts'
import { fundsOf } from './fundsOf.ts'
import { postTxAnswer8 } from './postTx.ts'
import { supplyOfAnswer8, totalSupplyAnswer8 } from './supply.ts'
import { TxIds } from './TxIds.ts'
import { decodeAnswer8, encodeAnswer8, searchAnswer8, txAnswer8 } from './txs.ts'

/**
 * The REST dialect of generation 8 over the same live chain, for clients of that time (cosmos-sdk v0.39.2). It answers
 * everything: unknown paths with 404, wrong methods with 405. Its own, and different here, are gas figures and what
 * blocks are made of.
 */
export function createLegacyHandler8(parts: LegacyParts): RestHandler {
	const routes = legacyRoutes8(parts)
	const answerRoute = createRouteHandler(routes)
	const find = routeFinder(routes)
	return (request, reply) => {
		if (find(request.method, request.path) !== undefined) return answerRoute(request, reply)
		const isKnown = find('GET', request.path) !== undefined || find('POST', request.path) !== undefined
		if (isKnown) reply.send(405, [], '')
		else reply.send(404, notFoundHeaders, '404 page not found\n')
		return true
	}
}

const notFoundHeaders = [
	['Content-Type', 'text/plain; charset=utf-8'],
	['X-Content-Type-Options', 'nosniff'],
] as const

function legacyRoutes8(parts: LegacyParts): readonly LegacyRoute[] {
	const ids = new TxIds(parts)
	const dialect = transferDialect8(parts)
	return [
		get('/node_info', () => nodeInfoAnswer8(parts)),
		get('/syncing', () => syncingAnswer(parts)),
		get('/blocks/latest', () => blockAnswer8(parts)),
		get('/blocks/{height}', (_request, [height]) => blockAnswer8(parts, height!)),
		get('/validatorsets/latest', (request) => validatorsAnswer8(parts, request)),
		get('/validatorsets/{height}', (request, [height]) => validatorsAnswer8(parts, request, height!)),
		get('/txs/{hash}', (request, [hash]) => txAnswer8(parts, request, hash!, ids)),
		get('/txs', (request) => searchAnswer8(parts, request, ids)),
		post('/txs', (request) => postTxAnswer8(parts, request, ids)),
		post('/txs/encode', (request) => encodeAnswer8(parts, request)),
		post('/txs/decode', (request) => decodeAnswer8(parts, request)),
		get('/auth/accounts/{address}', (request, [address]) => accountAnswer8(parts, request, address!)),
		post('/bank/accounts/{address}/transfers', (request, [to]) => transferAnswer(parts, request, to!, dialect)),
		get('/bank/balances/{address}', (request, [address]) => balancesAnswer8(parts, request, address!)),
		get('/supply/total', (request) => totalSupplyAnswer8(parts, request)),
		get('/supply/total/{denom}', (request, [denom]) => supplyOfAnswer8(parts, request, denom!)),
	]
}

function get(path: string, answer: LegacyRoute['answer']): LegacyRoute {
	return { method: 'GET', path, answer }
}

function post(path: string, answer: LegacyRoute['answer']): LegacyRoute {
	return { method: 'POST', path, answer }
}

function transferDialect8(parts: LegacyParts): TransferDialect {
	const { settings } = parts
	const { stdTx } = aminoNames(settings.aminoBrand)
	return {
		addressFromText: generation8AddressFromText,
		gasFault: 'gas must be either integer or "auto"',
		simulationFault: async ({ description }, tx) => {
			const log = description.replace(/: invalid request$/, '')
			const fee = tx.fee.amount
			// That generation took fewer denominations; there are none of the others to pay with.
			if (/^\d+\S* is smaller than .*: insufficient funds/.test(log) && fee.some(({ denom }) => !isDenom8(denom))) {
				return `insufficient fee: invalid fee amount: ${coinsToText(fee)}: failed to simulate tx`
			}
			const funds = await fundsOf(parts, tx, log, 0n)
			return `${errorText8OfLog(log, { signersHex: [], funds })}: failed to simulate tx`
		},
		checksSequence: false,
		encode: (tx, options) => `{"type":"${stdTx}","value":${stdTx8Json(tx, options)}}`,
	}
}
