import { type JsonNode, parseJson } from '../codec/goJson/parseJson.ts'
import { attempt } from '../errors/attempt.ts'
import { ChainError } from '../errors/ChainError.ts'

const backslash = 0x5c

/**
 * Paths, `.value.sequence`, of texts in a document that hold a number and are written with escapes (`"\u0037"`). go-amino reads
 * what is within the quotes as it stands, so that for it these are no numbers.
 */
export function escapedNumbers(bytes: Uint8Array): readonly string[] {
	if (!bytes.includes(backslash)) return []
	const paths: string[] = []
	const walk = (node: JsonNode, path: string): void => {
		if (node.kind === 'object') for (const [name, member] of node.members) walk(member, `${path}.${name}`)
		if (node.kind === 'array') for (const [index, item] of node.items.entries()) walk(item, `${path}[${index}]`)
		if (node.kind !== 'string' || !node.raw.includes('\\')) return
		if (/^\s*(?:-?\d+|null)\s*$/.test(node.value)) paths.push(path)
	}
	// Who reads the document says what is wrong with it.
	attempt(
		() => walk(parseJson(bytes), ''),
		ChainError,
		() => undefined,
	)
	return paths
}
