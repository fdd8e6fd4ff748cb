import { type JsonNode, parseJson } from '../../codec/goJson/parseJson.ts'
import { plainError } from '../../errors/plainError.ts'
import { thrownText } from '../../errors/thrownText.ts'
import type { RestRequest } from '../rest/RestHandler.ts'
import { LegacyFault } from './LegacyAnswer.ts'

/**
 * The body of a request.
 *
 * @throws {LegacyFault} 400 when it is too large.
 */
export async function bodyOf(request: RestRequest): Promise<Uint8Array> {
	try {
		return await request.body()
	} catch (error) {
		throw new LegacyFault(400, thrownText(error))
	}
}

/** Parses a JSON text like amino, which requires one. */
export function parseAmino(body: Uint8Array): JsonNode {
	if (body.length === 0) throw plainError('UnmarshalJSON cannot decode empty bytes')
	return parseJson(body)
}
