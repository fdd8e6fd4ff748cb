import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Caller, largeBytes, rankOf } from '../util/schedule/Caller.ts'
import type { Scheduler } from '../util/schedule/Scheduler.ts'
import type { TakeTurn } from './TakeTurn.ts'

/** More than a farewell, in bytes. */
const farewellBytes = 1000
/** One that does nothing useful for this long may be thought bad, in milliseconds. */
const patienceMs = 1000

/** Resource use of one connection, polled because node parses HTTP without reporting how much it holds. */
export class GuardedConnection {
	readonly socket: Socket
	readonly caller = new Caller()
	/** A websocket: it stays without a request. */
	lasting = false
	/** Whether it is not read, because others send large requests. */
	held = false
	/** Whether it was told to close. */
	ended = false
	/** Whether its bytes are counted as they come. */
	counted = false
	/** Whether each look measures the bytes of a request that is not whole, as long as they are not counted. */
	measured = false
	/** Bytes of a request that is not whole, and of whole ones that wait for their turn. */
	unfinished = 0
	/** Bytes of replies that the client has not taken, at the last look. */
	unsent = 0
	/** Since when a request is not whole, or infinitely late. */
	unfinishedSince = Number.POSITIVE_INFINITY
	/** Since when no byte of a reply was taken, or infinitely late. */
	stalledSince = Number.POSITIVE_INFINITY
	/** Pauses or resumes reading. A protocol with its own read layer replaces it. */
	reading: { stop(): void; goOn(): void } = {
		stop: () => void this.socket.pause(),
		goOn: () => void this.socket.resume(),
	}
	/** Tells the client the reason of a close; without it the connection just ends. */
	farewell: ((reason: string) => void) | undefined
	/** Replies in progress: few, so that an array is cheaper than a set. */
	readonly #answering: ServerResponse[] = []
	/** Whether it ends once what has begun is answered. */
	#leaving = false
	readonly #scheduler: Scheduler
	/** The request that began last, until its reply is sent. */
	#newest: IncomingMessage | undefined
	/** Bytes read when the last request was whole. */
	#wholeAt = 0
	#taken = 0
	#read = 0
	#asked = false
	#lastUse: number
	/** Fulfilled when the newest message of `inOrder` is answered. */
	#last = Promise.resolve()
	/** Bytes of such messages that are not answered. */
	#inOrderBytes = 0

	constructor(socket: Socket, scheduler: Scheduler, now: number) {
		this.socket = socket
		this.#scheduler = scheduler
		this.#lastUse = now
	}

