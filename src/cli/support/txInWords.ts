import type { TxSummary } from '../../client/index.ts'
import { formatEvmAmount } from '../../codec/coins/evmAmount.ts'
import { ethereumMessageType } from '../../codec/tx/outlineTx.ts'
import { coinsInWords } from './amountText.ts'
import { printable } from './printable.ts'

/** A short description of a transaction. */
export interface TxWords {
	readonly kind: string
	readonly who: string
	readonly what: string
}

/** Describes a transaction by its first message; `nameOf` gives the name of an address, or the address. */
export function txInWords(tx: TxSummary, nameOf: (address: string) => string, denom: string): TxWords {
	const type = tx.messageTypes[0] ?? ''
	const { first } = tx
	const person = (address: unknown): string => printable(nameOf(String(address ?? '')), 64)
	const coins = (): string => coinsInWords(list(first.amount).filter(isCoin), denom)
	const more = tx.messageTypes.length > 1 ? ` and ${tx.messageTypes.length - 1} more` : ''
	const who = tx.signers[0] === undefined ? '–' : person(tx.signers[0])
	const words = (kind: string, what: string): TxWords => ({ kind, who, what: `${what}${more}` })
	const ethereumWords = (): TxWords => {
		const { to, value, data } = (first.data ?? {}) as Readonly<Record<string, unknown>>
		const amount = /^\d+$/.test(String(value)) ? BigInt(String(value)) : 0n
		const paid = amount === 0n ? '' : `${formatEvmAmount(amount, denom)} `
		if (to === undefined || to === '') return words('contract', `${paid}new contract`)
		return words(data ? 'call' : 'send', `${paid}to ${person(to)}`)
	}
	if (type.endsWith('.MsgCreateGreet')) return words('greeting', `“${printable(String(first.message ?? ''))}”`)
	if (type.endsWith('.MsgSend')) return words('send', `${coins()} to ${person(first.to_address)}`)
	if (type.endsWith('.MsgCreateVestingAccount')) return words('vesting', `${coins()} to ${person(first.to_address)}`)
	if (type === ethereumMessageType) return ethereumWords()
	if (type === '') return words('unknown', 'bytes that are no transaction')
	return words(printable(type.split('.').at(-1)!.replace(/^Msg/, ''), 24), '')
}

function list(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? (value as readonly unknown[]) : []
}

function isCoin(value: unknown): value is { readonly denom: string; readonly amount: string } {
	const coin = value as { readonly denom?: unknown; readonly amount?: unknown } | null
	return typeof coin?.denom === 'string' && /^\d{1,100}$/.test(String(coin.amount))
}
