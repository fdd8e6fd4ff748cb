import type { AbciEvent, TxResult } from '../../abci/Application.ts'
import type { TxRecord } from '../../chain/blockTypes.ts'
import { RecordWriter } from './RecordWriter.ts'

const writer = new RecordWriter()

/** `tendermint.abci.TxResult`: a transaction with its place and its result. */
export function encodeTxRecord(record: Omit<TxRecord, 'hash'>): Uint8Array {
	writer.clear()
	writer.int64(1, BigInt(record.height))
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
		if (attribute.index) writer.yes(3)
		writer.end(inner)
	}
	writer.end(begun)
}
