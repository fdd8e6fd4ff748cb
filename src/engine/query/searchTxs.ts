import { QueryError, QueryPanic } from '../../chain/faults.ts'
import type { KvDatabase } from '../../store/KvDatabase.ts'
import { prefixEnd } from '../../store/keyBytes.ts'
import { fromHex } from '../../util/bytes.ts'
import { goString } from '../../util/goString.ts'
import type { BlockStore } from '../store/BlockStore.ts'
import { readPosition, txIndexPrefix, txKey } from '../store/keys.ts'
import type { Condition, Query } from './parseQuery.ts'
import { inRange, isRange, keyRanges } from './ranges.ts'

/** Places of transactions as one number each (see `position`), in no order. */
export type Positions = ReadonlySet<number>

/** Height and index within the block in one number; the order of numbers is chain order. */
function position(height: number, index: number): number {
	return height * indexSpan + index
}

/** The height and index of a `position`. */
export function fromPosition(value: number): { height: number; index: number } {
	return { height: Math.floor(value / indexSpan), index: value % indexSpan }
}

/**
 * Finds the places of the transactions a query matches (tendermint v0.34.15 state/txindex/kv Search). Index entries are
 * read as a stream, transactions not at all. As there, `=` matches a value as a path prefix (`tx.acc_seq='addr'` finds
 * `addr/7`), while ranges and CONTAINS see only values without a slash.
 * @throws {QueryError} and QueryPanic.
 */
export async function searchTxs(db: KvDatabase, store: BlockStore, query: Query): Promise<Positions> {
	const { conditions, fault } = query
	if (fault !== undefined) throw new QueryError(`error during parsing conditions from query: ${fault}`)
	const hash = conditions.find((condition) => condition.key === 'tx.hash')
	if (hash !== undefined) return byHash(store, hash)
	const heights = heightBounds(conditions)
	let found: Set<number> | undefined
	const narrow = async (prefix: string, test?: (text: string) => boolean): Promise<void> => {
		if (found?.size !== 0) found = await scan(db, prefix, heights, found, test)
	}
	for (const range of keyRanges(conditions)) {
		if (range.key === 'tx.height') continue
		await narrow(`${range.key}/`, (text) => inRange(range, tagValue(text)))
	}
	for (const { key, operator, operand } of conditions.filter((c) => !isRange(c) && c.key !== 'tx.height')) {
		if (operand === undefined) await narrow(`${key}/`)
		else if (operator === '=') await narrow(`${key}/${operandText(operand)}/`)
		else await narrow(`${key}/`, (text) => isTag(text) && tagValue(text).includes(String(operand.value)))
	}
	found ??= await allWithin(db, heights)
	const containing = conditions.filter((c) => c.key === 'tx.height' && c.operator === 'CONTAINS')
	if (containing.length === 0) return found
	const has = (height: number) => containing.every((c) => String(height).includes(String(c.operand?.value)))
	return new Set([...found].filter((value) => has(fromPosition(value).height)))
}

/** The heights a query asks for, both included, when it asks for heights alone; else undefined. */
export function heightsAsked({ conditions, fault }: Query): HeightRange | undefined {
	const isPlain = ({ key, operator }: Condition): boolean => key === 'tx.height' && operator !== 'CONTAINS'
	return fault === undefined && conditions.every(isPlain) ? heightBounds(conditions) : undefined
}

/** The text of an operand as the index writes it (Go's %v). */
export function operandText(operand: NonNullable<Condition['operand']>): string {
	if (operand.kind !== 'time') return String(operand.value)
	return `${new Date(operand.value).toISOString().slice(0, 19).replace('T', ' ')} +0000 UTC`
}

const indexSpan = 2 ** 23
/** The highest height whose positions are exact numbers. */
const highest = 2 ** 30 - 1

/** Heights from one to another, both included. */
export interface HeightRange {
	readonly lower: number
	readonly upper: number
}

function byHash(store: BlockStore, { operand }: Condition): Positions {
	if (operand?.kind !== 'text') throw new QueryPanic(conversionText(operand, 'string'))
	const bytes = fromHex(operand.value)
	if (bytes === undefined) {
		throw new QueryError(`error during searching for a hash in the query: ${hexFault(operand.value)}`)
	}
	if (bytes.length === 0) throw new QueryError('error while retrieving the result: transaction hash cannot be empty')
	const record = store.tx(bytes)
	return new Set(record === undefined ? [] : [position(record.height, record.index)])
}

function heightBounds(conditions: readonly Condition[]): HeightRange {
	let [lower, upper] = [0, highest]
	const narrow = (from: bigint | undefined, to: bigint | undefined): void => {
		lower = Math.max(lower, Number(from ?? lower))
		upper = Math.min(upper, Number(to ?? upper))
	}
	for (const range of keyRanges(conditions)) {
		if (range.key !== 'tx.height') continue
		if (range.numeric) narrow(range.lower, range.upper)
		else upper = -1
	}
	const exact = conditions.filter(({ key, operator }) => key === 'tx.height' && operator === '=')
	for (const [index, { operand }] of exact.entries()) {
		if (operand?.kind === 'int') narrow(operand.value, operand.value)
		// Only the first is converted (lookForHeight); another one is looked for as a text, which no height has.
		else if (index === 0) throw new QueryPanic(conversionText(operand, 'int64'))
		else upper = -1
	}
	return { lower, upper }
}

async function scan(
	db: KvDatabase,
	prefix: string,
	{ lower, upper }: HeightRange,
	within: Positions | undefined,
	test?: (text: string) => boolean,
): Promise<Set<number>> {
	const gte = txIndexPrefix(prefix)
	// The index begins with a letter, so that there is a key after all of its own.
	const lt = prefixEnd(gte)!
	const found = new Set<number>()
	for await (const [key] of db.range({ gte, lt })) {
		const { height, index } = readPosition(key)
		if (height < lower || height > upper) continue
		const value = position(height, index)
		if (within !== undefined && !within.has(value)) continue
		// Between the letter of the index and the slash before the position lies "key/value".
		if (test === undefined || test(goString(key.subarray(1, key.length - 13)))) found.add(value)
	}
	return found
}

async function allWithin(db: KvDatabase, { lower, upper }: HeightRange): Promise<Set<number>> {
	const found = new Set<number>()
	if (upper < lower) return found
	for await (const [key] of db.range({ gte: txKey(lower, 0), lt: txKey(upper + 1, 0) })) {
		const { height, index } = readPosition(key)
		found.add(position(height, index))
	}
	return found
}

/** Whether an entry has no slash but the one between key and value. */
function isTag(text: string): boolean {
	return text.indexOf('/') === text.lastIndexOf('/')
}

function tagValue(text: string): string {
	return text.slice(text.indexOf('/') + 1)
}

/** The text of Go's panic over an operand of another kind. */
export function conversionText(operand: Condition['operand'], wanted: string): string {
	const types = { text: 'string', int: 'int64', float: 'float64', time: 'time.Time' }
	return `interface conversion: interface {} is ${operand === undefined ? 'nil' : types[operand.kind]}, not ${wanted}`
}

/** The text of Go's encoding/hex for a text that is not hex. */
function hexFault(text: string): string {
	const bad = [...text].find((char) => !/[0-9a-fA-F]/.test(char))
	if (bad === undefined) return 'encoding/hex: odd length hex string'
	const code = bad.codePointAt(0)!
	return `encoding/hex: invalid byte: U+${code.toString(16).toUpperCase().padStart(4, '0')} '${bad}'`
}
