import { prefixes, readHeight, readPosition } from './keys.ts'

/** A record as it lies in the whole database; without a value when it is damaged. */
export type RawRecord = readonly [key: Uint8Array, value: Uint8Array | undefined]

/**
 * Keys of the engine's records of blocks above a height, including index entries, found by key alone, because those
 * blocks may be unreadable. A damaged entry whose value would give its height is included; it is rebuilt with the
 * missing ones.
 */
export async function recordsAbove(records: AsyncIterable<RawRecord>, height: number): Promise<readonly Uint8Array[]> {
	const above: Uint8Array[] = []
	for await (const [key, value] of records) {
		if (key[0] !== prefixes.engine[0] || key.length < 10) continue
		const of = heightOf(String.fromCharCode(key[1] ?? 0), key.subarray(1), value)
		if (of !== undefined && of > height) above.push(key)
	}
	return above
}

/** The height a record belongs to; see keys.ts for the letters. */
function heightOf(letter: string, key: Uint8Array, value: Uint8Array | undefined): number | undefined {
	if ('hcbeu'.includes(letter)) return readHeight(key.subarray(0, 9))
	if (letter === 't' || letter === 'i') return readPosition(key).height
	if (letter === 'j') return readHeight(key)
	if (letter === 'H') return value === undefined ? Number.POSITIVE_INFINITY : readHeight(value)
	if (letter === 'x') return value === undefined ? Number.POSITIVE_INFINITY : readPosition(value).height
	return undefined
}
