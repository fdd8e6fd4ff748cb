import { concatBytes, utf8 } from '../../util/bytes.ts'
import { goStringBytes } from '../../util/goString.ts'
import { newBytes } from '../../util/newBytes.ts'

/*
 * Keys of the engine's part of the database. Heights are 8 bytes and indexes 4 bytes, big-endian, so that byte order is
 * chain order. The first letter names the kind of record; `i` is the tx index.
 */

/** Key prefixes of the application's and the engine's records in the node's database. */
export const prefixes = { engine: utf8('e'), application: utf8('a') } as const

/** The state between two blocks, one record. */
export const stateKey = utf8('s')
/** Precommits seen for the latest block. */
export const seenCommitKey = utf8('S')
/** The genesis document's text. */
export const genesisKey = utf8('g')
/** Parts of an app_state that is too large for a text, by number; the first holds its size. */
export const genesisPartKey = (part: number): Uint8Array => concatBytes(genesisKey, uint64(part))
/** Lowest height whose records may still be there. */
export const sweptKey = utf8('w')
/** Named snapshots. */
export const snapshotsKey = utf8('P')
/** Changes of the clock. */
export const clockKey = utf8('k')
/** Present while a reset is in progress. */
export const resetKey = utf8('R')

export const metaKey = (height: number): Uint8Array => concatBytes(letters.meta, uint64(height))
export const commitKey = (height: number): Uint8Array => concatBytes(letters.commit, uint64(height))
export const beginEventsKey = (height: number): Uint8Array => concatBytes(letters.beginEvents, uint64(height))
export const endEventsKey = (height: number): Uint8Array => concatBytes(letters.endEvents, uint64(height))
export const endBlockKey = (height: number): Uint8Array => concatBytes(letters.endBlock, uint64(height))
export const blockHashKey = (hash: Uint8Array): Uint8Array => concatBytes(letters.blockHash, hash)
export const txHashKey = (hash: Uint8Array): Uint8Array => concatBytes(letters.txHash, hash)
export const txKey = (height: number, index: number): Uint8Array =>
	concatBytes(letters.tx, writePosition(height, index))

/** Key of a tx index entry: composite key, slash, value, slash, then the transaction's position (`writePosition`). */
export function txIndexKey(compositeKey: string, value: string, place: Uint8Array): Uint8Array {
	const text = `i${compositeKey}/${value}/`
	const { length } = text
	const key = newBytes(length + place.length)
	for (let i = 0; i < length; i++) {
		const code = text.charCodeAt(i)
		if (code >= 0x80) return concatBytes(goStringBytes(text), place)
		key[i] = code
	}
	key.set(place, length)
	return key
}

/** All tx index entries whose text begins so. */
export function txIndexPrefix(text: string): Uint8Array {
	return goStringBytes(`i${text}`)
}

/** Block index: composite key and value, each ended by a zero byte that cannot be mistaken, then the height. */
export function blockIndexKey(compositeKey: string, value: string, height: number): Uint8Array {
	return concatBytes(letters.blockIndex, terminated(compositeKey), terminated(value), uint64(height))
}

/** All block index entries of a key, or of a key and value. */
export function blockIndexPrefix(compositeKey: string, value?: string): Uint8Array {
	const prefix = concatBytes(letters.blockIndex, terminated(compositeKey))
	return value === undefined ? prefix : concatBytes(prefix, terminated(value))
}

/** Height and index at the end of a tx index key or as the value of a hash record. */
export function readPosition(bytes: Uint8Array): { height: number; index: number } {
	const view = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 12, 12)
	return { height: Number(view.getBigUint64(0)), index: view.getUint32(8) }
}

/** The value of a hash record and the end of a tx index key. */
export function writePosition(height: number, index: number): Uint8Array {
	const bytes = new Uint8Array(12)
	const view = new DataView(bytes.buffer)
	view.setBigUint64(0, BigInt(height))
	view.setUint32(8, index)
	return bytes
}

/** 8 bytes, big-endian. */
export function uint64(value: number): Uint8Array {
	const bytes = new Uint8Array(8)
	new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
	return bytes
}

/** Reads 8 bytes from the end of a key. */
export function readHeight(bytes: Uint8Array): number {
	return Number(new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 8, 8).getBigUint64(0))
}

const letters = {
	meta: utf8('h'),
	commit: utf8('c'),
	beginEvents: utf8('b'),
	endEvents: utf8('e'),
	endBlock: utf8('u'),
	blockHash: utf8('H'),
	tx: utf8('t'),
	txHash: utf8('x'),
	blockIndex: utf8('j'),
}

function terminated(text: string): Uint8Array {
	return goStringBytes(`${text.replaceAll('\0', '\0\xff')}\0\x01`)
}

/** A record as it lies in the whole database; without a value when it is damaged. */
type RawRecord = readonly [key: Uint8Array, value: Uint8Array | undefined]

/**
 * Keys of the engine's records of blocks above a height, including index entries, found by key alone, because those
 * blocks may be unreadable. A damaged entry whose value would give its height is included; it is rebuilt with the
 * missing ones.
 */
export async function recordsAbove(records: AsyncIterable<RawRecord>, height: number): Promise<readonly Uint8Array[]> {
	const above: Uint8Array[] = []
	for await (const [key, value] of records) {
		if (key[0] !== prefixes.engine[0] || key.length < 10) continue
		if (heightOf(String.fromCharCode(key[1]!), key, value) > height) above.push(key)
	}
	return above
}

/** The height a record belongs to, below all others if to none; see above for the letters. */
function heightOf(letter: string, key: Uint8Array, value: Uint8Array | undefined): number {
	if ('hcbeuj'.includes(letter)) return readHeight(key)
	if (letter === 't' || letter === 'i') return readPosition(key).height
	if (letter === 'H') return value === undefined ? Number.POSITIVE_INFINITY : readHeight(value)
	if (letter === 'x') return value === undefined ? Number.POSITIVE_INFINITY : readPosition(value).height
	return Number.NEGATIVE_INFINITY
}
