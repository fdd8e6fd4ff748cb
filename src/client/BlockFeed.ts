import type { RpcConnection, RpcStreamState } from './rpc/RpcConnection.ts'

/** Polling interval while the node sends no events, in milliseconds. */
const pollMs = 1_000
/** Most blocks fetched one by one after a gap. Of a longer gap only the newest are shown. */
const catchUp = 20

/** Receives what a feed reports. */
export interface BlockFeedListener {
	/**
	 * Called for each new height, once and in order, except after a long gap. The feed awaits it before the next one.
	 * @param isHeld whether the feed was held since then: one that is held anew begins with the newest block again
	 */
	onHeight(height: number, isHeld: () => boolean): Promise<void>
	/** The chain went back: cached data of this height and later ones is invalid. */
	onRewind(height: number): void
	/** Events arrive again, or stopped. */
	onState(state: RpcStreamState): void
}

/** Follows the heights of a node: by events while they arrive, by polling otherwise. */
export class BlockFeed {
	readonly #connection: RpcConnection
	readonly #listener: BlockFeedListener
	#holders = 0
	#unsubscribe: (() => void) | undefined
	#timer: NodeJS.Timeout | undefined
	/** Last reported height; 0 before the first. */
	#height = 0
	#target = 0
	/** Time of that block if the node's status told of it, before its event; RFC 3339. */
	#targetTime: string | undefined
	#working = false
	/** How often it was stopped. */
	#stops = 0

	constructor(connection: RpcConnection, listener: BlockFeedListener) {
		this.#connection = connection
		this.#listener = listener
	}

	/** Keeps the feed running until the returned function is called. */
	hold(): () => void {
		if (this.#holders++ === 0) this.#start()
		let held = true
		return () => {
			if (!held) return
			held = false
			if (--this.#holders === 0) this.stop()
		}
	}

	stop(): void {
		this.#unsubscribe?.()
		this.#unsubscribe = undefined
		clearInterval(this.#timer)
		this.#timer = undefined
		this.#height = 0
		this.#target = 0
		this.#stops++
	}

	#start(): void {
		this.#unsubscribe = this.#connection.subscribe(
			"tm.event='NewBlockHeader'",
			({ data }) => {
				const { height: text = '0', time } = (data.value.header ?? {}) as {
					readonly height?: string
					readonly time?: string
				}
				const height = Number(text)
				if (height === 0 || (height === this.#target && time !== undefined && time === this.#targetTime)) return
				// Each block has one event. A repeated height therefore means that the chain went back.
				this.#reached(height, height <= this.#target)
			},
			(state) => {
				this.#listener.onState(state)
				if (state.up) {
					clearInterval(this.#timer)
					this.#timer = undefined
					void this.#poll()
				} else this.#startPolling()
			},
		)
		// The node may make blocks before it confirms the subscription.
		this.#startPolling()
	}

	#startPolling(): void {
		if (this.#timer || this.#holders === 0) return
		void this.#poll()
		this.#timer = setInterval(() => void this.#poll(), pollMs)
		this.#timer.unref()
	}

	async #poll(): Promise<void> {
		try {
			const before = this.#target
			const { sync_info: sync } = await this.#connection.call('status')
			const height = Number(sync.latest_block_height)
			if (this.#holders === 0 || height === 0 || height === this.#target) return
			// Events that came meanwhile are newer than a lower answer.
			if (height < this.#target && this.#target !== before) return
			this.#reached(height, height < this.#target, sync.latest_block_time)
		} catch {
			// The connection's state reports the failure; the next poll tries again.
		}
	}

	/** @param time of the block, if the node's status told of it */
	#reached(height: number, rewound: boolean, time?: string): void {
		if (rewound) {
			this.#height = height - 1
			this.#listener.onRewind(height)
		}
		this.#target = height
		this.#targetTime = time
		if (this.#height === 0) this.#height = height - 1
		if (!this.#working) void this.#work()
	}

	async #work(): Promise<void> {
		this.#working = true
		while (this.#height < this.#target && this.#holders > 0) {
			const next = Math.max(this.#height + 1, this.#target - catchUp + 1)
			this.#height = next
			const stops = this.#stops
			await this.#listener.onHeight(next, () => stops === this.#stops)
		}
		this.#working = false
	}
}
