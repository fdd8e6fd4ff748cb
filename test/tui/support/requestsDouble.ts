import type {
	RequestDetail,
	RequestSummary,
	RequestsClient,
	ServedRequests,
} from '../../../src/client/RequestsClient.ts'
import { UserError } from '../../../src/errors/UserError.ts'

/** A journal of requests in memory, only for drawing the screen: a test says what was asked. */
export class RequestsDouble implements RequestsClient {
	on = false
	/** The node is another program's. */
	refuses = false
	readonly calls: string[]
	#details: RequestDetail[] = []
	#lastId = 0
	#waiting: (() => void)[] = []

	/** @param calls Where calls are written down. */
	constructor(calls: string[]) {
		this.calls = calls
	}

	/** Somebody asked the node. */
	asked(request: Partial<RequestDetail> = {}): void {
		if (!this.on) return
		const body = request.body ?? ''
		const reply = request.reply ?? '{"result":{"moniker":"localnet"}}'
		this.#details.push({
			id: ++this.#lastId,
			listener: 'rest',
			time: '2026-11-21T02:45:10.000Z',
			from: '127.0.0.1',
			agent: 'curl/8.5.0',
			method: 'GET',
			path: '/node_info',
			calls: '',
			status: 200,
			ms: 0.42,
			requestBytes: body.length,
			replyBytes: reply.length,
			headers: [
				['Host', '127.0.0.1:1317'],
				['X-Api-Key', '***'],
			],
			cut: false,
			curl: `curl -X GET 'http://127.0.0.1:1317/node_info'`,
			...request,
			body,
			reply,
		})
		this.#wake()
	}

	async set(on: boolean): Promise<void> {
		this.calls.push(`requests ${on}`)
		this.on = on
		if (!on) this.#details = []
		this.#wake()
	}

	/** What the listeners served. */
	servedNow: ServedRequests['listeners'] = {}

	async served(path?: string): Promise<ServedRequests> {
		if (this.refuses) throw new UserError('Method not found')
		const none = { total: 0, spans: Array.from({ length: 360 }, () => 0) }
		return {
			on: this.on,
			listeners: this.servedNow,
			...(path === undefined ? {} : { path: this.servedNow.endpoints ?? none }),
		}
	}

	async list(after: number, waitMs = 0): Promise<{ on: boolean; requests: readonly RequestSummary[] }> {
		if (this.refuses) throw new UserError('Method not found')
		const newer = (): readonly RequestSummary[] => this.#details.filter(({ id }) => id > after)
		if (waitMs > 0 && newer().length === 0) {
			await new Promise<void>((resolve) => {
				this.#waiting.push(resolve)
				setTimeout(resolve, waitMs).unref()
			})
		}
		return { on: this.on, requests: newer() }
	}

	async get(id: number): Promise<RequestDetail> {
		this.calls.push(`request ${id}`)
		const found = this.#details.find((detail) => detail.id === id)
		if (found === undefined) throw new UserError(`There is no request ${id}.`)
		return found
	}

	async replay(id: number): Promise<{ status: number; ms: number; body: string }> {
		this.calls.push(`replay ${id}`)
		return { status: 200, ms: 1.5, body: (await this.get(id)).reply }
	}

	async clear(): Promise<void> {
		this.calls.push('clear requests')
		this.#details = []
		this.#wake()
	}

	#wake(): void {
		const waiting = this.#waiting
		this.#waiting = []
		for (const wake of waiting) wake()
	}
}
