import type { Coin, TxSummary } from '../../../client/index.ts'
import { ethereumMessageType } from '../../../codec/tx/outlineTx.ts'
import { items, member } from '../../../util/jsonParts.ts'
import { counted } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { AmountWords } from './Amounts.ts'

/** A transaction in one line, safe to print: what it did and who signed it. */
export interface TxLine {
	/** `greeting`, `send`, or the short name of the first message. */
	readonly kind: string
	readonly who: string
	readonly what: string
	readonly failed: boolean
}

/** Summarises a transaction by its first message. @param nameOf an address's name @param amounts writes coins */
export function txLine(tx: TxSummary, nameOf: (address: string) => string, amounts: AmountWords): TxLine {
	const type = tx.messageTypes[0] ?? ''
	const message = tx.first
	const person = (address: unknown): string => safeText(nameOf(String(address ?? '')), 80)
	const who = tx.signers[0] === undefined ? '–' : person(tx.signers[0])
	const failed = tx.code !== 0 || tx.evmFault !== undefined
	const [kind, what] = describe(type, message, person, amounts)
	// The count is put before the text, which is cut if there is no room.
	const many = tx.messageTypes.length > 1 ? counted(tx.messageTypes.length, 'message') : ''
	return { kind, who, what: [many, what].filter((part) => part !== '').join(': '), failed }
}

type Message = Readonly<Record<string, unknown>>

function describe(
	type: string,
	message: Message,
	person: (address: unknown) => string,
	amounts: AmountWords,
): readonly [kind: string, what: string] {
	const coins = (): string => amounts.coins(items(message.amount).filter(isCoin))
	if (type.endsWith('.MsgCreateGreet')) return ['greeting', `“${safeText(String(message.message ?? ''), 200)}”`]
	if (type.endsWith('.MsgSend')) return ['send', `${coins()} → ${person(message.to_address)}`]
	if (type.endsWith('.MsgMultiSend')) {
		const to = items(message.outputs).map((output) => member(output, 'address'))
		return ['multisend', `→ ${to.length === 1 ? person(to[0]) : counted(to.length, 'account')}`]
	}
	if (type.endsWith('.MsgCreateVestingAccount')) return ['vesting', `${coins()} → ${person(message.to_address)}`]
	if (type === ethereumMessageType) return describeEthereum(message, person, amounts)
	if (type === '') return ['unknown', 'bytes that are not a transaction']
	return [safeText(type.split('.').at(-1)?.replace(/^Msg/, '') ?? '', 24), '']
}

/** What an Ethereum transaction does, without an ABI: makes a contract, calls one, or moves coins. */
function describeEthereum(
	{ data }: Message,
	person: (address: unknown) => string,
	amounts: AmountWords,
): readonly [kind: string, what: string] {
	const amount = /^\d+$/.test(String(member(data, 'value'))) ? BigInt(String(member(data, 'value'))) : 0n
	const coins = amount === 0n ? '' : `${amounts.evm(amount)} `
	const to = String(member(data, 'to') ?? '')
	if (to === '') return ['contract', `${coins}new contract`]
	return [member(data, 'data') ? 'call' : 'send', `${coins}→ ${person(to)}`]
}

function isCoin(value: unknown): value is Coin {
	return typeof member(value, 'denom') === 'string' && /^\d+$/.test(String(member(value, 'amount')))
}
