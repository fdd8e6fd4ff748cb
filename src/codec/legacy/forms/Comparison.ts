import { isWithin, type JsonValue, leafPaths, valueAt } from './jsonPaths.ts'

/** Explanations of a field, by the kind of match. */
export interface FieldNotes {
	readonly moved?: string
	readonly omitted?: string
	readonly added?: string
	readonly changed?: string
	readonly typeChanged?: string
	readonly same?: string
	/** Kind of a value that differs in the same field (default: `changed`). */
	readonly changedKind?: FormKind
	readonly omittedKind?: FormKind
}

/** Builds the rows of two documents, and finds what no rule has looked at. */
export class Comparison {
	readonly rows: FormRow[] = []
	readonly #document8: JsonValue
	readonly #document9: JsonValue
	readonly #seen8: string[] = []
	readonly #seen9: string[] = []

	constructor(document8: JsonValue, document9: JsonValue) {
		this.#document8 = document8
		this.#document9 = document9
	}

	/** Compares one meaning at its place in either document; nothing when neither has it. */
	field(meaning: string, path8: string, path9: string, notes: FieldNotes = {}): void {
		const value8 = valueAt(this.#document8, path8)
		const value9 = valueAt(this.#document9, path9)
		if (value8 !== undefined) this.#seen8.push(path8)
		if (value9 !== undefined) this.#seen9.push(path9)
		if (value8 === undefined && value9 === undefined) return
		const [kind, explanation] = judged(value8, value9, path8 === path9, notes)
		this.#add(
			meaning,
			value8 === undefined ? undefined : path8,
			value8,
			value9 === undefined ? undefined : path9,
			value9,
			kind,
			explanation,
		)
	}

	/** Notes a value that only generation 9 has, where it has it. */
	only9(meaning: string, path: string, explanation: string): void {
		const value = valueAt(this.#document9, path)
		if (value === undefined) return
		this.#seen9.push(path)
		this.#add(meaning, undefined, undefined, path, value, 'added', explanation)
	}

	/** Rows for everything no rule has looked at. */
	rest(note8 = '', note9 = ''): void {
		for (const path of leafPaths(this.#document8)) {
			if (this.#seen8.some((seen) => isWithin(path, seen))) continue
			const value9 = valueAt(this.#document9, path)
			const value8 = valueAt(this.#document8, path)
			const isSame = value9 !== undefined && JSON.stringify(value8) === JSON.stringify(value9)
			if (isSame) this.#seen9.push(path)
			const meaning = meaningOf(path)
			if (isSame) this.#add(meaning, path, value8, path, value9, 'same', 'The same in both.')
			else this.#add(meaning, path, value8, undefined, undefined, 'omitted', note8)
		}
		for (const path of leafPaths(this.#document9)) {
			if (this.#seen9.some((seen) => isWithin(path, seen))) continue
			this.#add(meaningOf(path), undefined, undefined, path, valueAt(this.#document9, path), 'added', note9)
		}
	}

	#add(
		meaning: string,
		path8: string | undefined,
		value8: JsonValue | undefined,
		path9: string | undefined,
		value9: JsonValue | undefined,
		kind: FormKind,
		explanation: string,
	): void {
		this.rows.push({ meaning, path8, value8: textOf(value8), path9, value9: textOf(value9), kind, explanation })
	}
}

function judged(
	value8: JsonValue | undefined,
	value9: JsonValue | undefined,
	samePlace: boolean,
	notes: FieldNotes,
): readonly [FormKind, string] {
	if (value9 === undefined) return [notes.omittedKind ?? 'omitted', notes.omitted ?? '']
	if (value8 === undefined) return ['added', notes.added ?? '']
	if (JSON.stringify(value8) === JSON.stringify(value9)) {
		return samePlace ? ['same', notes.same ?? 'The same in both.'] : ['moved', notes.moved ?? '']
	}
	if (typeof value8 !== typeof value9 && String(value8) === String(value9))
		return ['typeChanged', notes.typeChanged ?? '']
	return [notes.changedKind ?? 'changed', notes.changed ?? '']
}

function meaningOf(path: string): string {
	const name = /([A-Za-z_]\w*)\W*$/.exec(path)?.[1] ?? path
	return name.replaceAll('_', ' ')
}

function textOf(value: JsonValue | undefined): string | undefined {
	return value === undefined ? undefined : JSON.stringify(value)
}

/** Relation between a value of generation 8 and generation 9. */
export type FormKind =
	| 'same'
	| 'moved'
	| 'renamed'
	| 'omitted'
	| 'added'
	| 'typeChanged'
	| 'movedToOtherQuery'
	/** At its place, with another value. */
	| 'changed'

/** One meaning in both replies. Paths are those of jq; values are JSON text. */
export interface FormRow {
	/** Description: `account number`. */
	readonly meaning: string
	readonly path8: string | undefined
	readonly value8: string | undefined
	readonly path9: string | undefined
	readonly value9: string | undefined
	readonly kind: FormKind
	/** Reason of the difference, one line; empty only if unknown. */
	readonly explanation: string
}

/** A reply of a REST server. */
export interface RestReplyText {
	readonly status: number
	readonly body: string
}
