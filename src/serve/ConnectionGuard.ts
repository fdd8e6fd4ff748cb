import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { largeBytes } from '../util/schedule/Caller.ts'
import { Scheduler } from '../util/schedule/Scheduler.ts'
import { GuardedConnection } from './GuardedConnection.ts'

/** Limits of all connections of a listener together. */
export interface GuardLimits {
	readonly connections: number
	/** Bytes of requests that are not whole yet. */
	readonly unfinishedBytes: number
	/** Bytes of replies that clients have not taken. */
	readonly unsentBytes: number
	/** Time in which a persistent connection's request must be complete, in milliseconds; HTTP has its own timeouts. */
	readonly requestMs: number
	/** A reply must go on within this time, in milliseconds. */
	readonly stallMs: number
	/** Requests that a connection may send before the reply to the first. */
	readonly pipelined: number
}

/** The number of connections is Tendermint's (v0.34.15 config.DefaultRPCConfig MaxOpenConnections), the rest ours. */
export const guardLimits: GuardLimits = {
	connections: 900,
	unfinishedBytes: 24_000_000,
	unsentBytes: 48_000_000,
	requestMs: 10_000,
	stallMs: 30_000,
	pipelined: 16,
}

/** Intervals of checking unread replies, in milliseconds: longer while connections are few and cannot hold much. */
const [calmMs, busyMs, fewConnections] = [1000, 100, 32]

/** One read can contain a thousand requests. It is passed on in slices, between which a connection can be paused. */
const sliceBytes = 2 * 1024

/** A body of at most this many bytes is short. */
const shortBytes = 4 * 1024

/** How a server's connections are watched. */
export interface Watch {
	readonly connectionEvent?: 'connection' | 'secureConnection'
	/** For a server that answers `Expect: 100-continue` itself; without a listener node answers it. */
	readonly expects?: boolean
	/**
	 * Counts a connection's bytes only from the first request that is not short and alone. Until then node parses what it
	 * reads without showing it to JavaScript, which saves a quarter of a call; the bytes of heads that are not whole, at
	 * most node's `maxHeaderSize` a connection, are measured at intervals. Not for a server with websockets.
	 */
	readonly trustsShort?: boolean
	/**
	 * Answers the requests that had begun before a connection sent too many, then closes it. The server asks `refuses` before it
	 * serves a request. Without it such a connection ends at once, and what it was owed is lost.
	 */
	readonly answersBegun?: boolean
}

/**
 * Keeps what the connections of one listener take within limits, whatever they do. Where a limit is reached, the one that
 * takes most, or does least, has to go, so that one more honest client always finds a place.
 */
export class ConnectionGuard {
	/** Of the node. */
	readonly scheduler: Scheduler
	readonly #limits: GuardLimits
	readonly #connections = new Map<Socket, GuardedConnection>()
	readonly #refused = new WeakSet<IncomingMessage>()
	#timer: ReturnType<typeof setTimeout> | undefined

	constructor(scheduler = new Scheduler(), limits: Partial<GuardLimits> = {}) {
		this.scheduler = scheduler
		this.#limits = { ...guardLimits, ...limits }
	}

	/** Number of connections. */
	get size(): number {
		return this.#connections.size
	}

