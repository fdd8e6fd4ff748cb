import type { BlockSummary, ChainClient, Greeting, TxSummary } from '../../client/index.ts'

/** A greeting with the block and transaction that made it; both unknown for one that was there before. */
export interface MadeGreeting extends Greeting {
	readonly height?: number
}

const createType = '/chain.greet.v1beta1.MsgCreateGreet'

/** Finds the greetings that each block brought: its good transactions tell how many, the ids count up. */
export class GreetingCounter {
	readonly #client: ChainClient
	/** Id of the next greeting. */
	#next = 0
	/** The block it was counted at. */
	#height = 0

	constructor(client: ChainClient) {
		this.#client = client
	}

	/** Begins at the present; resolves with the last greetings there are, oldest first. */
	async start(last: number): Promise<readonly MadeGreeting[]> {
		const [{ height }, count] = await Promise.all([this.#client.status(), this.#client.greetingCount()])
		this.#next = count
		this.#height = height
		return this.#client.greetingRange(Math.max(0, count - last), count)
	}

	/** The greetings of a block, in order. After blocks that were missed, or a chain that went back, all that are new. */
	async made(block: BlockSummary, txs: readonly TxSummary[]): Promise<readonly MadeGreeting[]> {
		const follows = block.height === this.#height + 1
		// Counted already when the counting began.
		if (block.height <= this.#height && this.#next > 0 && block.height === this.#height) return []
		this.#height = block.height
		const added = txs
			.filter(({ code }) => code === 0)
			.reduce((sum, { messageTypes }) => sum + messageTypes.filter((type) => type === createType).length, 0)
		if (follows && added === 0) return []
		const until = follows ? this.#next + added : await this.#client.greetingCount()
		const greetings = await this.#client.greetingRange(Math.min(this.#next, until), until)
		this.#next = until
		return greetings.map((greeting) => ({ ...greeting, ...(follows ? { height: block.height } : {}) }))
	}
}
