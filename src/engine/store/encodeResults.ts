import { type BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import type { AbciEvent, TxResult } from '../../abci/Application.ts'
import type { TxRecord } from '../../chain/blockTypes.ts'
import { bytesField, int64Field, message, messageField, varintField } from '../../chain/hash/encodeBlock.ts'
import { goStringBytes } from '../../util/goString.ts'

/** `tendermint.abci.TxResult`: a transaction with its place and its result. */
export function encodeTxRecord(record: Omit<TxRecord, 'hash'>): Uint8Array {
	return message((w) => {
		int64Field(w, 1, BigInt(record.height))
		varintField(w, 2, record.index)
		bytesField(w, 3, record.tx)
		w.tag(4, WireType.LengthDelimited).fork()
		writeTxResult(w, record.result)
		w.join()
	})
}

/** A list of `tendermint.abci.Event` as field 1 of a message. */
export function encodeEvents(events: readonly AbciEvent[]): Uint8Array {
	return message((w) => {
		for (const event of events) writeEvent(w, 1, event)
	})
}

/** Fields of `tendermint.abci.ResponseDeliverTx`. */
function writeTxResult(w: BinaryWriter, result: TxResult): void {
	varintField(w, 1, result.code)
	bytesField(w, 2, result.data)
	textField(w, 3, result.log)
	textField(w, 4, result.info)
	int64Field(w, 5, result.gasWanted)
	int64Field(w, 6, result.gasUsed)
	for (const event of result.events) writeEvent(w, 7, event)
	textField(w, 8, result.codespace)
}

function writeEvent(w: BinaryWriter, field: number, event: AbciEvent): void {
	w.tag(field, WireType.LengthDelimited).fork()
	textField(w, 1, event.type)
	for (const attribute of event.attributes) {
		w.tag(2, WireType.LengthDelimited).fork()
		textField(w, 1, attribute.key)
		textField(w, 2, attribute.value)
		if (attribute.index) w.tag(3, WireType.Varint).bool(true)
		w.join()
	}
	w.join()
}

/** Texts may hold bytes that are not UTF-8 (see goString): they are kept. */
function textField(w: BinaryWriter, field: number, text: string): void {
	if (text !== '') messageField(w, field, goStringBytes(text))
}
