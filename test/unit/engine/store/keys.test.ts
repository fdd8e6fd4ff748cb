import { expect, it } from 'vitest'
import {
	beginEventsKey,
	blockHashKey,
	blockIndexKey,
	blockIndexPrefix,
	commitKey,
	endBlockKey,
	endEventsKey,
	genesisKey,
	genesisPartKey,
	metaKey,
	prefixes,
	readHeight,
	readPosition,
	recordsAbove,
	seenCommitKey,
	stateKey,
	txHashKey,
	txIndexKey,
	txIndexPrefix,
	txKey,
	uint64,
	writePosition,
} from '../../../../src/engine/store/keys.ts'
import { concatBytes, toHex } from '../../../../src/util/bytes.ts'

const hash = new Uint8Array(32).fill(0xab)
const nothing = new Uint8Array(0)

it('keys of the records of an engine are a letter with the height, the place or the hash, big-endian', () => {
	const keys = { h: metaKey, c: commitKey, b: beginEventsKey, e: endEventsKey, u: endBlockKey }
	for (const [letter, key] of Object.entries(keys)) {
		expect(toHex(key(0x0102030405))).toBe(`${toHex(Buffer.from(letter))}0000000102030405`)
	}
	expect(toHex(txKey(258, 515))).toBe('74000000000000010200000203')
	expect(toHex(blockHashKey(hash))).toBe(`48${'ab'.repeat(32)}`)
	expect(toHex(txHashKey(hash))).toBe(`78${'ab'.repeat(32)}`)
	expect(toHex(genesisPartKey(3))).toBe('670000000000000003')
	expect(toHex(genesisKey)).toBe('67')
})

it('a key of the index of transactions is its text between the letter and the place, bytes outside of UTF-8 too', () => {
	const place = writePosition(7, 2)
	const end = '000000000000000700000002'
	expect(toHex(txIndexKey('a.b', 'c/d', place))).toBe(`${toHex(Buffer.from('ia.b/c/d/'))}${end}`)
	expect(toHex(txIndexKey('a.b', '\u007f\u0080', place))).toBe(`${toHex(Buffer.from('ia.b/\u007f\u0080/'))}${end}`)
	expect(toHex(txIndexKey('a.b', '\udcff', place))).toBe(`${toHex(Buffer.from('ia.b/'))}ff2f${end}`)
	expect(toHex(txIndexPrefix('a.b/\udcff'))).toBe(`${toHex(Buffer.from('ia.b/'))}ff`)
	expect(readPosition(txIndexKey('a.b', 'c', place))).toEqual({ height: 7, index: 2 })
	expect(readPosition(place)).toEqual({ height: 7, index: 2 })
})

it('a key of the index of blocks ends its parts so that none is the beginning of another', () => {
	const height = '0000000000000009'
	expect(toHex(blockIndexKey('k', 'v', 9))).toBe(`6a6b0001760001${height}`)
	expect(toHex(blockIndexKey('k\0', '', 9))).toBe(`6a6b00c3bf00010001${height}`)
	expect(toHex(blockIndexPrefix('k'))).toBe('6a6b0001')
	expect(toHex(blockIndexPrefix('k', 'v'))).toBe('6a6b0001760001')
	expect(readHeight(blockIndexKey('k', 'v', 9))).toBe(9)
})

it('records of blocks above a height are found by their keys, and by their values where only those tell it', async () => {
	const all = (height: number): readonly (readonly [Uint8Array, Uint8Array])[] => [
		[metaKey(height), nothing],
		[commitKey(height), nothing],
		[beginEventsKey(height), nothing],
		[endEventsKey(height), nothing],
		[endBlockKey(height), nothing],
		[txKey(height, 4), nothing],
		[txIndexKey('a.b', 'c', writePosition(height, 4)), nothing],
		[blockIndexKey('a.b', 'c', height), nothing],
		[blockHashKey(hash), uint64(height)],
		[txHashKey(hash), writePosition(height, 4)],
	]
	const above = async (records: readonly (readonly [Uint8Array, Uint8Array | undefined])[]) => {
		async function* rows() {
			for (const [key, value] of records) yield [concatBytes(prefixes.engine, key), value] as const
		}
		return (await recordsAbove(rows(), 6)).map(toHex)
	}
	const whole = (records: readonly (readonly [Uint8Array, Uint8Array | undefined])[]) =>
		records.map(([key]) => toHex(concatBytes(prefixes.engine, key)))
	expect(await above(all(7))).toEqual(whole(all(7)))
	expect(await above(all(6))).toEqual([])
	// Those whose value is damaged belong to no height that is known.
	const damaged = [
		[blockHashKey(hash), undefined],
		[txHashKey(hash), undefined],
	] as const
	expect(await above(damaged)).toEqual(whole(damaged))
	const others = [stateKey, seenCommitKey, genesisKey, genesisPartKey(9)].map((key) => [key, uint64(9)] as const)
	expect(await above(others)).toEqual([])
})

it('records of the application are none of blocks, whatever their keys look like', async () => {
	async function* rows() {
		yield [concatBytes(prefixes.application, metaKey(9)), nothing] as const
		yield [concatBytes(prefixes.engine, metaKey(9)), nothing] as const
	}
	expect((await recordsAbove(rows(), 6)).map(toHex)).toEqual([toHex(concatBytes(prefixes.engine, metaKey(9)))])
})

it('a key that is too short to have a height belongs to no block, whatever its letter', async () => {
	async function* rows() {
		for (const letter of 'hcbeujtiHx') {
			for (let length = 0; length < 8; length++) {
				yield [concatBytes(prefixes.engine, Buffer.from(letter), new Uint8Array(length).fill(1)), undefined] as const
			}
		}
		yield [concatBytes(prefixes.engine, metaKey(7)), nothing] as const
	}
	expect((await recordsAbove(rows(), 6)).map(toHex)).toEqual([toHex(concatBytes(prefixes.engine, metaKey(7)))])
})
