import { goStringBytes } from '../../util/goString.ts'
import { quoteSortedJson } from '../goJson/quoteJson.ts'

/**
 * The bytes of an amino sign document as the node makes them: keys sorted, compact, with the escapes of Go's encoding/json,
 * which CosmJS's own serializer follows only for `& < >`.
 */
export function aminoDocBytes(document: unknown): Uint8Array {
	return goStringBytes(sorted(document))
}

function sorted(value: unknown): string {
	if (typeof value === 'string') return quoteSortedJson(value)
	if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`
	if (typeof value !== 'object' || value === null) return JSON.stringify(value)
	const members = Object.entries(value)
		.filter(([, member]) => member !== undefined)
		.sort(([a], [b]) => (a < b ? -1 : 1))
	return `{${members.map(([key, member]) => `${quoteSortedJson(key)}:${sorted(member)}`).join(',')}}`
}
