import { GrpcStatusError, grpcCodes } from '../../errors/GrpcStatusError.ts'
import { queryStatus } from '../rest/gatewayStatus.ts'
import type { RestRequest } from '../rest/RestHandler.ts'
import { askedHeight, queryValues } from './formValues.ts'
import { LegacyFault } from './LegacyAnswer.ts'
import type { LegacyParts } from './LegacyParts.ts'

/** Value and height of a query's answer. */
export interface QueryValue {
	readonly value: Uint8Array
	readonly height: bigint
}

/**
 * Asks the application at a height, 0 for the latest.
 *
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
		const { code, message } = queryStatus(response)
		throw new GrpcStatusError(codeName(code), message)
	}
	return { value: response.value ?? nothing, height: response.height }
}

function codeName(code: number): keyof typeof grpcCodes {
	const name = (Object.keys(grpcCodes) as (keyof typeof grpcCodes)[]).find((key) => grpcCodes[key] === code)
	return name ?? 'Unknown'
}

const nothing = new Uint8Array(0)

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
