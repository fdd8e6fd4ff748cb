import type { BlockSummary, ChainClient, Greeting, TxSummary } from '../../client/index.ts'

/** A greeting with the block and transaction that created it; both undefined for an earlier one. */
export interface MadeGreeting extends Greeting {
	readonly height?: number
}

const createType = '/chain.greet.v1beta1.MsgCreateGreet'

/** Finds the greetings of each block: the successful transactions tell how many, and ids count up. */
export class GreetingCounter {
	readonly #client: ChainClient
	/** Id of the next greeting. */
	#next = 0
	/** Height at which it was counted. */
	#height = 0

	constructor(client: ChainClient) {
		this.#client = client
	}

	/** Height of the last block whose greetings are counted. */
	get height(): number {
		return this.#height
	}

	/** Starts at the current height; resolves with the last greetings, oldest first. */
	async start(last: number): Promise<readonly MadeGreeting[]> {
		const [{ height }, count] = await Promise.all([this.#client.status(), this.#client.greetingCount()])
		this.#next = count
		this.#height = height
		return this.#client.greetingRange(Math.max(0, count - last), count)
	}

	/** The greetings of a block, in order. After missed blocks, or if the chain went back, all new ones. */
	async made(block: BlockSummary, txs: readonly TxSummary[]): Promise<readonly MadeGreeting[]> {
		const follows = block.height === this.#height + 1
		this.#height = block.height
		const added = txs
			.filter(({ code }) => code === 0)
			.reduce((sum, { messageTypes }) => sum + messageTypes.filter((type) => type === createType).length, 0)
		if (follows && added === 0) return []
		const until = follows ? this.#next + added : await this.#client.greetingCount()
		// Where the chain went back, the next id was a higher one before.
		const greetings = await this.#client.greetingRange(Math.min(this.#next, until - added), until)
		this.#next = until
		return greetings.map((greeting) => ({ ...greeting, ...(follows ? { height: block.height } : {}) }))
	}
}
