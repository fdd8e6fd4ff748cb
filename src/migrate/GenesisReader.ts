import { UserError } from '../errors/UserError.ts'

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

/** Where the conversion is in the old genesis and what it refused: one reader a document tells all faults at once. */
export class GenesisReader {
	readonly faults: MigrationFault[] = []
	/** Number of all faults; only the first hundred are kept. */
	faultCount = 0
	/** Bech32 prefix of accounts. */
	readonly prefix: string
	/** Places of numbers within quotes that are written with escapes, which go-amino does not read. */
	readonly escaped = new Set<string>()
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

/** Refuses a genesis that is of generation 9 already. */
export class NewGenesisError extends UserError {
	constructor() {
		super('This genesis is of generation 9 already.', {
			why: 'Its accounts have an @type.',
			next: 'Start a chain with it: chain-tui start --genesis FILE.',
		})
	}
}

/** Says every place of a genesis that cannot be migrated. */
export class MigrationError extends UserError {
	readonly faults: readonly MigrationFault[]

	/** @param count number of all faults, of which only the first are kept */
	constructor(faults: readonly MigrationFault[], count: number) {
		const shownFaults = faults.slice(0, 20).map(({ place, problem, next }) => `  ${place} ${problem}; ${next}.`)
		const more = count > shownFaults.length ? [`  and ${count - shownFaults.length} more.`] : []
		super(
			`The genesis cannot be migrated: ${count === 1 ? 'one place is' : `${count} places are`} not as generation 8 writes them.`,
			{
				why: [...shownFaults, ...more].join('\n'),
				next: 'Mend the file or export it again, then run migrate again.',
			},
		)
		this.faults = faults
	}
}
