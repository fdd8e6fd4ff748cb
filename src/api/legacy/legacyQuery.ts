import { create, type Message } from '@bufbuild/protobuf'
import { addressToText } from '../../codec/address/address.ts'
import { noBytes } from '../../codec/noBytes.ts'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../codec/proto/encodeMessage.ts'
import { GrpcStatusError } from '../../errors/GrpcStatusError.ts'
import { QueryAccountRequestSchema, QueryAccountResponseSchema } from '../../gen/cosmos/auth/v1beta1/query_pb.js'
import { queryStatus } from '../rest/createGatewayHandler.ts'
import type { RestRequest } from '../rest/RestHandler.ts'
import { askedHeight, queryValues } from './formValues.ts'
import { LegacyFault, type LegacyParts } from './LegacyAnswer.ts'

/** Value and height of a query's answer. */
export interface QueryValue {
	readonly value: Uint8Array
	readonly height: bigint
}

/**
 * Asks the application at a height, 0 for the latest.
 * @throws {GrpcStatusError} with the text legacy routes show (framework: client/query.go queryABCI).
 */
export async function legacyQuery(
	{ application }: Pick<LegacyParts, 'application'>,
	path: string,
	data: Uint8Array,
	height: bigint,
): Promise<QueryValue> {
	const response = await application.query({ path, data, height, prove: false })
	if (response.code !== 0) {
		const { codeName, description } = queryStatus(response)
		throw new GrpcStatusError(codeName, description)
	}
	return { value: response.value ?? noBytes, height: response.height }
}

/** A module's legacy query at the request's height; a failure is a refusal with status 500. */
export async function moduleQuery(
	parts: LegacyParts,
	path: string,
	data: Uint8Array,
	request: RestRequest,
): Promise<QueryValue> {
	return moduleQueryAt(parts, path, data, askedHeight(queryValues(request)))
}

/** A module's legacy query at a height, 0 for the latest; a failure is a refusal with status 500. */
export async function moduleQueryAt(
	parts: LegacyParts,
	path: string,
	data: Uint8Array,
	height: bigint,
): Promise<QueryValue> {
	try {
		return await legacyQuery(parts, path, data, height)
	} catch (error) {
		if (error instanceof GrpcStatusError) throw new LegacyFault(500, error.message)
		throw error
	}
}

/** An account and the height it was read at. */
interface FoundAccount {
	readonly account: Message
	readonly height: bigint
}

/** Reads an account; undefined if the query fails. A pruned height is a refusal with status 500. */
export async function findAccount(
	parts: LegacyParts,
	address: Uint8Array,
	height: bigint,
): Promise<FoundAccount | undefined> {
	try {
		return await accountAt(parts, address, height)
	} catch (error) {
		if (!(error instanceof GrpcStatusError)) throw error
		if (isPrunedHeight(error)) throw new LegacyFault(500, error.message)
		return undefined
	}
}

/** Reads an account at a height, 0 for the latest. @throws {GrpcStatusError} for one that does not exist. */
export async function accountAt(parts: LegacyParts, address: Uint8Array, height: bigint): Promise<FoundAccount> {
	const { registry, settings } = parts
	const request = create(QueryAccountRequestSchema, { address: addressToText(address, settings.prefix) })
	const path = '/cosmos.auth.v1beta1.Query/Account'
	const found = await legacyQuery(parts, path, encodeMessage(QueryAccountRequestSchema, request), height)
	const { account } = decodeMessage(QueryAccountResponseSchema, found.value)
	return { account: registry.unpack(account!, 'account'), height: found.height }
}

/** Whether the application refused the height (app/refusePruned.ts). The original's routes see an empty state there. */
function isPrunedHeight({ message }: GrpcStatusError): boolean {
	return message.includes('failed to load state at height')
}
