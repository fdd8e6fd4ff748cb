/** Any JSON value. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/** The value at a jq path such as `.result.value.sequence` or `.result[0].denom`; undefined if there is none. */
export function valueAt(document: JsonValue | undefined, path: string): JsonValue | undefined {
	let at: JsonValue | undefined = document
	for (const step of steps(path)) {
		if (at === null || typeof at !== 'object') return undefined
		if (Array.isArray(at)) at = typeof step === 'number' ? (at as readonly JsonValue[])[step] : undefined
		else
			at = typeof step === 'string' && Object.hasOwn(at, step) ? (at as { [key: string]: JsonValue })[step] : undefined
	}
	return at
}

/** The steps of a jq path: names and list indices. `[]`, all items, is the first one. */
export function steps(path: string): readonly (string | number)[] {
	const out: (string | number)[] = []
	for (const [, name, quoted, index] of path.matchAll(/\.([A-Za-z_][\w-]*)|\.?\["([^"]*)"\]|\[(\d*)\]/g)) {
		if (index !== undefined) out.push(Number(index))
		else out.push(name ?? quoted ?? '')
	}
	return out
}

/** Paths of all values of a document that hold no others; lists count as one value. */
export function leafPaths(document: JsonValue, path = ''): readonly string[] {
	if (document === null || typeof document !== 'object' || Array.isArray(document)) return [path === '' ? '.' : path]
	const entries = Object.entries(document)
	if (entries.length === 0) return path === '' ? [] : [path]
	return entries.flatMap(([key, value]) => leafPaths(value, `${path}${step(key)}`))
}

function step(key: string): string {
	return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `.["${key}"]`
}

/** Whether one path equals another or contains it. */
export function isWithin(path: string, outer: string): boolean {
	return path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`)
}
