import type { RequestDetail, RequestSummary } from '../wire/RequestsSchema.ts'

export type { RequestDetail, RequestSummary }

/** The journal of requests that clients send to the node; absent if the node does not offer it. */
export interface RequestsClient {
	/** Switches the journal on or off. Switching it off clears it. */
	set(on: boolean): Promise<void>
	/**
	 * Lists requests with a higher id than `after`, in the order of their replies, at most the newest 200. If there are
	 * none, it waits up to `waitMs` milliseconds for one.
	 */
	list(after: number, waitMs?: number): Promise<{ readonly on: boolean; readonly requests: readonly RequestSummary[] }>
	/**
	 * A request with headers and bodies, secrets masked.
	 *
	 * @throws {UserError} if the journal no longer has it.
	 */
	get(id: number): Promise<RequestDetail>
	/**
	 * Sends a request again, to the same listener and with the same key.
	 *
	 * @throws {UserError} if it was not recorded completely.
	 */
	replay(id: number): Promise<ReplayedRequest>
	/** Clears the journal. */
	clear(): Promise<void>
}

/** Reply to a request that was sent again. */
export interface ReplayedRequest {
	readonly status: number
	/** Milliseconds. */
	readonly ms: number
	readonly body: string
}
