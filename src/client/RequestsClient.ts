import type { RequestDetail, RequestSummary } from '../wire/RequestsSchema.ts'

export type { RequestDetail, RequestSummary }

/** What clients ask the node, while somebody wants to see it; absent for a node that does not offer it. */
export interface RequestsClient {
	/** Switches the journal on or off; off forgets everything. */
	set(on: boolean): Promise<void>
	/**
	 * Requests with a higher id than `after`, in the order of their answers, the newest 200 where there are more. Waits up to
	 * `waitMs` milliseconds for one when there is none.
	 */
	list(after: number, waitMs?: number): Promise<{ readonly on: boolean; readonly requests: readonly RequestSummary[] }>
	/** With headers and bodies, secrets masked. Throws UserError when it is no longer kept. */
	get(id: number): Promise<RequestDetail>
	/** Sends one again, to the listener it came by and with the key it came with. Throws UserError when it was not kept whole. */
	replay(id: number): Promise<ReplayedRequest>
	/** Forgets those it has. */
	clear(): Promise<void>
}

/** What came of a request that was sent again. */
export interface ReplayedRequest {
	readonly status: number
	/** Milliseconds. */
	readonly ms: number
	readonly body: string
}