	/** Watches every connection and request of an HTTP server. Call it before listening to requests. */
	watch(
		server: HttpServer,
		{ connectionEvent = 'connection', expects = false, trustsShort = false, answersBegun = false }: Watch = {},
	): void {
		server.on(connectionEvent, (socket: Socket) => {
			if (trustsShort) this.admit(socket).measured = true
			else this.add(socket)
		})
		const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
			const connection = this.of(request.socket)
			const answering = connection.begin(request, response)
			if (answering > this.#limits.pipelined) {
				takeNoMore(request.socket)
				if (answersBegun) {
					this.#refused.add(request)
					connection.endAfterAnswers()
				} else request.socket.destroy()
			} else if (!connection.counted && (answering > 1 || !isShort(request))) this.#count(connection)
		}
		// Before the server's own listener, which asks whether the request is refused.
		server.prependListener('request', onRequest)
		if (expects) server.on('checkContinue', onRequest)
	}

	/** Whether a request is one too many of its connection and must not be served. */
	refuses(request: IncomingMessage): boolean {
		return this.#refused.has(request)
	}

	/** Adds a connection and counts the bytes of its requests. If there are too many, the worst is closed. */
	add(socket: Socket): GuardedConnection {
		const connection = this.admit(socket)
		this.#count(connection)
		return connection
	}

	/** Adds a connection whose protocol reads past the socket and has its own limits. */
	admit(socket: Socket): GuardedConnection {
		const now = performance.now()
		if (this.#connections.size >= this.#limits.connections) this.#worst(now)?.end('too many connections')
		const connection = new GuardedConnection(socket, this.scheduler, now)
		this.#connections.set(socket, connection)
		this.scheduler.connectionArrived()
		socket.once('close', () => {
			this.#connections.delete(socket)
			this.scheduler.endRead(connection)
			connection.caller.leave()
		})
		this.#watchOn()
		return connection
	}

	/**
	 * Counts what a connection receives before anyone sees it. node's HTTP server bypasses the socket's `push` until
	 * there is another listener of its data, so this adds one for a moment.
	 */
	#count(connection: GuardedConnection): void {
		const { socket } = connection
		connection.countFromNow()
		const nobody = (): void => undefined
		socket.on('data', nobody)
		socket.off('data', nobody)
		const push = socket.push.bind(socket)
		socket.push = (chunk: Uint8Array | null, encoding) => {
			if (chunk === null) return push(null)
			let more = true
			for (let at = 0; at < chunk.length && !socket.destroyed; ) {
				// In the midst of a large request slices grow: node copies half a header at the end of each.
				const end = at + Math.max(sliceBytes, connection.unfinished)
				const slice = at === 0 && end >= chunk.length ? chunk : chunk.subarray(at, end)
				connection.received(slice.length)
				more = push(slice, encoding)
				at = end
			}
			if (connection.unfinished > largeBytes) this.#reduceUnfinished(this.#open())
			return more
		}
	}

	/** The connection of a socket. */
	of(socket: Socket): GuardedConnection {
		return this.#connections.get(socket) ?? this.add(socket)
	}

	/** Checks at once, after a large write. */
	check(): void {
		const now = performance.now()
		const all = this.#open()
		for (const connection of all) connection.look(now)
		this.#reduceUnfinished(all)
		this.#reduce(all, this.#limits.unsentBytes, 'unsent', 'client is not pulling messages fast enough')
		for (const connection of all) {
			if (connection.lasting && now - connection.unfinishedSince > this.#limits.requestMs) {
				connection.end('the message was not whole in time')
			} else if (now - connection.stalledSince > this.#limits.stallMs) {
				connection.end('client is not pulling messages fast enough')
			}
		}
	}

	#open(): readonly GuardedConnection[] {
		return [...this.#connections.values()].filter((connection) => !connection.ended)
	}

	#reduceUnfinished(all: readonly GuardedConnection[]): void {
		this.#reduce(all, this.#limits.unfinishedBytes, 'unfinished', 'too many bytes of requests that are not whole')
	}

	/** Ends the largest until all together are within a limit. */
	#reduce(all: readonly GuardedConnection[], limit: number, what: 'unfinished' | 'unsent', reason: string): void {
		let total = 0
		for (const connection of all) total += connection[what]
		if (total <= limit) return
		for (const connection of [...all].sort((a, b) => b[what] - a[what])) {
			if (total <= limit) return
			total -= connection[what]
			connection.end(reason)
		}
	}

	#worst(now: number): GuardedConnection | undefined {
		let worst: GuardedConnection | undefined
		let most = Number.NEGATIVE_INFINITY
		for (const connection of this.#connections.values()) {
			if (connection.ended) continue
			const badness = connection.badness(now)
			if (badness <= most) continue
			worst = connection
			most = badness
		}
		return worst
	}

	#watchOn(): void {
		if (this.#timer !== undefined || this.#connections.size === 0) return
		const wait = this.#connections.size > fewConnections ? busyMs : calmMs
		this.#timer = setTimeout(() => {
			this.#timer = undefined
			this.check()
			this.#watchOn()
		}, wait)
		this.#timer.unref()
	}
}

function isShort({ headers }: IncomingMessage): boolean {
	return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= shortBytes
}

/** Takes no more requests of a connection. Otherwise Node keeps serving requests already read. */
function takeNoMore(socket: Socket): void {
	const { parser } = socket as { readonly parser?: { onIncoming: () => number } | null }
	if (parser) parser.onIncoming = () => (socket.destroyed ? -1 : 0)
}
