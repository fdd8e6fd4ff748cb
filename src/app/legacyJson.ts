import { indentJson } from '../codec/goJson/indentJson.ts'
import { plainError } from '../errors/plainError.ts'
import { sdkErrors } from '../errors/sdkErrors.ts'
import { fromUtf8, utf8 } from '../util/bytes.ts'

/**
 * The parameters of a legacy query. Throws `failed to unmarshal JSON bytes` (code 17), for no bytes with amino's own text.
 */
export function readLegacyParams(data: Uint8Array): Readonly<Record<string, unknown>> {
	if (data.length === 0) throw sdkErrors.jsonUnmarshal.wrap('UnmarshalJSON cannot decode empty bytes')
	try {
		const value: unknown = JSON.parse(fromUtf8(data))
		if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
			return value as Readonly<Record<string, unknown>>
		}
		throw plainError('the query parameters are not an object')
	} catch (error) {
		throw sdkErrors.jsonUnmarshal.wrap(error instanceof Error ? error.message : String(error))
	}
}

/** The answer of a legacy query: JSON indented by two spaces (framework: codec.MarshalJSONIndent). */
export function legacyAnswer(json: string): Uint8Array {
	return utf8(indentJson(json))
}
