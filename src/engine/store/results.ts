import { BinaryReader } from '@bufbuild/protobuf/wire'
import { type AbciEvent, type EventAttribute, emptyTxResult, type TxResult } from '../../abci/Application.ts'

import type { TxRecord } from '../../chain/blockTypes.ts'
import { goString } from '../../util/goString.ts'
import { RecordWriter } from './RecordWriter.ts'

const writer = new RecordWriter()

/** `tendermint.abci.TxResult`: a transaction with its place and its result. */
export function encodeTxRecord(record: Omit<TxRecord, 'hash'>): Uint8Array {
	writer.clear()
	writer.uint(1, record.height)
	writer.uint(2, record.index)
	writer.bytes(3, record.tx)
	const begun = writer.begin(4, likelyResultBytes)
	writeTxResult(record.result)
	writer.end(begun)
	return writer.finish()
}

/** A list of `tendermint.abci.Event` as field 1 of a message. */
export function encodeEvents(events: readonly AbciEvent[]): Uint8Array {
	writer.clear()
	for (const event of events) writeEvent(1, event)
	return writer.finish()
}

/** Most results have this many bytes or more, up to 16 kB. */
const likelyResultBytes = 128

/** Fields of `tendermint.abci.ResponseDeliverTx`. */
function writeTxResult(result: TxResult): void {
	writer.uint(1, result.code)
	writer.bytes(2, result.data)
	writer.text(3, result.log)
	writer.text(4, result.info)
	writer.int64(5, result.gasWanted)
	writer.int64(6, result.gasUsed)
	for (const event of result.events) writeEvent(7, event)
	writer.text(8, result.codespace)
}

function writeEvent(field: number, event: AbciEvent): void {
	const begun = writer.begin(field)
	writer.text(1, event.type)
	for (const attribute of event.attributes) {
		const inner = writer.begin(2)
		writer.text(1, attribute.key)
		writer.text(2, attribute.value)
		writer.uint(3, Number(attribute.index))
		writer.end(inner)
	}
	writer.end(begun)
}

/** Reads what `encodeTxRecord` wrote. */
export function decodeTxRecord(hash: Uint8Array, bytes: Uint8Array): TxRecord {
	let [height, index, tx, result] = [0, 0, nothing, emptyTxResult]
	eachField(bytes, (reader, field) => {
		if (field === 1) height = Number(reader.int64())
		else if (field === 2) index = reader.uint32()
		else if (field === 3) tx = reader.bytes().slice()
		else result = decodeTxResult(reader.bytes())
	})
	return { hash, height, index, tx, result }
}

/** Decodes only the transaction's bytes, without its result. */
export function decodeRecordTx(bytes: Uint8Array): Uint8Array {
	const reader = new BinaryReader(bytes)
	while (reader.pos < reader.len) {
		const [field, type] = reader.tag()
		if (field === 3) return reader.bytes().slice()
		reader.skip(type)
	}
	return nothing
}

/** Decodes only the gas that a transaction used. */
export function decodeRecordGas(bytes: Uint8Array): bigint {
	const reader = new BinaryReader(bytes)
	let inResult = false
	while (reader.pos < reader.len) {
		const [field, type] = reader.tag()
		if (field === 4 && !inResult) {
			// The fields of the result, which is the last one, follow its length.
			reader.uint32()
			inResult = true
		} else if (field === 6) return BigInt(reader.int64())
		else reader.skip(type)
	}
	return 0n
}

/** Reads what `encodeEvents` wrote. */
export function decodeEvents(bytes: Uint8Array): AbciEvent[] {
	const events: AbciEvent[] = []
	eachField(bytes, (reader) => events.push(decodeEvent(reader.bytes())))
	return events
}

const nothing = new Uint8Array(0)

function decodeTxResult(bytes: Uint8Array): TxResult {
	const result = { ...emptyTxResult }
	const events: AbciEvent[] = []
	eachField(bytes, (reader, field) => {
		if (field === 1) result.code = reader.uint32()
		else if (field === 2) result.data = reader.bytes().slice()
		else if (field === 3) result.log = goString(reader.bytes())
		else if (field === 4) result.info = goString(reader.bytes())
		else if (field === 5) result.gasWanted = BigInt(reader.int64())
		else if (field === 6) result.gasUsed = BigInt(reader.int64())
		else if (field === 7) events.push(decodeEvent(reader.bytes()))
		else result.codespace = goString(reader.bytes())
	})
	return { ...result, events }
}

function decodeEvent(bytes: Uint8Array): AbciEvent {
	let type = ''
	const attributes: EventAttribute[] = []
	eachField(bytes, (reader, field) => {
		if (field === 1) type = goString(reader.bytes())
		else attributes.push(decodeAttribute(reader.bytes()))
	})
	return { type, attributes }
}

function decodeAttribute(bytes: Uint8Array): EventAttribute {
	const attribute = { key: '', value: '', index: false }
	eachField(bytes, (reader, field) => {
		if (field === 1) attribute.key = goString(reader.bytes())
		else if (field === 2) attribute.value = goString(reader.bytes())
		else attribute.index = reader.bool()
	})
	return attribute
}

function eachField(bytes: Uint8Array, read: (reader: BinaryReader, field: number) => void): void {
	const reader = new BinaryReader(bytes)
	while (reader.pos < reader.len) read(reader, reader.tag()[0])
}
