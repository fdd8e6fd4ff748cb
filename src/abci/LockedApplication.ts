import { Lock } from '../util/Lock.ts'
import type { Application, QueryRequest, QueryResponse } from './Application.ts'

/**
 * An application with several concurrent callers. It lets one execution end before the next begins, so that nothing
 * runs between two steps of a transaction. Queries read committed versions concurrently. They wait for a commit that is
 * not durable yet, so that nobody sees a state that a crash could undo.
 */
export class LockedApplication<A extends Application = Application> implements Application {
	readonly #current: () => A
	readonly #lock = new Lock()
	#durable: Promise<unknown> = Promise.resolve()

	/** @param current Returns the current application, which can change between two calls. */
	constructor(current: () => A) {
		this.#current = current
	}

	/** Lets queries wait until the promise has settled. */
	holdQueries(until: Promise<unknown>): void {
		this.#durable = until.catch(() => undefined)
	}

	/** Runs a step of a block while no transaction is executed. The step itself must not execute one through this object. */
	inTurn<T>(step: (application: A) => T | Promise<T>): Promise<T> {
		return this.#lock.run(() => step(this.#current()))
	}

	info: Application['info'] = () => this.#current().info()
	initChain: Application['initChain'] = (request) => this.#current().initChain(request)
	beginBlock: Application['beginBlock'] = (request) => this.#current().beginBlock(request)
	endBlock: Application['endBlock'] = (request) => this.#current().endBlock(request)
	commit: Application['commit'] = (batch) => this.#current().commit(batch)
	checkTx: Application['checkTx'] = (request) => this.#lock.run(() => this.#current().checkTx(request))
	deliverTx: Application['deliverTx'] = (tx) => this.#lock.run(() => this.#current().deliverTx(tx))
	simulate: Application['simulate'] = (tx) => this.#lock.run(() => this.#current().simulate(tx))

	async query(request: QueryRequest): Promise<QueryResponse> {
		await this.#durable
		const answer = () => this.#current().query(request)
		// The one query that executes on the state of checks.
		return /^\/?app\/simulate(\/|$)/.test(request.path) ? this.#lock.run(answer) : answer()
	}
}
