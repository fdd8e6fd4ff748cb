import type { Account, BaseAccountFields } from '../../app/expectedKeepers.ts'
import { fromUtf8 } from '../../util/bytes.ts'

/** Keccak-256 of no code, as accounts write it. */
const emptyCodeHashText = '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'

/** Name of the rule by which accounts stay base accounts until they get code. */
export const baseRule = 'base'

/**
 * The kind of account that is made after the genesis: an EthAccount (ethermint's rule), or a base account that becomes an
 * EthAccount when it gets code (the original network's rule). Genesis chooses; it never changes after that.
 */
export class AccountRule {
	#base = false

	/** Whether accounts stay base accounts until they get code. */
	get keepsBase(): boolean {
		return this.#base
	}

	/** Takes over the rule a state or genesis document names; no bytes or text is ethermint's. */
	set(rule: Uint8Array | string | undefined): void {
		const text = rule === undefined || typeof rule === 'string' ? rule : fromUtf8(rule)
		this.#base = text === baseRule
	}

	/** A new account. */
	prototype(base: BaseAccountFields): Account {
		return this.#base ? { kind: 'base', base } : { kind: 'eth', base, codeHash: emptyCodeHashText }
	}
}
