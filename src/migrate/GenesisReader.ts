/** A JSON value of the new genesis, members of objects in the order of their bytes. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json }

/** A part of the old genesis that cannot be migrated. */
export interface MigrationFault {
	/** Place in the file: `app_state.auth.accounts[17].value.coins[0].amount`. */
	readonly place: string
	/** What is wrong with it. */
	readonly problem: string
	/** What to do about it. */
	readonly next: string
}

/** Thrown inside a rule after its fault is noted: the value has no converted form. */
export class Unreadable extends Error {}

const mendIt = 'correct it in the file, or export the genesis again'

/**
 * Where the conversion is in the old genesis, and what it has refused. One reader serves a whole document, so that several
 * faults are told at once.
 */
export class GenesisReader {
	readonly faults: MigrationFault[] = []
	/** Number of all faults; only the first hundred are kept. */
	faultCount = 0
	/** Bech32 prefix of accounts. */
	readonly prefix: string
	readonly #path: (string | number)[] = []

	/** @param prefix bech32 prefix that every account must have */
	constructor(prefix: string) {
		this.prefix = prefix
	}

	/** The place in the file. */
	get place(): string {
		return this.#path.reduce<string>((text, step) => {
			if (typeof step === 'number') return `${text}[${step}]`
			return text === '' ? step : `${text}.${step}`
		}, '')
	}

	/** Reads a part; its faults carry its name. */
	inside<Result>(step: string | number, read: () => Result): Result {
		this.#path.push(step)
		try {
			return read()
		} finally {
			this.#path.pop()
		}
	}

	/** Reads a part; a refused one becomes `otherwise`, so that the rest is looked at too. */
	attempt<Result>(step: string | number, read: () => Result, otherwise: Result): Result {
		this.#path.push(step)
		try {
			return read()
		} catch (thrown) {
			if (thrown instanceof Unreadable) return otherwise
			throw thrown
		} finally {
			this.#path.pop()
		}
	}

	/** Notes a fault of this place. */
	note(problem: string, next = mendIt): void {
		this.faultCount++
		if (this.faults.length < 100) this.faults.push({ place: this.place, problem, next })
	}

	/** Notes a fault of this place and leaves the value. */
	refuse(problem: string, next?: string): never {
		this.note(problem, next)
		throw new Unreadable()
	}
}
