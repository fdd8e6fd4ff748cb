import { fromBase64, fromUtf8 } from '../../util/bytes.ts'
import type { AbciEvent } from '../../wire/txs.ts'
import type { TxEvent } from '../chainTypes.ts'

/** An event with its keys and values as texts: they are base64 in the 0.34 dialect. */
export function textEvent(event: AbciEvent): TxEvent {
	const attributes = (event.attributes ?? []).map(({ key, value, index }) => ({
		key: text(key),
		value: text(value),
		index: index ?? false,
	}))
	return { type: event.type, attributes }
}

function text(base64: string | null | undefined): string {
	const bytes = fromBase64(base64 ?? '')
	return bytes ? fromUtf8(bytes) : (base64 ?? '')
}
