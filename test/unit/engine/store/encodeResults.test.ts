import { create, toBinary } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { emptyTxResult, type TxResult } from '../../../../src/abci/Application.ts'

import {
	decodeEvents,
	decodeRecordGas,
	decodeRecordTx,
	decodeTxRecord,
	encodeEvents,
	encodeTxRecord,
} from '../../../../src/engine/store/results.ts'

import { TxResultSchema } from '../../../../src/gen/tendermint/abci/types_pb.js'
import { toHex } from '../../../../src/util/bytes.ts'
import { goStringBytes } from '../../../../src/util/goString.ts'
import { seededRandom } from '../../../support/random.js'

const random = seededRandom()
const below = (limit: number) => Math.floor(random() * limit)
const hash = new Uint8Array(32)

/** Lengths around those where the length of a length changes. */
const lengths = [0, 1, 2, 63, 64, 100, 126, 127, 128, 129, 16_382, 16_383, 16_384, 20_000]

const alphabets = ['abc/=', 'aé€😀', 'a\udc80\udcff', '\0"\\']

function text(): string {
	const letters = [...alphabets[below(alphabets.length)]!]
	const length = below(40) === 0 ? lengths[below(lengths.length)]! : below(140)
	return Array.from({ length }, () => letters[below(letters.length)]).join('')
}

function bytes(): Uint8Array {
	return Uint8Array.from({ length: below(30) === 0 ? lengths[below(lengths.length)]! : below(300) }, () => below(256))
}

const amounts = [0n, 1n, 127n, 128n, 70_000n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 63n - 1n, -1n, -(2n ** 63n)]

function result(): TxResult {
	return {
		code: below(3) === 0 ? below(200_000) : 0,
		codespace: text(),
		data: bytes(),
		log: text(),
		info: below(4) === 0 ? text() : '',
		gasWanted: amounts[below(amounts.length)]!,
		gasUsed: amounts[below(amounts.length)]!,
		events: Array.from({ length: below(6) }, () => ({
			type: text(),
			attributes: Array.from({ length: below(4) }, () => ({ key: text(), value: text(), index: below(2) === 0 })),
		})),
	}
}

/** The same by the library's own encoder. */
function byLibrary(height: number, index: number, tx: Uint8Array, { events, ...rest }: TxResult): Uint8Array {
	const wire = (value: string) => goStringBytes(value)
	return toBinary(
		TxResultSchema,
		create(TxResultSchema, {
			height: BigInt(height),
			index,
			tx,
			result: {
				...rest,
				events: events.map(({ type, attributes }) => ({
					type,
					attributes: attributes.map(({ key, value, index: marked }) => ({
						key: wire(key),
						value: wire(value),
						index: marked,
					})),
				})),
			},
		}),
	)
}

describe('the record of a transaction', () => {
	it('the record of a transaction is the protobuf message of its schema, byte by byte', () => {
		for (let round = 0; round < 400; round++) {
			const [height, index, tx, made] = [1 + below(2 ** 40), below(5000), bytes(), result()]
			const texts = [made.log, made.info, made.codespace, ...made.events.map(({ type }) => type)]
			// The library writes no text that is not UTF-8.
			if (texts.some((one) => /\p{Surrogate}/u.test(one))) continue
			expect(toHex(encodeTxRecord({ height, index, tx, result: made }))).toBe(toHex(byLibrary(height, index, tx, made)))
		}
	})

	it('the record of the first transaction of a block leaves out what is zero or empty, and is read with it', () => {
		const empty = { hash, height: 7, index: 0, tx: new Uint8Array(0), result: emptyTxResult }
		expect(toHex(encodeTxRecord(empty))).toBe(toHex(byLibrary(7, 0, empty.tx, emptyTxResult)))
		expect(decodeTxRecord(hash, encodeTxRecord(empty))).toEqual(empty)
		expect(encodeEvents([])).toEqual(new Uint8Array(0))
		expect(decodeRecordTx(encodeTxRecord(empty))).toEqual(new Uint8Array(0))
		expect(decodeRecordTx(new Uint8Array(0))).toEqual(new Uint8Array(0))
		expect(decodeTxRecord(hash, new Uint8Array(0))).toEqual({ ...empty, height: 0 })
	})

	it('the bytes of a transaction are read from its record without the rest, and events are the field 1 of a message', () => {
		const record = { height: 7, index: 2, tx: Uint8Array.of(9, 8, 7), result: { ...emptyTxResult, log: 'fine' } }
		expect(decodeRecordTx(encodeTxRecord(record))).toEqual(record.tx)
		const attributes = [{ key: 'k', value: 'v', index: true }]
		expect(toHex(encodeEvents([{ type: 'a', attributes }]))).toBe('0a0d0a01611208' + '0a016b120176' + '1801')
	})

	it('the record of a transaction is read as it was written, bytes that are no UTF-8 too', () => {
		for (let round = 0; round < 300; round++) {
			const record = { hash, height: 1 + below(2 ** 40), index: below(5000), tx: bytes(), result: result() }
			expect(decodeTxRecord(hash, encodeTxRecord(record))).toEqual(record)
			expect(decodeEvents(encodeEvents(record.result.events))).toEqual(record.result.events)
		}
	})

	it('the gas of a record is the one of its result, read without the rest', () => {
		for (let round = 0; round < 300; round++) {
			const record = { hash, height: 1 + below(2 ** 40), index: below(5000), tx: bytes(), result: result() }
			expect(decodeRecordGas(encodeTxRecord(record))).toBe(record.result.gasUsed)
		}
		expect(decodeRecordGas(encodeTxRecord({ height: 1, index: 0, tx: bytes(), result: emptyTxResult }))).toBe(0n)
	})

	it('the record of a transaction has nothing of a record before it that could not be written', () => {
		const record = { hash, height: 3, index: 1, tx: bytes(), result: { ...emptyTxResult, log: 'fine' } }
		const expected = toHex(encodeTxRecord(record))
		const broken = { ...record, result: { ...record.result, events: [undefined as never] } }
		expect(() => encodeTxRecord(broken)).toThrow(TypeError)
		expect(toHex(encodeTxRecord(record))).toBe(expected)
	})

	it('a record may be larger than any before', () => {
		const record = { hash, height: 3, index: 1, tx: new Uint8Array(3_000_000).fill(7), result: emptyTxResult }
		const { tx, ...rest } = decodeTxRecord(hash, encodeTxRecord(record))
		// Byte by byte, the matcher takes ten seconds for it.
		expect(Buffer.compare(tx, record.tx)).toBe(0)
		expect({ ...rest, tx: record.tx.subarray(0, 1) }).toEqual({ ...record, tx: tx.subarray(0, 1) })
	})
})
