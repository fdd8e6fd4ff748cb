import type { Coin, TxSummary } from '../../client/ChainClient.ts'
import { safeText } from '../term/safeText.ts'
import { formatCoins } from './coins.ts'

/** A transaction in one line: what it did and who did it, safe to print. */
export interface TxLine {
	/** `greeting`, `send`, or the short name of the first message. */
	readonly kind: string
	readonly who: string
	readonly what: string
	readonly failed: boolean
}

/**
 * Summarises a transaction by its first message.
 *
 * @param nameOf The name shown for an address.
 */
export function txLine(tx: TxSummary, nameOf: (address: string) => string, denom: string): TxLine {
	const type = tx.messageTypes[0] ?? ''
	const message = tx.first
	const others = tx.messageTypes.length > 1 ? ` and ${tx.messageTypes.length - 1} more` : ''
	const who = safeText(nameOf(tx.signers[0] ?? ''), 80)
	const failed = tx.code !== 0
	const text = (key: string): string => (typeof message[key] === 'string' ? (message[key] as string) : '')
	if (type.endsWith('.MsgCreateGreet')) {
		return { kind: 'greeting', who, what: `“${safeText(text('message'), 200)}”${others}`, failed }
	}
	if (type.endsWith('.MsgSend')) {
		const coins = Array.isArray(message.amount) ? (message.amount as readonly Coin[]).filter(isCoin) : []
		return {
			kind: 'send',
			who,
			what: `${formatCoins(coins, denom)} → ${safeText(nameOf(text('to_address')), 80)}${others}`,
			failed,
		}
	}
	return { kind: safeText(type.split('.').at(-1)?.replace(/^Msg/, '') ?? 'tx', 24), who, what: others.trim(), failed }
}

function field(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

function isCoin(value: unknown): value is Coin {
	return typeof field(value, 'denom') === 'string' && /^\d+$/.test(String(field(value, 'amount')))
}
