import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { ListenerName } from '../../wire/AdminSchema.ts'
import { type NoteTaker, RequestNote, type RequestStart, type SentNote } from './RequestNote.ts'
import { ServedCounts } from './ServedCounts.ts'

/** The management of the endpoint service: passwords, sessions and new keys go over it. */
const privatePaths = /^\/manage\//

/** Notes one HTTP request as it passes: its body where node hands it to the server, its reply where the server writes it. */
function tapHttp(journal: NoteTaker, listener: ListenerName, request: IncomingMessage, response: ServerResponse): void {
	const path = request.url ?? '/'
	const isPrivate = privatePaths.test(path)
	const headers: (readonly [string, string])[] = []
	for (let i = 0; i < request.rawHeaders.length; i += 2) {
		headers.push([request.rawHeaders[i]!, request.rawHeaders[i + 1]!])
	}
	const note = journal.begin({
		listener,
		from: request.socket.remoteAddress ?? '',
		method: request.method ?? 'GET',
		path,
		headers,
		private: isPrivate,
	})
	if (note === undefined) return
	const push = request.push.bind(request)
	request.push = (chunk: unknown, encoding) => {
		note.body.add(chunk, encoding)
		return push(chunk, encoding)
	}
	// Listeners write each reply at its end. It has many signatures; whatever comes is handed on as it is.
	const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse
	response.end = ((...args: unknown[]) => {
		note.reply.add(args[0], args[1])
		return end(...args)
	}) as typeof response.end
	response.once('close', () => {
		note.status = response.headersSent ? response.statusCode : 0
		journal.finish(note)
	})
}

/** Number of kept requests; with bodies at most 16 MB. */
const keptRequests = 500

/** Events of a server that are requests; the second only where the server itself listens to it. */
type RequestEvent = 'request' | 'checkContinue'

interface Watched {
	readonly events: readonly RequestEvent[]
	readonly tap: (request: IncomingMessage, response: ServerResponse) => void
}

/** Records what clients ask a node. Every listener feeds it. While it is off, it listens to none and holds nothing. */
export class RequestJournal implements NoteTaker {
	readonly #servers = new Map<Server, Watched>()
	readonly #notes: RequestNote[] = []
	/** How many requests each listener answered while the journal is on. */
	readonly served = new ServedCounts()
	readonly #waiting = new Set<() => void>()
	readonly #send: ((note: SentNote) => void) | undefined
	#on = false
	#lastId = 0

	/** @param send Passes each request to the thread that lists them; without it this one does. */
	constructor(send?: (note: SentNote) => void) {
		this.#send = send
	}

	/** Takes a request that another thread noted. */
	adopt(sent: SentNote): void {
		if (this.#on) this.#list(RequestNote.of(++this.#lastId, sent))
	}

	/** Whether requests are noted. */
	get on(): boolean {
		return this.#on
	}

	/** Switches it; off forgets everything. */
	set(on: boolean): void {
		if (on === this.#on) return
		this.#on = on
		for (const [server, { events, tap }] of this.#servers) {
			for (const event of events) {
				if (on) server.prependListener(event, tap)
				else server.off(event, tap)
			}
		}
		if (on) return
		this.clear()
		this.served.clear()
	}

	/** Forgets what it has. */
	clear(): void {
		this.#notes.length = 0
		for (const wake of [...this.#waiting]) wake()
	}

	/** Notes the requests of an HTTP server while the journal is on, until the server closes. */
	watch(server: Server, listener: ListenerName, events: readonly RequestEvent[] = ['request']): void {
		const tap = (request: IncomingMessage, response: ServerResponse): void => tapHttp(this, listener, request, response)
		this.#servers.set(server, { events, tap })
		if (this.#on) for (const event of events) server.prependListener(event, tap)
		server.once('close', () => this.#servers.delete(server))
	}

	/** A request has come; undefined while the journal is off. `finish` puts it into the list. */
	begin(start: RequestStart): RequestNote | undefined {
		return this.#on ? new RequestNote(++this.#lastId, start) : undefined
	}

	/** The answer to a request is given. */
	finish(note: RequestNote): void {
		note.done()
		if (!this.#on || note.isOfJournal) return
		if (this.#send === undefined) this.#list(note)
		else this.#send(note.sent())
	}

	#list(note: RequestNote): void {
		this.served.add(note.start, Date.now())
		this.#notes.push(note)
		if (this.#notes.length > keptRequests) this.#notes.shift()
		for (const wake of [...this.#waiting]) wake()
	}

	/** A kept request by its id. */
	get(id: number): RequestNote | undefined {
		return this.#notes.find((note) => note.id === id)
	}

	/** The newest requests after an id, in the order of their replies. */
	since(after: number, limit: number): readonly RequestNote[] {
		const at = this.#notes.findLastIndex((note) => note.id === after)
		const newer = at >= 0 ? this.#notes.slice(at + 1) : this.#notes.filter((note) => note.id > after)
		return newer.slice(-limit)
	}

	/** Resolves at the next request, when the journal is switched or cleared, or after a time in milliseconds. */
	next(waitMs: number): Promise<void> {
		return new Promise((resolve) => {
			const wake = (): void => {
				clearTimeout(timer)
				this.#waiting.delete(wake)
				resolve()
			}
			const timer = setTimeout(wake, waitMs)
			timer.unref()
			this.#waiting.add(wake)
		})
	}
}
