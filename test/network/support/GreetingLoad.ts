import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { TestNetwork } from './TestNetwork.ts'

/** What a network does not have of the greetings that it has named. */
export interface Missing {
	/** Greetings of a block that are missing from that block at a node, in words. */
	readonly lost: readonly string[]
	/**
	 * Greetings missing from the index of an engine: it is written after the block and never again, so a kill between both leaves
	 * a hole that is no loss.
	 */
	readonly unlisted: number
}

/** Greetings sent through every node of a network all the time, and the blocks that its nodes have named for them. */
export class GreetingLoad {
	/** Height of the block of each greeting that a node's answer named, by hash. */
	readonly named = new Map<string, number>()
	readonly #network: TestNetwork
	readonly #senders: readonly Promise<void>[]
	readonly #failed = new Set<string>()
	#loading = true

	constructor(network: TestNetwork) {
		this.#network = network
		this.#senders = network.greeters.map(async (_, node) => {
			while (this.#loading) {
				// A node that is down or behind takes none: the others go on.
				await network.greet(node, 5).catch(() => wait(200))
				// Full blocks would leave an emptied application minutes of work.
				await wait(500)
			}
		})
	}

	/** Sends no more; resolves when the last one is answered. */
	async stop(): Promise<void> {
		this.#loading = false
		await Promise.all(this.#senders)
	}

	/** Asks the first node that answers for the greetings in blocks, newest first, until it names one that was known. */
	async remember(): Promise<void> {
		for (const node of this.#network.testnet.nodes.keys()) {
			try {
				// Blocks that come meanwhile move some to a later page.
				const found = new Map<string, number>()
				for (let page = 1, isKnown = false; !isKnown; page++) {
					const query = { query: 'tx.height>0', per_page: '100', page: String(page), order_by: 'desc' }
					const txs = (await this.#network.client(node).call('tx_search', query)).txs ?? []
					for (const { hash, height, tx_result } of txs) {
						found.set(hash, Number(height))
						if (tx_result.code !== 0) this.#failed.add(hash)
					}
					isKnown = txs.length < 100 || txs.some(({ hash }) => this.named.has(hash))
				}
				for (const [hash, height] of found) this.named.set(hash, height)
				return
			} catch {
				// Another node tells.
			}
		}
	}

	/** How many of the greetings named did not fail. */
	get greeted(): number {
		return this.named.size - this.#failed.size
	}

	/** Looks for every greeting named in the blocks and in the index of each node. */
	async missing(): Promise<Missing> {
		const [lost, unlisted] = [new Set<string>(), new Set<string>()]
		const newest = Math.max(...this.named.values())
		for (const node of this.#network.testnet.nodes.keys()) {
			await this.#network.until(node, newest)
			const client = this.#network.client(node)
			const hashesAt = new Map<number, Set<string>>()
			for (const [hash, height] of this.named) {
				if (!hashesAt.has(height)) {
					const { block } = await client.call('block', { height: String(height) })
					hashesAt.set(height, new Set((block!.data.txs ?? []).map(txHash)))
				}
				if (!hashesAt.get(height)!.has(hash)) lost.add(`${hash} of block ${height} at node ${node}`)
				const params = { hash: Buffer.from(hash, 'hex').toString('base64') }
				await client.call('tx', params).catch(() => unlisted.add(hash))
			}
		}
		return { lost: [...lost], unlisted: unlisted.size }
	}
}

const txHash = (tx: string): string => createHash('sha256').update(tx, 'base64').digest('hex').toUpperCase()
