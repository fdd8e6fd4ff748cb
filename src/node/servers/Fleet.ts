import { setTimeout as wait } from 'node:timers/promises'
import { type HeightFloor, UpstreamError } from '../../endpoints/EndpointUpstream.ts'
import { thrownText } from '../../errors/UserError.ts'
import type { Log } from '../../util/Log.ts'

/** A node behind the gateway, as it was seen last. */
export interface FleetNode<Client> {
	readonly client: Client
	height: number
	isUp: boolean
}

/** What a look at a node tells. */
export interface Look<Seen> {
	readonly height: number
	readonly seen: Seen
}

/** Time between two looks at each node, and the longest that a node behind the floor is waited for, in milliseconds. */
const times = { look: 500, floor: 5_000 }

/**
 * Several nodes of a chain as one. The first that is well comes first; another takes over as soon as it does not answer. The
 * floor is the newest height that any gateway of the fleet has answered.
 */
export class Fleet<Client extends { readonly url: string }, Seen> {
	floor: HeightFloor | undefined
	readonly #nodes: readonly FleetNode<Client>[]
	readonly #lookAt: (client: Client) => Promise<Look<Seen>>
	readonly #log: Log
	readonly #looking: NodeJS.Timeout

	/** @param lookAt asks a node for its height; rejects when it does not answer in time */
	constructor(clients: readonly Client[], lookAt: (client: Client) => Promise<Look<Seen>>, log: Log) {
		this.#nodes = clients.map((client) => ({ client, height: 0, isUp: true }))
		this.#lookAt = lookAt
		this.#log = log
		this.#looking = setInterval(() => void this.all(), times.look).unref()
	}

	close(): void {
		clearInterval(this.#looking)
	}

	/** Looks at every node once. Resolves with what those tell that answer. */
	async all(): Promise<readonly Seen[]> {
		const looks = await Promise.allSettled(this.#nodes.map((node) => this.look(node)))
		return looks.flatMap((look) => (look.status === 'fulfilled' ? [look.value.seen] : []))
	}

	/** Those that answered last first, otherwise as the operator named them. */
	inOrder(): FleetNode<Client>[] {
		return [...this.#nodes].sort((a, b) => Number(b.isUp) - Number(a.isUp))
	}

	/** Looks at a node. Rejects when it does not answer. */
	async look(node: FleetNode<Client>): Promise<Look<Seen>> {
		try {
			const look = await this.#lookAt(node.client)
			node.height = look.height
			this.note(node, true)
			return look
		} catch (fault) {
			this.note(node, false, thrownText(fault))
			throw fault
		}
	}

	/**
	 * Lets the first node that has reached the floor answer, then raises the floor to its height: no client sees an older height
	 * after a newer one, whichever gateway it comes to.
	 *
	 * @param answer what the node is asked; undefined when it has no answer, and another takes over
	 * @throws {UpstreamError} when no node has answered from the floor on in five seconds
	 */
	async atFloor<Answer>(
		answer: (node: FleetNode<Client>, floor: number) => Promise<Answer | undefined>,
	): Promise<Answer> {
		const floor = (await this.floor?.read()) ?? 0
		const end = performance.now() + times.floor
		do {
			for (const node of this.inOrder()) {
				const found = await answer(node, floor)
				if (found === undefined) continue
				if (node.height > floor) await this.floor?.raise(node.height)
				return found
			}
			await wait(50)
		} while (performance.now() < end)
		const isAny = this.#nodes.some(({ isUp }) => isUp)
		throw new UpstreamError(isAny ? `no node has reached height ${floor}` : 'no node answers')
	}

	/** Takes note of whether a node answers. */
	note(node: FleetNode<Client>, isUp: boolean, why = ''): void {
		if (node.isUp === isUp) return
		node.isUp = isUp
		const what = isUp ? 'answers again' : `does not answer: ${why}`
		this.#log(isUp ? 'info' : 'warn', 'upstream', `${node.client.url} ${what}`)
	}
}
