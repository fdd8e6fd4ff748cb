import { setTimeout as pause } from 'node:timers/promises'
import type { RequestSummary, RequestsClient } from '../../../client/index.ts'
import { thrownText } from '../../../errors/UserError.ts'

/** Longest wait of the node for the next request, in milliseconds; less than the timeout of a connection. */
const waitMs = 10_000
/** Least time between two replies, in milliseconds: while the screen is visible, and otherwise. */
const [oftenMs, seldomMs] = [120, 1_000]
/** Requests that are kept, as many as the node keeps itself. */
const mostKept = 500

/** The requests of a node as they come, the newest first; it asks for none while the node takes no note of them. */
export class RequestStream {
	/** Newest first. A new array after each change. */
	list: readonly RequestSummary[] = []
	/** Whether the node records requests; undefined until it reports that. */
	on: boolean | undefined
	/** The reason no requests arrive; empty if all is well. */
	fault = ''
	/** Whether the node refuses to list requests. */
	refused = false
	/** Noted since it was switched on, those no longer kept included. */
	count = 0
	#client: RequestsClient | undefined
	#running: symbol | undefined
	#last = 0
	readonly #changed: () => void
	readonly #watched: () => boolean

	/** @param watched Whether the screen is visible. */
	constructor(changed: () => void, watched: () => boolean) {
		this.#changed = changed
		this.#watched = watched
	}

	/** Takes the requests of a node from now on. The same one again changes nothing. */
	connect(client: RequestsClient): void {
		if (client === this.#client) return
		this.#client = client
		this.#running = undefined
		this.#forget()
		this.on = undefined
		void this.#follow(client)
	}

	/** Switches the journal of the node on or off; off forgets everything. */
	async set(on: boolean): Promise<void> {
		const client = this.#client
		if (client === undefined) return
		await client.set(on)
		this.#forget()
		this.on = on
		if (on) void this.#follow(client)
		else this.#running = undefined
		this.#changed()
	}

	/** Forgets what was noted, here and on the node. */
	async clear(): Promise<void> {
		await this.#client?.clear()
		const last = this.#last
		this.#forget()
		this.#last = last
		this.#changed()
	}

	#forget(): void {
		this.list = []
		this.count = 0
		this.#last = 0
		this.fault = ''
		this.refused = false
	}

	/** Polls for new requests until another poll replaces this one or the journal is off. */
	async #follow(client: RequestsClient): Promise<void> {
		const me = Symbol()
		this.#running = me
		// The first reply comes at once and shows whether the journal is on.
		let wait: number | undefined
		while (this.#running === me) {
			let answer: Awaited<ReturnType<RequestsClient['list']>>
			try {
				answer = await client.list(this.#last, wait)
			} catch (error) {
				if (this.#running !== me) return
				this.#running = undefined
				this.on = undefined
				this.fault = thrownText(error)
				this.refused = /method not found/i.test(this.fault)
				this.#changed()
				return
			}
			if (this.#running !== me) return
			const { on, requests } = answer
			if (on !== this.on || requests.length > 0) {
				this.on = on
				this.#take(requests)
				this.#changed()
			}
			if (!on) {
				this.#running = undefined
				return
			}
			wait = waitMs
			await pause(this.#watched() ? oftenMs : seldomMs, undefined, { ref: false })
		}
	}

	#take(requests: readonly RequestSummary[]): void {
		if (requests.length === 0) return
		this.#last = requests.at(-1)!.id
		this.count += requests.length
		this.list = [...requests.toReversed(), ...this.list].slice(0, mostKept)
	}
}
