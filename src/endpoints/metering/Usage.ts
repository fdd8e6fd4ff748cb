/** Result class of a call, for statistics. */
export type Outcome = 'ok' | '4xx' | '5xx'

/** The owner of counted calls. */
export interface UsageOwner {
	readonly accountId: string
	readonly applicationId: string
}

/** One call to be counted. */
export interface Usage {
	/** Name of the method; `other` for what the service does not know, `invalid` for what is no call. */
	readonly method: string
	readonly outcome: Outcome
	/** Time of the work in whole microseconds; undefined for a call refused before it ran. */
	readonly micros: number | undefined
	/** Whether it is a relay. */
	readonly billed: boolean
}
