import { Caller } from '../../../modules/evm/vm/Caller.ts'
import type { Asker } from '../../../modules/evm/vm/CallSlots.ts'
import { FairTurns, Flow } from '../../../serve/FairTurns.ts'
import { type GuardedConnection, largeBytes } from '../../../serve/GuardedConnection.ts'
import type { TakeTurn } from '../../../serve/TakeTurn.ts'

/** One message of a connection. */
export interface Asked {
	readonly bytes: number
	/** Replies that its connection waits for. */
	waiting(): number
}

interface Known {
	readonly flow: Flow
	readonly caller: Caller
	/** Fulfilled when the newest message over HTTP is answered. */
	last: Promise<void>
	/** Bytes of messages over HTTP that are not answered. */
	bytes: number
}

/** A connection that waits for more replies at a time comes after others. */
const fewReplies = 8
/** The most that a short question counts, in milliseconds. */
const shortMs = 1

/**
 * When what connections ask is read and begun. Short questions have turns of their own, in which no large body and no array
 * stands before them. A part has its turn to begin; what it then waits for holds up nobody: code has turns of its own
 * (CallSlots), and blocks come from another thread.
 */
export class EthTurns {
	readonly #large: FairTurns
	readonly #short = new FairTurns(shortMs)
	readonly #known = new WeakMap<GuardedConnection, Known>()

	/** @param large turns of large bodies and arrays */
	constructor(large: FairTurns) {
		this.#large = large
	}

	/** The turns of one message, and who asks it. */
	of(connection: GuardedConnection, { bytes, waiting }: Asked): { readonly turn: TakeTurn; readonly asker: Asker } {
		const { flow: short, caller } = this.#knownOf(connection)
		return {
			asker: { bytes, caller },
			turn: async (job, greedy) => {
				const isLarge = greedy || bytes > largeBytes
				const flow = isLarge ? connection.flow : short
				flow.greedy = isLarge || waiting() > fewReplies
				const { started } = await (isLarge ? this.#large : this.#short).run(flow, () => ({ started: job() }))
				return started
			},
		}
	}

	/**
	 * Resolves when the earlier messages of an HTTP connection are answered, since replies go out in their order: until then a
	 * message is but its bytes, which count as unfinished. Call the result when the message is answered.
	 */
	async inOrder(connection: GuardedConnection, bytes: number): Promise<() => void> {
		const known = this.#knownOf(connection)
		const before = known.last
		let answered = (): void => undefined
		known.last = new Promise((resolve) => {
			answered = resolve
		})
		known.bytes += bytes
		connection.whole(known.bytes)
		await before
		return () => {
			known.bytes -= bytes
			connection.whole(known.bytes)
			answered()
		}
	}

	#knownOf(connection: GuardedConnection): Known {
		const known = this.#known.get(connection)
		if (known !== undefined) return known
		const made = { flow: new Flow(), caller: new Caller(), last: Promise.resolve(), bytes: 0 }
		this.#known.set(connection, made)
		const leave = (): void => {
			this.#short.drop(made.flow)
			made.caller.leave()
		}
		if (connection.socket.closed) leave()
		else connection.socket.once('close', leave)
		return made
	}
}
