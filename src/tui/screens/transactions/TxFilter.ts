import type { TxDetail, TxSummary } from '../../../client/index.ts'
import type { AmountWords } from '../../app/Amounts.ts'
import { txLine } from '../../app/format/txLine.ts'

/** Names that a filter uses. */
export interface TxNames {
	readonly amounts: AmountWords
	/** The name shown for an address, or the address itself. */
	nameOf(address: string): string
	/** The bech32 address of a name or of a 0x address; undefined for any other text. */
	addressOf(name: string): string | undefined
}

/**
 * Parses a filter line: `by:alice` a signer (its name or part of its address), `is:failed` and `is:ok` the outcome;
 * other words must all occur in the row, hash, memo, log or decoded document.
 */
export class TxFilter {
	readonly #names: TxNames
	readonly #words: readonly string[]
	readonly #signers: readonly string[]
	readonly #failed: boolean | undefined

	constructor(query: string, names: TxNames) {
		const parts = query
			.toLowerCase()
			.split(/\s+/)
			.filter((part) => part !== '')
		this.#names = names
		this.#signers = parts
			.filter((part) => part.startsWith('by:') && part.length > 3)
			.map((part) => names.addressOf(part.slice(3)) ?? part.slice(3))
		this.#failed = parts.includes('is:failed') ? true : parts.includes('is:ok') ? false : undefined
		this.#words = parts.filter((part) => !/^(by|is):/.test(part))
	}

	matches(tx: TxDetail): boolean {
		if (this.#failed !== undefined && (tx.code !== 0 || tx.evmFault !== undefined) !== this.#failed) return false
		if (!this.#signers.every((wanted) => this.#isSigner(tx, wanted))) return false
		if (this.#words.length === 0) return true
		const { kind, who, what } = txLine(tx, (address) => this.#names.nameOf(address), this.#names.amounts)
		const text = [kind, who, what, tx.hash, tx.height, tx.memo, tx.log, JSON.stringify(tx.json)].join(' ').toLowerCase()
		return this.#words.every((word) => text.includes(word))
	}

	#isSigner(tx: TxSummary, wanted: string): boolean {
		return tx.signers.some(
			(address) =>
				address.includes(wanted) ||
				this.#names.addressOf(address) === wanted ||
				this.#names.nameOf(address).toLowerCase() === wanted,
		)
	}
}
