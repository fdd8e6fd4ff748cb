import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2'

/** State of one connection. */
interface Session {
	calls: number
	/** Time when it was opened, or when its last call ended. */
	since: number
	/** Time of the last ping. */
	pinged: number
	/** Closes it unless the ping is answered. */
	gone?: ReturnType<typeof setTimeout>
}

/** Timeouts of connections, in milliseconds. */
export interface SessionTimes {
	/** A connection without a call closes after this time; its client reconnects at the next call. */
	readonly idleMs: number
	/** Interval of pings. */
	readonly pingMs: number
	/** A connection whose client does not answer a ping within this time closes. */
	readonly pongMs: number
}

/** The connections of a gRPC server. Closes those that are idle or do not answer pings. */
export class GrpcSessions {
	readonly #times: SessionTimes
	readonly #sessions = new Map<ServerHttp2Session, Session>()
	#timer: ReturnType<typeof setInterval> | undefined
	#onEmpty: (() => void) | undefined

	constructor(times: SessionTimes) {
		this.#times = times
	}

	/** Adds a connection. */
	add(session: ServerHttp2Session): void {
		const now = performance.now()
		this.#sessions.set(session, { calls: 0, since: now, pinged: now })
		session.once('close', () => this.#remove(session))
		const { idleMs, pingMs } = this.#times
		this.#timer ??= setInterval(() => this.#look(), Math.min(idleMs, pingMs) / 4).unref()
	}

	/** Counts a call as running until its stream closes. */
	begin(stream: ServerHttp2Stream): void {
		const session = stream.session && this.#sessions.get(stream.session as ServerHttp2Session)
		if (session === undefined) return
		session.calls++
		stream.on('close', () => {
			session.calls--
			session.since = performance.now()
		})
	}

	/** Refuses new calls, waits for running ones for a time in milliseconds, then ends them. */
	close(graceMs: number): Promise<void> {
		if (this.#sessions.size === 0) return Promise.resolve()
		return new Promise((resolve) => {
			const force = setTimeout(() => {
				for (const session of this.#sessions.keys()) session.destroy()
			}, graceMs)
			this.#onEmpty = () => {
				clearTimeout(force)
				resolve()
			}
			for (const session of this.#sessions.keys()) session.close()
		})
	}

	#remove(session: ServerHttp2Session): void {
		clearTimeout(this.#sessions.get(session)?.gone)
		this.#sessions.delete(session)
		if (this.#sessions.size > 0) return
		clearInterval(this.#timer)
		this.#timer = undefined
		this.#onEmpty?.()
	}

	#look(): void {
		const { idleMs, pingMs } = this.#times
		const now = performance.now()
		for (const [session, state] of this.#sessions) {
			if (state.calls === 0 && now - state.since >= idleMs) session.close()
			else if (now - state.pinged >= pingMs) {
				state.pinged = now
				this.#ping(session, state)
			}
		}
	}

	#ping(session: ServerHttp2Session, state: Session): void {
		if (session.closed || session.destroyed) return
		state.gone = setTimeout(() => session.destroy(), this.#times.pongMs).unref()
		session.ping(() => clearTimeout(state.gone))
	}
}
