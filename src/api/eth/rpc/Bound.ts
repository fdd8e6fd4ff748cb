import { EthFault, ethCodes } from './EthFault.ts'

/** What a bound is made of. */
export interface BoundDefinition {
	/** What is counted: `accounts of state overrides`. */
	readonly counts: string
	/** The most that is allowed. */
	readonly most: number
	/** The dialect that has it; both when left out. */
	readonly dialect?: EthDialectName
	/** Where it holds, when no method names it: `a connection`. */
	readonly of?: string
	/** Error text beyond it, which may repeat the count; undefined where there is no error. */
	readonly text: ((most: number, count: string) => string) | undefined
	/** Default: -32005. */
	readonly code?: number
	/** What happens beyond it instead of an error. */
	readonly beyond?: string
}

/**
 * The most that one request may ask for. A method names its bounds in its definition, or its parameters do; `npm run docs` writes all
 * of them into docs/security.md, and the attacks try each at its limit and one beyond.
 */
export class Bound {
	readonly counts: string
	readonly most: number
	readonly dialect: EthDialectName | undefined
	readonly of: string | undefined
	readonly beyond: string
	/** The refusal of more, with `…` for the count; undefined where there is no error. */
	readonly refusal: EthFault | undefined
	readonly #text: BoundDefinition['text']
	readonly #code: number

	constructor({ counts, most, dialect, of, text, code = ethCodes.limitExceeded, beyond }: BoundDefinition) {
		this.counts = counts
		this.most = most
		this.dialect = dialect
		this.of = of
		this.#text = text
		this.#code = code
		this.refusal = text && new EthFault(text(most, '…'), code)
		this.beyond = this.refusal === undefined ? (beyond ?? '') : `${this.refusal.code} ${this.refusal.message}`
	}

	/** @throws {EthFault} for more than is allowed */
	check(count: number | bigint): void {
		if (this.#text !== undefined && count > this.most) {
			throw new EthFault(this.#text(this.most, String(count)), this.#code)
		}
	}

	/** What is allowed of a wanted count. */
	cut(count: number | bigint): number {
		return count > this.most ? this.most : Number(count)
	}
}

/** Name of a dialect, as in `--eth-compat`. */
export type EthDialectName = 'geth' | 'ethermint'
