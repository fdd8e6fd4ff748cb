import { type JsonNode, parseJson } from '../../codec/goJson/parseJson.ts'
import { inOtherWords, plainError } from '../../errors/ChainError.ts'
import { thrownText } from '../../errors/UserError.ts'
import { parseQuery, type UrlValues, unescapeUrl } from '../rest/goUrl.ts'
import type { RestRequest } from '../rest/RestHandler.ts'
import { parseInt64 } from '../services/goParse.ts'
import { LegacyFault, orFault } from './LegacyAnswer.ts'

/** The parameters of a request's query; pairs that cannot be read are left out (Go: http.Request FormValue). */
export function queryValues(request: RestRequest): UrlValues {
	const values: UrlValues = new Map()
	parseQuery(request.rawQuery, values)
	return values
}

/** The first value of a parameter, empty without one. */
export function formValue(values: UrlValues, name: string): string {
	return values.get(name)?.[0] ?? ''
}

/** The asked height, 0 for the latest (framework: ParseQueryHeightOrReturnBadRequest). @throws {LegacyFault} 400. */
export function askedHeight(values: UrlValues): bigint {
	const text = formValue(values, 'height')
	if (text === '') return 0n
	const height = orFault(400, () => parseInt64(text))
	if (height < 0n) throw new LegacyFault(400, 'height must be equal or greater than zero')
	return height
}

/** Page and limit of a request (framework: types/rest ParseHTTPArgsWithLimit). Throws plain errors. */
export function askedPage(values: UrlValues, defaultLimit = 0): { readonly page: bigint; readonly limit: bigint } {
	return { page: positive(values, 'page', 1), limit: positive(values, 'limit', defaultLimit) }
}

function positive(values: UrlValues, name: string, fallback: number): bigint {
	const text = formValue(values, name)
	if (text === '') return BigInt(fallback)
	const value = atoi(text)
	if (value <= 0n) throw plainError(`${name} must greater than 0`)
	return value
}

/** A decimal number as Go's strconv.Atoi reads it. Throws its texts. */
function atoi(text: string): bigint {
	return inOtherWords(
		() => parseInt64(text),
		({ log }) => plainError(log.replace('ParseInt', 'Atoi')),
	)
}

/** The engine's query of a request's parameters (framework: types/rest ParseHTTPArgsWithLimit). */
export function queryOf(values: UrlValues): string {
	const conditions: string[] = []
	for (const [key, [first = '']] of values) {
		if (key === 'page' || key === 'limit') continue
		// The framework unescapes what is unescaped already.
		const value = unescapeUrl(first, 'query')
		if (key === 'tx.height') conditions.push(`${key}=${value}`)
		else if (key === 'tx.minheight') conditions.push(`tx.height>=${value}`)
		else if (key === 'tx.maxheight') conditions.push(`tx.height<=${value}`)
		else conditions.push(`${key}='${value}'`)
	}
	return conditions.join(' AND ')
}

/** The body of a request. @throws {LegacyFault} 400 when it is too large. */
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
