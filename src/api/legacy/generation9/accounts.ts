import { create } from '@bufbuild/protobuf'
import { addressFromText, addressToText } from '../../../codec/address/address.ts'
import { encodeAminoJson } from '../../../codec/amino/encodeAminoJson.ts'
import { quoteJson } from '../../../codec/goJson/quoteJson.ts'
import { BaseAccountSchema } from '../../../gen/cosmos/auth/v1beta1/auth_pb.js'
import { fromUtf8, utf8 } from '../../../util/bytes.ts'
import type { RestRequest } from '../../rest/RestHandler.ts'
import { askedHeight, askedPage, formValue, queryValues } from '../formValues.ts'
import { answerAt, type LegacyAnswer, type LegacyParts, orFault } from '../LegacyAnswer.ts'
import { findAccount, moduleQuery } from '../legacyQuery.ts'

/**
 * `GET /auth/accounts/{address}`: an unknown account, or one at a height that is not there, is an empty base account at
 * height 0 (cosmos-sdk v0.44.5 x/auth/client/rest/query.go).
 */
export async function accountAnswer(parts: LegacyParts, request: RestRequest, text: string): Promise<LegacyAnswer> {
	const { registry, settings } = parts
	const address = orFault(500, () => addressFromText(text, settings.prefix))
	const found = await findAccount(parts, address, askedHeight(queryValues(request)))
	const account = found?.account ?? create(BaseAccountSchema)
	return answerAt(found?.height ?? 0n, encodeAminoJson(account, { registry, brand: settings.aminoBrand }))
}

/** `GET /auth/params` */
export async function authParamsAnswer(parts: LegacyParts, request: RestRequest): Promise<LegacyAnswer> {
	const { value, height } = await moduleQuery(parts, 'custom/auth/params', utf8(''), request)
	return answerAt(height, fromUtf8(value))
}

/**
 * `GET /bank/balances/{address}`, all or with `?denom=` one of them; the result keeps the indentation of the module's
 * answer (cosmos-sdk v0.44.5 x/bank/client/rest/query.go).
 */
export async function balancesAnswer(parts: LegacyParts, request: RestRequest, text: string): Promise<LegacyAnswer> {
	const { prefix } = parts.settings
	const address = addressToText(
		orFault(500, () => addressFromText(text, prefix)),
		prefix,
	)
	const denom = formValue(queryValues(request), 'denom')
	if (denom === '') return bankAnswer(parts, 'all_balances', `{"address":"${address}"}`, request)
	return bankAnswer(parts, 'balance', `{"address":"${address}","denom":${quoteJson(denom)}}`, request)
}

/** `GET /bank/total`: page and limit are read but not used, as in the framework. */
export async function totalSupplyAnswer(parts: LegacyParts, request: RestRequest): Promise<LegacyAnswer> {
	orFault(400, () => askedPage(queryValues(request)))
	return bankAnswer(parts, 'total_supply', '{}', request)
}

/** `GET /bank/total/{denom}` */
export async function supplyOfAnswer(parts: LegacyParts, request: RestRequest, denom: string): Promise<LegacyAnswer> {
	return bankAnswer(parts, 'supply_of', `{"Denom":${quoteJson(denom)}}`, request)
}

async function bankAnswer(
	parts: LegacyParts,
	query: string,
	params: string,
	request: RestRequest,
): Promise<LegacyAnswer> {
	const { value, height } = await moduleQuery(parts, `custom/bank/${query}`, utf8(params), request)
	return answerAt(height, fromUtf8(value))
}
