import { create, type Message } from '@bufbuild/protobuf'
import { addressFromText, addressToText } from '../../../codec/address/address.ts'
import { encodeAminoJson } from '../../../codec/amino/encodeAminoJson.ts'
import { decodeMessage } from '../../../codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../../codec/proto/encodeMessage.ts'
import { GrpcStatusError } from '../../../errors/GrpcStatusError.ts'
import { BaseAccountSchema } from '../../../gen/cosmos/auth/v1beta1/auth_pb.js'
import { QueryAccountRequestSchema, QueryAccountResponseSchema } from '../../../gen/cosmos/auth/v1beta1/query_pb.js'
import { fromUtf8 } from '../../../util/bytes.ts'
import type { RestRequest } from '../../rest/RestHandler.ts'
import { askedHeight, queryValues } from '../formValues.ts'
import { answerAt, type LegacyAnswer, LegacyFault, orFault } from '../LegacyAnswer.ts'
import type { LegacyParts } from '../LegacyParts.ts'
import { legacyQuery, type QueryValue } from '../legacyQuery.ts'

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

/** An account and the height it was read at. */
export interface FoundAccount {
	readonly account: Message
	readonly height: bigint
}

/** Reads an account; undefined when the query fails for whatever reason. */
async function findAccount(parts: LegacyParts, address: Uint8Array, height: bigint): Promise<FoundAccount | undefined> {
	try {
		return await readAccount(parts, address, height)
	} catch (error) {
		if (error instanceof GrpcStatusError) return undefined
		throw error
	}
}

/** Reads an account at a height, 0 for the latest. Throws GrpcStatusError for one that does not exist. */
export async function readAccount(parts: LegacyParts, address: Uint8Array, height: bigint): Promise<FoundAccount> {
	const { registry, settings } = parts
	const request = create(QueryAccountRequestSchema, { address: addressToText(address, settings.prefix) })
	const path = '/cosmos.auth.v1beta1.Query/Account'
	const found = await legacyQuery(parts, path, encodeMessage(QueryAccountRequestSchema, request), height)
	const { account } = decodeMessage(QueryAccountResponseSchema, found.value)
	if (account === undefined) throw new GrpcStatusError('Unknown', 'the account is empty')
	return { account: registry.unpack(account, 'account'), height: found.height }
}

/** `GET /auth/params` */
export async function authParamsAnswer(parts: LegacyParts, request: RestRequest): Promise<LegacyAnswer> {
	const { value, height } = await moduleQuery(parts, 'custom/auth/params', new Uint8Array(0), request)
	return answerAt(height, fromUtf8(value))
}

/** A module's legacy query at the request's height; a failure is a refusal with status 500. */
export async function moduleQuery(
	parts: LegacyParts,
	path: string,
	data: Uint8Array,
	request: RestRequest,
): Promise<QueryValue> {
	const height = askedHeight(queryValues(request))
	try {
		return await legacyQuery(parts, path, data, height)
	} catch (error) {
		if (error instanceof GrpcStatusError) throw new LegacyFault(500, error.message)
		throw error
	}
}
