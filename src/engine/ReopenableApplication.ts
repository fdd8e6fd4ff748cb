import type { Application, QueryRequest, QueryResponse } from '../abci/Application.ts'
import { Lock } from '../util/Lock.ts'

/**
 * The application as everyone outside the engine holds it: one object that stays while the engine opens the state behind
 * it anew after a revert or reset.
 *
 * It lets one execution end before the next begins: nothing runs between two steps of a transaction. Queries read
 * committed versions and run beside; they wait for a commit that is not durable yet, so that nobody sees a state which a
 * crash could take back.
 */
export class ReopenableApplication implements Application {
	readonly #open: () => Application
	readonly #lock = new Lock()
	#current: Application
	#durable: Promise<unknown> = Promise.resolve()

	constructor(open: () => Application) {
		this.#open = open
		this.#current = open()
	}

	/** Opens the application again on what the database now holds. */
	reopen(): void {
		this.#current = this.#open()
	}

	/** Lets queries wait until the promise has settled. */
	holdQueries(until: Promise<unknown>): void {
		this.#durable = until.catch(() => undefined)
	}

	/** Runs a step of a block while no transaction is executed. The step itself must not execute one. */
	inTurn<T>(step: () => T | Promise<T>): Promise<T> {
		return this.#lock.run(step)
	}

	info: Application['info'] = () => this.#current.info()
	initChain: Application['initChain'] = (request) => this.#current.initChain(request)
	beginBlock: Application['beginBlock'] = (request) => this.#current.beginBlock(request)
	endBlock: Application['endBlock'] = (request) => this.#current.endBlock(request)
	commit: Application['commit'] = (batch) => this.#current.commit(batch)
	checkTx: Application['checkTx'] = (request) => this.#lock.run(() => this.#current.checkTx(request))
	deliverTx: Application['deliverTx'] = (tx) => this.#lock.run(() => this.#current.deliverTx(tx))
	simulate: Application['simulate'] = (tx) => this.#lock.run(() => this.#current.simulate(tx))

	async query(request: QueryRequest): Promise<QueryResponse> {
		await this.#durable
		const answer = () => this.#current.query(request)
		// The one query that executes on the state of checks.
		return /^\/?app\/simulate(\/|$)/.test(request.path) ? this.#lock.run(answer) : answer()
	}
}
