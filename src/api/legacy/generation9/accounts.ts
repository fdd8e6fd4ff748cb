import { create } from '@bufbuild/protobuf'
import { addressFromText } from '../../../codec/address/address.ts'
import { encodeAminoJson } from '../../../codec/amino/encodeAminoJson.ts'
import { BaseAccountSchema } from '../../../gen/cosmos/auth/v1beta1/auth_pb.js'
import { fromUtf8 } from '../../../util/bytes.ts'
import type { RestRequest } from '../../rest/RestHandler.ts'
import { findAccount } from '../findAccount.ts'
import { askedHeight, queryValues } from '../formValues.ts'
import { answerAt, type LegacyAnswer, orFault } from '../LegacyAnswer.ts'
import type { LegacyParts } from '../LegacyParts.ts'
import { moduleQuery } from '../legacyQuery.ts'

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
	const { value, height } = await moduleQuery(parts, 'custom/auth/params', new Uint8Array(0), request)
	return answerAt(height, fromUtf8(value))
}
