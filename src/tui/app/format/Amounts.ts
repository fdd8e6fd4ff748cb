import type { Coin } from '../../../client/index.ts'
import { evmDenomOf, formatEvmAmount } from '../../../codec/coins/evmAmount.ts'
import { grouped } from '../../kit/text/numbers.ts'
import type { Preferences } from '../Preferences.ts'
import { formatCoin, formatCoinBoth, formatCoinShort, unitName } from './coins.ts'

/** How amounts are written: in whole units for people, or raw, as the chain counts them. */
export interface AmountWords {
	/** Whether amounts are written as the chain counts them. */
	readonly raw: boolean
	/** An amount for lists: `999.98 CHAIN`; raw `999980000uchain`. */
	coin(coin: Coin): string
	/** An amount where room is short: `999.98 CHAIN`, with a sign where decimals are cut; raw amounts are never cut. */
	short(coin: Coin): string
	/** Several coins; `0 CHAIN` when there are none. */
	coins(coins: readonly Coin[]): string
	/** An amount of the EVM's unit of 18 decimals: `1.5 CHAIN`; raw `1500000000000000000achain`. */
	evm(amount: bigint): string
	/** No coins at all: `0 CHAIN`. */
	readonly none: string
}

/** How amounts are written everywhere in the app. The choice is remembered. */
export class Amounts implements AmountWords {
	readonly #preferences: Preferences
	readonly #denom: () => string

	/** @param denom The native denomination now. */
	constructor(preferences: Preferences, denom: () => string) {
		this.#preferences = preferences
		this.#denom = denom
	}

	get raw(): boolean {
		return this.#preferences.get('rawAmounts')
	}

	get none(): string {
		return this.raw ? `0${this.#denom()}` : `0 ${unitName(this.#denom())}`
	}

	/** The other way of writing from now on. */
	toggle(): void {
		this.#preferences.set('rawAmounts', !this.raw)
	}

	/** Whether a coin is of the EVM's unit, as fees of Ethereum transactions are. */
	isEvm({ denom, amount }: Coin): boolean {
		return denom === evmDenomOf(this.#denom()) && /^\d+$/.test(amount)
	}

	coin(coin: Coin): string {
		if (this.raw) return rawCoin(coin)
		return this.isEvm(coin) ? formatEvmAmount(BigInt(coin.amount), this.#denom()) : formatCoin(coin)
	}

	short(coin: Coin): string {
		return this.raw || this.isEvm(coin) ? this.coin(coin) : formatCoinShort(coin)
	}

	/** An amount for details: `999.98 CHAIN · 999980000uchain`, raw the other way round. */
	both(coin: Coin): string {
		if (this.isEvm(coin)) return this.coin(coin)
		if (!this.raw) return formatCoinBoth(coin)
		const whole = formatCoin(coin)
		return whole.endsWith(` ${coin.denom}`) ? rawCoin(coin) : `${rawCoin(coin)} · ${whole}`
	}

	coins(coins: readonly Coin[]): string {
		if (coins.length === 0) return this.none
		return coins.map((coin) => this.coin(coin)).join(', ')
	}

	/** Coins written as commands write them, `600uchain` or `1foo,2uchain`; another text stays as it is. */
	text(text: string): string {
		const parts = text.split(',').map((part) => /^(\d{1,100})([a-zA-Z][a-zA-Z0-9/:._-]*)$/.exec(part.trim()))
		if (parts.some((part) => part === null)) return text
		return this.coins(parts.map((part) => ({ amount: part?.[1] ?? '', denom: part?.[2] ?? '' })))
	}

	/** An amount of the EVM's unit of 18 decimals: `1.5 CHAIN`; raw `1500000000000000000achain`. */
	evm(amount: bigint): string {
		return this.raw ? `${amount}${evmDenomOf(this.#denom())}` : formatEvmAmount(amount, this.#denom())
	}

	/** US dollars, with two decimals and more only where they are not zero; raw in billionths, as relays are priced. */
	usd(usd: string): string {
		const [whole = '0', fraction = ''] = usd.split('.')
		if (this.raw) return `${grouped(BigInt(whole + fraction.slice(0, 9).padEnd(9, '0')))} nano-USD`
		return `${grouped(whole)}.${fraction.replace(/0+$/, '').padEnd(2, '0')} USD`
	}
}

/** `999980000uchain`, as it is written in commands and by the chain. */
function rawCoin({ amount, denom }: Coin): string {
	return `${amount}${denom}`
}
