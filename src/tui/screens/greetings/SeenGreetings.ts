/** Block and time of a greeting, if this session saw it. */
export interface Seen {
	readonly height: number
	readonly time: string
	readonly hash: string
}

/** Greetings remembered at most: more than anyone scrolls back through; the others' blocks are asked for. */
const most = 5_000

/** The newest greetings this run saw being made, by id. */
export class SeenGreetings {
	readonly #byId = new Map<number, Seen>()
	/** Hash of a transaction and its last greeting. */
	readonly #hashes = new Map<string, number>()

	get(id: number): Seen | undefined {
		return this.#byId.get(id)
	}

	/** The last greeting of a transaction, when it was seen. */
	idOf(hash: string): number | undefined {
		return this.#hashes.get(hash)
	}

	add(id: number, seen: Seen): void {
		this.#byId.set(id, seen)
		this.#hashes.set(seen.hash, id)
		if (this.#byId.size <= most) return
		for (const [oldest, { hash }] of this.#byId) {
			this.#byId.delete(oldest)
			if (this.#hashes.get(hash) === oldest) this.#hashes.delete(hash)
			break
		}
	}

	clear(): void {
		this.#byId.clear()
		this.#hashes.clear()
	}
}
