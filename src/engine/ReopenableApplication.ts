import type { Application, QueryRequest, QueryResponse } from '../abci/Application.ts'

/**
 * The application as everyone outside the engine holds it: one object that stays while the engine opens the state behind
 * it anew after a revert or reset. Queries wait for a commit that is not durable yet, so that nobody sees a state which a
 * crash could take back.
 */
export class ReopenableApplication implements Application {
	private readonly open: () => Application
	private current: Application
	private durable: Promise<unknown> = Promise.resolve()

	constructor(open: () => Application) {
		this.open = open
		this.current = open()
	}

	/** Opens the application again on what the database now holds. */
	reopen(): void {
		this.current = this.open()
	}

	/** Lets queries wait until the promise has settled. */
	holdQueries(until: Promise<unknown>): void {
		this.durable = until.catch(() => undefined)
	}

	info: Application['info'] = () => this.current.info()
	initChain: Application['initChain'] = (request) => this.current.initChain(request)
	checkTx: Application['checkTx'] = (request) => this.current.checkTx(request)
	beginBlock: Application['beginBlock'] = (request) => this.current.beginBlock(request)
	deliverTx: Application['deliverTx'] = (tx) => this.current.deliverTx(tx)
	endBlock: Application['endBlock'] = (request) => this.current.endBlock(request)
	commit: Application['commit'] = (batch) => this.current.commit(batch)
	simulate: Application['simulate'] = (tx) => this.current.simulate(tx)

	async query(request: QueryRequest): Promise<QueryResponse> {
		await this.durable
		return this.current.query(request)
	}
}
