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
