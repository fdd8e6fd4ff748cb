type Hex = `0x${string}`

/**
 * What a frame destroyed, together with what its callers did before, without a copy of that. Iterating over it lists both, as
 * the library expects of a copy.
 */
export class DestroyedSoFar extends Map<Hex, Hex> {
	#before: ReadonlyMap<Hex, Hex> | undefined

	static after(before: ReadonlyMap<Hex, Hex>): DestroyedSoFar {
		const destroyed = new DestroyedSoFar()
		// Most frames destroy nothing.
		destroyed.#before = isEmpty(before) ? undefined : before
		return destroyed
	}

	override has(address: Hex): boolean {
		return super.has(address) || this.#before?.has(address) === true
	}

	/** Puts its own entries into another map. */
	addTo(other: Map<Hex, Hex>): void {
		for (const [address, heir] of super.entries()) other.set(address, heir)
	}

	override *[Symbol.iterator](): MapIterator<[Hex, Hex]> {
		if (this.#before !== undefined) yield* this.#before
		yield* super.entries()
	}

	get isEmpty(): boolean {
		return this.size === 0 && this.#before === undefined
	}
}

/** The same of the contracts that a frame and its callers made. */
export class MadeSoFar extends Set<Hex> {
	#before: ReadonlySet<Hex> | undefined

	static after(before: ReadonlySet<Hex> | undefined): MadeSoFar {
		const made = new MadeSoFar()
		made.#before = before === undefined || isEmpty(before) ? undefined : before
		return made
	}

	override has(address: Hex): boolean {
		return super.has(address) || this.#before?.has(address) === true
	}

	/** Puts its own entries into another set. */
	addTo(other: Set<Hex>): void {
		for (const address of super.values()) other.add(address)
	}

	override *[Symbol.iterator](): SetIterator<Hex> {
		if (this.#before !== undefined) yield* this.#before
		yield* super.values()
	}

	get isEmpty(): boolean {
		return this.size === 0 && this.#before === undefined
	}
}

function isEmpty(collection: { readonly size: number; readonly isEmpty?: boolean }): boolean {
	return collection.isEmpty ?? collection.size === 0
}
