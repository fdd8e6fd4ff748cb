import { jsonOf } from '../../../util/jsonParts.ts'
import { Comparison, type FormRow, type RestReplyText } from './Comparison.ts'
import { diffAccountForms } from './diffAccountForms.ts'
import { type JsonValue, valueAt } from './jsonPaths.ts'

/** Kind of a reply. */
type Shape = 'account' | 'coins' | 'supply' | 'tx' | 'error' | 'gateway' | 'text' | 'other'

/** Both generations' replies to the same request, one row for each meaning; the first row is the HTTP status. */
export function diffReplies(reply8: RestReplyText, reply9: RestReplyText): readonly FormRow[] {
	const document8 = jsonOf(reply8.body) as JsonValue | undefined
	const document9 = jsonOf(reply9.body) as JsonValue | undefined
	const shapes = `${shapeOf(document8)} → ${shapeOf(document9)}`
	const status = statusRow(reply8, reply9, shapes)
	return [status, ...bodyRows(reply8.body, document8, reply9.body, document9, shapes)]
}

function bodyRows(
	body8: string,
	document8: JsonValue | undefined,
	body9: string,
	document9: JsonValue | undefined,
	shapes: string,
): readonly FormRow[] {
	const note = otherShape.get(shapes)
	const rows = new Comparison(document8 ?? (body8 === '' ? {} : body8), document9 ?? (body9 === '' ? {} : body9))
	switch (shapes) {
		case 'account → account':
			return diffAccountForms(body8, body9)
		case 'coins → coins':
			rows.field('height', '.height', '.height', { changed: 'The replies were read at different heights.' })
			rows.field('coins', '.result', '.result', {
				changed: 'The balances differ: the replies were read at different heights.',
			})
			break
		case 'tx → tx':
			compareTxs(rows, document8 ?? null, document9 ?? null)
			break
		case 'error → error':
			rows.field('error text', '.error', '.error', { changed: errorNote(document8 ?? null, document9 ?? null) })
			break
		default:
			rows.rest(note, note)
			return rows.rows
	}
	rows.rest()
	return rows.rows
}

/** Explanation of a reply that became another kind. */
const otherShape: ReadonlyMap<string, string> = new Map([
	['error → account', 'Generation 9 takes addresses of 1 to 255 bytes; an address nobody uses is an empty account.'],
	[
		'tx → error',
		'Generation 9 looks up the signer while it converts, so a signer without an account is an HTTP error.',
	],
	['text → gateway', 'Every unknown path and wrong method is answered with 501; it was 404 or 405.'],
	['coins → gateway', 'The path is gone: ask GET /bank/total and read .result.supply.'],
	['text → supply', 'The path is new, in place of /supply/total; the list is in .result.supply.'],
])

function compareTxs(rows: Comparison, document8: JsonValue, document9: JsonValue): void {
	rows.field('height', '.height', '.height', {
		omitted: 'Left out when it is 0: the transaction is in no block.',
		changed: 'Another block.',
	})
	rows.field('hash', '.txhash', '.txhash', {
		changed: 'The hash is of the protobuf bytes the transaction is converted to, not of the amino bytes.',
	})
	rows.field('codespace', '.codespace', '.codespace', {
		added: 'The codespace is always told; generation 8 told it only of transactions it waited for.',
		omitted: 'The transaction is not refused in generation 9.',
	})
	const isMultisig = valueAt(document8, '.code') === undefined && valueAt(document9, '.code') !== undefined
	rows.field('code', '.code', '.code', {
		added: isMultisig
			? 'The conversion marks the signatures of a threshold key as those of its first members, so others do not verify.'
			: 'Refused in generation 9 only.',
	})
	rows.field('data', '.data', '.data', {
		added: 'The type URLs of the messages and what they returned, as hex of protobuf bytes.',
	})
	rows.field('raw log', '.raw_log', '.raw_log', { changed: logNote(document8, document9) })
	rows.field('logs', '.logs', '.logs', {
		added: 'Always there: null or an empty list when nothing is logged.',
		changed:
			'msg_index is left out when it is 0 and log when it is empty; message.action is the type URL of the message.',
	})
	rows.field('information', '.info', '.info')
	rows.field('gas wanted', '.gas_wanted', '.gas_wanted')
	rows.field('gas used', '.gas_used', '.gas_used', {
		changed: 'Stores and checks cost other amounts of gas.',
		added: 'Counted before the refusal.',
	})
	rows.field('transaction', '.tx', '.tx', { changed: 'timeout_height is new.' })
	rows.field('time', '.timestamp', '.timestamp', { changed: 'Another block.' })
	rows.field('events', '.events', '.events', {
		added:
			'The events of the fee, the signatures and the messages, keys and values as base64; null when there are none.',
	})
}

function logNote(document8: JsonValue, document9: JsonValue): string {
	const log8 = String(valueAt(document8, '.raw_log'))
	const log9 = String(valueAt(document9, '.raw_log'))
	if (log8.startsWith('[') && log9.startsWith('[')) {
		return 'The logs as text: without msg_index 0 and empty log, and message.action is the type URL of the message.'
	}
	if (log8.startsWith('[')) return 'A refusal instead of logs.'
	return 'Texts of errors have the class last, not first, and some wordings changed: go by codespace and code.'
}

function errorNote(document8: JsonValue, document9: JsonValue): string {
	const text8 = String(valueAt(document8, '.error'))
	const text9 = String(valueAt(document9, '.error'))
	if (text9 === `failed to decode JSON payload: ${text8}`) return 'Errors of reading the body have a prefix.'
	if (text8.startsWith('decoding bech32 failed')) return 'The bech32 reader words its errors differently.'
	return 'The text of the error changed.'
}

function statusRow(reply8: RestReplyText, reply9: RestReplyText, shapes: string): FormRow {
	const isSame = reply8.status === reply9.status
	return {
		meaning: 'HTTP status',
		path8: undefined,
		value8: String(reply8.status),
		path9: undefined,
		value9: String(reply9.status),
		kind: isSame ? 'same' : 'changed',
		explanation: isSame ? 'The same in both.' : (otherShape.get(shapes) ?? 'Another status.'),
	}
}

function shapeOf(document: JsonValue | undefined): Shape {
	if (document === undefined) return 'text'
	if (typeof valueAt(document, '.error') === 'string') return 'error'
	if (valueAt(document, '.txhash') !== undefined) return 'tx'
	if (valueAt(document, '.result.type') !== undefined) return 'account'
	if (Array.isArray(valueAt(document, '.result'))) return 'coins'
	if (valueAt(document, '.result.supply') !== undefined) return 'supply'
	if (typeof valueAt(document, '.code') === 'number') return 'gateway'
	return 'other'
}
