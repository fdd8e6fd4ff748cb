import { parseJson } from '../../codec/goJson/parseJson.ts'
import { objectMembers, stringValue } from '../../codec/goJson/unmarshal.ts'
import { indentJson } from '../../codec/goJson/writeJson.ts'
import { inOtherWords, plainError, sdkErrors } from '../../errors/ChainError.ts'
import { utf8 } from '../../util/bytes.ts'

/**
 * The texts of a legacy query's parameters by name; absent ones are empty, unknown ones are ignored.
 * Throws `failed to unmarshal JSON bytes` (code 17) with the texts of go-amino v0.16.0.
 */
export function readLegacyTexts<Name extends string>(
	data: Uint8Array,
	...names: readonly Name[]
): Readonly<Record<Name, string>> {
	const read = () => {
		if (data.length === 0) throw plainError('UnmarshalJSON cannot decode empty bytes')
		const members = objectMembers(parseJson(data))
		const texts = names.map((name) => {
			const node = members.get(name)
			return [name, node === undefined ? '' : stringValue(node)] as const
		})
		return Object.fromEntries(texts) as Record<Name, string>
	}
	return inOtherWords(read, (error) => sdkErrors.jsonUnmarshal.wrap(error.log))
}

/** The answer of a legacy query: JSON indented by two spaces (framework: codec.MarshalJSONIndent). */
export function legacyAnswer(json: string): Uint8Array {
	return utf8(indentJson(json))
}
