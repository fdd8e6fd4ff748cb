import { BinaryReader } from '@bufbuild/protobuf/wire'
import type { AbciEvent, EventAttribute, TxResult } from '../../abci/Application.ts'
import { emptyTxResult } from '../../abci/emptyTxResult.ts'
import type { TxRecord } from '../../chain/blockTypes.ts'
import { goString } from '../../util/goString.ts'

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
		if (field === 4) break
		reader.skip(type)
	}
	return nothing
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
