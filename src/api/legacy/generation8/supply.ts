import { isDenom8 } from '../../../codec/coins/coins.ts'
import { coinsJson } from '../../../codec/legacy/account8Json.ts'
import type { CoinText } from '../../../codec/legacy/accountParts.ts'
import { fromUtf8, utf8 } from '../../../util/bytes.ts'
import type { RestRequest } from '../../rest/RestHandler.ts'
import { askedHeight, askedPage, queryValues } from '../formValues.ts'
import { answerAt, type LegacyAnswer, type LegacyParts, orFault } from '../LegacyAnswer.ts'
import { moduleQuery } from '../legacyQuery.ts'
import { rpcFault } from './blocks.ts'

/** Coins of a page when no limit is given (cosmos-sdk v0.39.2 x/supply/internal/keeper/querier.go). */
const defaultLimit = 100n

/** `GET /supply/total`: the coins of one page. */
export async function totalSupplyAnswer8(parts: LegacyParts, request: RestRequest): Promise<LegacyAnswer> {
	const { page, limit } = orFault(400, () => askedPage(queryValues(request)))
	const { supply, height } = await supplyAt(parts, request)
	const size = limit === 0n ? defaultLimit : limit
	const start = (page - 1n) * size
	return answerAt(height, coinsJson(supply.slice(Number(start), Number(start + size))))
}

/** `GET /supply/total/{denom}`: the amount alone. */
export async function supplyOfAnswer8(parts: LegacyParts, request: RestRequest, denom: string): Promise<LegacyAnswer> {
	const { supply, height } = await supplyAt(parts, request)
	if (!isDenom8(denom)) throw rpcFault('ABCIQuery', `invalid denom: ${denom}`)
	return answerAt(height, `"${supply.find((coin) => coin.denom === denom)?.amount ?? '0'}"`)
}

async function supplyAt(parts: LegacyParts, request: RestRequest) {
	// A height that is not there yet has an empty state here; that generation's application then found no supply at all.
	const { height: latest } = await parts.chain.status()
	if (askedHeight(queryValues(request)) > BigInt(latest)) {
		throw rpcFault('ABCIQuery', 'stored supply should not have been nil')
	}
	const { value, height } = await moduleQuery(
		parts,
		'custom/bank/total_supply',
		utf8('{"pagination":{"limit":"18446744073709551615"}}'),
		request,
	)
	const { supply } = JSON.parse(fromUtf8(value)) as { readonly supply: readonly CoinText[] }
	return { supply, height }
}
