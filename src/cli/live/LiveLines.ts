import type { BlockSummary, TxSummary } from '../../client/index.ts'
import { formatEvmAmount } from '../../codec/coins/evmAmount.ts'
import { ethereumMessageType } from '../../codec/tx/outlineTx.ts'
import type { CliIo } from '../processIo.ts'
import { coinsInWords, groupedText } from '../support/amountText.ts'
import { clock, type Paint, paintFor, printable } from '../support/paint.ts'
import type { MadeGreeting } from './GreetingCounter.ts'

/** Writes events as they happen: aligned lines on a terminal, empty blocks sharing one; JSON lines otherwise. */
export class LiveLines {
	readonly #io: CliIo
	readonly #nameOf: (address: string) => string
	readonly #denom: string
	readonly #paint: Paint
	readonly #words: boolean
	/** Empty blocks since the last line. */
	#empty = 0

	/** @param words Writes text for a terminal instead of JSON. */
	constructor(io: CliIo, nameOf: (address: string) => string, denom: string, words: boolean) {
		this.#io = io
		this.#nameOf = nameOf
		this.#denom = denom
		this.#words = words
		this.#paint = paintFor(io)
	}

	/** Writes a block; an empty one only updates the last line. */
	block(block: BlockSummary): void {
		const { height, time, hash, txCount, gasUsed } = block
		if (!this.#words) {
			const gas_used = String(gasUsed)
			this.#json({ type: 'block', height, time, hash, tx_count: txCount, gas_used })
			return
		}
		const head = `${this.#paint.strong(groupedText(height).padStart(9))}  ${clock(time)}`
		if (txCount === 0) {
			this.#empty++
			const since = this.#empty === 1 ? 'empty' : `${groupedText(this.#empty)} empty blocks`
			this.#io.stdout(`\r\x1b[K${head}  ${this.#paint.muted(since)}`)
			return
		}
		const count = txCount === 1 ? '1 transaction' : `${groupedText(txCount)} transactions`
		this.line(`${head}  ${count}, ${groupedText(gasUsed)} gas`)
	}

	/** Writes a transaction. */
	transaction(tx: TxSummary): void {
		if (!this.#words) {
			const { hash, height, index, code, codespace, log, messageTypes, signers, fee, memo, first } = tx
			const [gas_wanted, gas_used] = [String(tx.gasWanted), String(tx.gasUsed)]
			const base = { type: 'transaction', hash, height, index, code, codespace, log, gas_wanted, gas_used }
			this.#json({ ...base, fee, memo, signers, message_types: messageTypes, first })
			return
		}
		const { kind, who, what } = txInWords(tx, this.#nameOf, this.#denom)
		const fault = tx.code === 0 ? tx.evmFault : tx.log.split('\n')[0]!
		const sign = fault === undefined ? this.#paint.good('✓') : this.#paint.bad('✗')
		const why = fault === undefined ? '' : `  ${this.#paint.bad(printable(fault, 120))}`
		this.line(`           ${sign} ${kind.padEnd(9)} ${this.#paint.accent(who.padEnd(12))} ${what}${why}`)
	}

	/** Writes a greeting. */
	greeting({ id, owner, message, height }: MadeGreeting): void {
		if (!this.#words) {
			this.#json({ type: 'greeting', id, owner, message, ...(height === undefined ? {} : { height }) })
			return
		}
		const who = printable(this.#nameOf(owner), 64)
		const where = height === undefined ? '' : this.#paint.muted(`  block ${groupedText(height)}`)
		this.line(
			`${this.#paint.strong(`#${id}`.padStart(7))}  ${this.#paint.accent(who)}  “${printable(message)}”${where}`,
		)
	}

	/** Writes a line below the line of empty blocks. */
	line(text: string): void {
		const over = this.#empty > 0 ? '\r\x1b[K' : ''
		this.#empty = 0
		this.#io.stdout(`${over}${text}\n`)
	}

	/** Moves the cursor to the start of a line. */
	end(): void {
		if (this.#empty > 0) this.#io.stdout('\n')
		this.#empty = 0
	}

	#json(value: object): void {
		this.#io.stdout(`${JSON.stringify(value)}\n`)
	}
}

/** A short description of a transaction. */
interface TxWords {
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