	/** A request has begun. The result is how many are not answered yet. */
	begin(request: IncomingMessage, response: ServerResponse): number {
		this.#answering.push(response)
		this.#newest = request
		this.whole()
		if (this.counted) request.once('end', () => this.whole())
		response.once('close', () => {
			const index = this.#answering.indexOf(response)
			if (index >= 0) this.#answering.splice(index, 1)
			if (this.counted) this.#lastUse = performance.now()
			else if (this.#newest === request) {
				this.#newest = undefined
				this.whole()
			}
			if (this.#leaving && this.#answering.length === 0) this.end('too many requests at once')
		})
		return this.#answering.length
	}

	/** Reads no more and ends when all but the one that began last are answered. */
	endAfterAnswers(): void {
		this.#leaving = true
		this.#answering.pop()
		this.reading.stop()
	}

	/** From now on its bytes are counted as they come, those of a request in progress included. */
	countFromNow(): void {
		this.counted = true
		const request = this.#newest
		this.#newest = undefined
		if (request === undefined || request.complete) return
		request.once('end', () => this.whole())
	}

	/** Requests that are not answered yet. */
	get answering(): number {
		return this.#answering.length
	}

	/** Reads nothing more for now. */
	hold(): void {
		if (this.held || this.ended) return
		this.held = true
		this.reading.stop()
	}

	/** Reads again. */
	goOn(): void {
		if (!this.held || this.ended || this.#leaving) return
		this.held = false
		this.reading.goOn()
	}

	/** Bytes have come. */
	received(bytes: number): void {
		this.unfinished += bytes
		if (this.unfinished > largeBytes) this.#scheduler.read(this)
		if (this.unfinishedSince === Number.POSITIVE_INFINITY) this.unfinishedSince = performance.now()
	}

	/** Everything received so far belongs to complete requests, some bytes of which may still wait. */
	whole(waiting = 0): void {
		this.#asked = true
		this.#lastUse = performance.now()
		if (this.unfinished > largeBytes) this.#scheduler.endRead(this)
		this.unfinished = waiting
		this.unfinishedSince = Number.POSITIVE_INFINITY
		if (!this.counted) this.#wholeAt = this.socket.bytesRead
	}

	/**
	 * When the parts of a message run.
	 *
	 * @param bytes of the message
	 * @param waiting replies that the connection waits for
	 * @param options `few`: as many replies make it one that asks for little; `begins`: what the parts wait for takes no place
	 */
	turns(bytes: number, waiting: () => number, { few = 8, begins = false } = {}): TakeTurn {
		return (job, isItem) => {
			const rank = rankOf(isItem ? Number.POSITIVE_INFINITY : bytes, waiting(), few)
			return this.#scheduler.run(this.caller.lines[rank], job, begins)
		}
	}

	/**
	 * Resolves when the earlier messages over HTTP are answered, since replies go out in their order: until then a message is
	 * but its bytes, which count as unfinished. Call the result when the message is answered.
	 */
	async inOrder(bytes: number): Promise<() => void> {
		const before = this.#last
		let answered = (): void => undefined
		this.#last = new Promise((resolve) => {
			answered = resolve
		})
		const count = (more: number): void => {
			this.#inOrderBytes += more
			this.whole(this.#inOrderBytes)
		}
		count(bytes)
		await before
		return () => {
			count(-bytes)
			answered()
		}
	}

	/** Takes the measures of what is sent. */
	look(now: number): void {
		this.unsent = this.socket.writableLength
		// Replies behind the first of a pipeline wait outside of the socket.
		if (this.#answering.length > 1) for (const response of this.#answering) this.unsent += response.writableLength
		const taken = this.socket.bytesWritten - this.socket.writableLength
		if (this.unsent === 0 || taken !== this.#taken) this.stalledSince = Number.POSITIVE_INFINITY
		else if (this.stalledSince === Number.POSITIVE_INFINITY) this.stalledSince = now
		this.#taken = taken
		const { bytesRead } = this.socket
		if (bytesRead !== this.#read) {
			this.#read = bytesRead
			this.#lastUse = now
		}
		if (this.measured && !this.counted) this.#measure(bytesRead, now)
	}

	/** What was read since the last request was whole belongs to one that is not. */
	#measure(bytesRead: number, now: number): void {
		if (this.#newest?.complete === true) this.#wholeAt = bytesRead
		this.unfinished = bytesRead - this.#wholeAt
		if (this.unfinished === 0) this.unfinishedSince = Number.POSITIVE_INFINITY
		else if (this.unfinishedSince === Number.POSITIVE_INFINITY) this.unfinishedSince = now
	}

	/** The higher, the sooner it has to go for another: those that hold without taking, that never asked, that are idle. */
	badness(now: number): number {
		const idle = (now - this.#lastUse) / 1e6
		if (now - this.stalledSince > patienceMs) return 4 + idle
		if (now - this.unfinishedSince > patienceMs) return 3 + idle
		if (!this.#asked && now - this.#lastUse > patienceMs) return 2 + idle
		if (this.#answering.length === 0 && this.caller.backlog === 0) return 1 + idle
		return this.caller.lines.few.used / 1e9
	}

	/** Lets it go, with a reason where the protocol has a place for one. */
	end(reason: string): void {
		if (this.ended) return
		this.ended = true
		this.caller.leave()
		this.farewell?.(reason)
		// A client that does not read would never receive the reason.
		if (this.farewell === undefined || this.socket.writableLength > farewellBytes) this.socket.destroy()
		else this.socket.destroySoon()
	}
}
