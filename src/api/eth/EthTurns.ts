import { FairTurns, Flow } from '../../serve/FairTurns.ts'
import { type GuardedConnection, largeBytes } from '../../serve/GuardedConnection.ts'
import type { TakeTurn } from '../../serve/TakeTurn.ts'

/** One message of a connection. */
export interface Asked {
	readonly bytes: number
	/** Replies that its connection waits for. */
	waiting(): number
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
	readonly #flows = new WeakMap<GuardedConnection, Flow>()

	/** @param large turns of large bodies and arrays */
	constructor(large: FairTurns) {
		this.#large = large
	}

	/** The turns of one message. */
	of(connection: GuardedConnection, { bytes, waiting }: Asked): TakeTurn {
		return async (job, greedy) => {
			const isLarge = greedy || bytes > largeBytes
			const flow = isLarge ? connection.flow : this.#shortFlow(connection)
			flow.greedy = isLarge || waiting() > fewReplies
			const { started } = await (isLarge ? this.#large : this.#short).run(flow, () => ({ started: job() }))
			return started
		}
	}

	#shortFlow(connection: GuardedConnection): Flow {
		const known = this.#flows.get(connection)
		if (known !== undefined) return known
		const flow = new Flow()
		this.#flows.set(connection, flow)
		connection.socket.once('close', () => this.#short.drop(flow))
		return flow
	}
}
