import type { BlockSummary, ChainClient, Greeting, TxSummary } from '../../client/index.ts'

/** A greeting with the block and transaction that created it; both undefined for an earlier one. */
export interface MadeGreeting extends Greeting {
	readonly height?: number
}

const createType = '/chain.greet.v1beta1.MsgCreateGreet'

/** Finds the greetings of each block: the successful transactions tell how many, and ids count up. */
export class GreetingCounter {
	readonly #client: ChainClient
	/** Height at which the greetings were counted. */
	#height: number
	/** Id of the next greeting. */
	#next: number

	private constructor(client: ChainClient, height: number, next: number) {
		this.#client = client
		this.#height = height
		this.#next = next
	}

	/** Starts at the current height. */
	static async start(client: ChainClient): Promise<GreetingCounter> {
		const { height } = await client.status()
		return new GreetingCounter(client, height, await client.greetingCount({ height }))
	}

	/** Height of the last block whose greetings are counted. */
	get height(): number {
		return this.#height
	}

	/** The last greetings, oldest first. */
	async newest(count: number): Promise<readonly MadeGreeting[]> {
		return this.#client.greetingRange(this.#next - count, this.#next)
	}

	/** The greetings of a block, in order. After missed blocks, or if the chain went back, all new ones. */
	async made(block: BlockSummary, txs: readonly TxSummary[]): Promise<readonly MadeGreeting[]> {
		const { height } = block
		const follows = height === this.#height + 1
		const added = txs
			.filter(({ code }) => code === 0)
			.reduce((sum, { messageTypes }) => sum + messageTypes.filter((type) => type === createType).length, 0)
		if (!follows) return this.#missed(height, added)
		this.#height = height
		const from = this.#next
		this.#next += added
		const greetings = await this.#client.greetingRange(from, this.#next)
		return greetings.map((greeting) => ({ ...greeting, height }))
	}

	async #missed(height: number, added: number): Promise<readonly MadeGreeting[]> {
		// Later blocks may be there already; their greetings are told with them.
		const count = await this.#client.greetingCount({ height }).catch(() => undefined)
		// A block whose state is gone is no longer of the chain. The next one counts anew.
		if (count === undefined) return []
		// Where the chain went back, the next id was a higher one before.
		const from = Math.min(this.#next, count - added)
		this.#height = height
		this.#next = count
		return this.#client.greetingRange(from, count)
	}
}
