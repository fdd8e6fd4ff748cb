import { QueryError, QueryPanic } from '../../chain/faults.ts'
import type { KvDatabase } from '../../store/KvDatabase.ts'
import { prefixEnd } from '../../store/keyBytes.ts'
import { fromUtf8 } from '../../util/bytes.ts'
import { blockIndexPrefix, readHeight } from '../store/keys.ts'
import type { Query } from './parseQuery.ts'
import { inRange, isRange, keyRanges } from './ranges.ts'
import { conversionText, operandText } from './searchTxs.ts'

/** Heights a node keeps: all between these. */
export interface KeptHeights {
	readonly earliest: number
	readonly latest: number
}

/** The heights of blocks whose events match (v0.34.15 state/indexer/block/kv Search). Throws QueryPanic. */
export async function searchBlocks(db: KvDatabase, kept: KeptHeights, query: Query): Promise<ReadonlySet<number>> {
	const { conditions, fault } = query
	if (fault !== undefined) throw new QueryError(`failed to parse query conditions: ${fault}`)
	const exact = conditions.find((condition) => condition.key === 'block.height' && condition.operator === '=')
	if (exact !== undefined) {
		if (exact.operand?.kind !== 'int') throw new QueryPanic(conversionText(exact.operand, 'int64'))
		const height = Number(exact.operand.value)
		return new Set(height >= kept.earliest && height <= kept.latest && kept.latest > 0 ? [height] : [])
	}
	let found: ReadonlySet<number> | undefined
	const narrow = async (read: (within: ReadonlySet<number> | undefined) => Promise<Set<number>>): Promise<void> => {
		if (found?.size !== 0) found = await read(found)
	}
	for (const range of keyRanges(conditions)) {
		if (range.key === 'block.height')
			await narrow(async (within) => keptWithin(kept, within, (h) => inRange(range, `${h}`)))
		else await narrow((within) => scan(db, blockIndexPrefix(range.key), within, (value) => inRange(range, value)))
	}
	for (const { key, operator, operand } of conditions.filter((condition) => !isRange(condition))) {
		if (key === 'block.height') await narrow(async (within) => keptWithin(kept, within, () => operator === 'EXISTS'))
		else if (operand === undefined) await narrow((within) => scan(db, blockIndexPrefix(key), within))
		else if (operator === '=') await narrow((within) => scan(db, blockIndexPrefix(key, operandText(operand)), within))
		else {
			const part = String(operand.value)
			await narrow((within) => scan(db, blockIndexPrefix(key), within, (value) => value.includes(part)))
		}
	}
	return found ?? new Set()
}

function keptWithin(
	{ earliest, latest }: KeptHeights,
	within: ReadonlySet<number> | undefined,
	test: (height: number) => boolean,
): Set<number> {
	const found = new Set<number>()
	if (latest === 0) return found
	for (let height = earliest; height <= latest; height++) {
		if ((within === undefined || within.has(height)) && test(height)) found.add(height)
	}
	return found
}

async function scan(
	db: KvDatabase,
	prefix: Uint8Array,
	within: ReadonlySet<number> | undefined,
	test?: (value: string) => boolean,
): Promise<Set<number>> {
	// The index begins with a letter, so that there is a key after all of its own.
	const lt = prefixEnd(prefix)!
	const found = new Set<number>()
	for await (const [key] of db.range({ gte: prefix, lt })) {
		const height = readHeight(key)
		if (within !== undefined && !within.has(height)) continue
		// After the key's own prefix comes the value with its two closing bytes, then the height.
		const value = (): string => fromUtf8(key.subarray(prefix.length, key.length - 10)).replaceAll('\0\xff', '\0')
		if (test === undefined || test(value())) found.add(height)
	}
	return found
}
