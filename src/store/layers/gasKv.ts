import { assertValidKey } from '../assertValid.ts'
import type { KVStore, StoreIterator } from '../KVStore.ts'

/** The part of a gas meter that a store uses. */
export interface GasConsumer {
	consume(amount: bigint, descriptor: string): void
}

/**
 * A store that charges for every access (framework: store/gaskv at v0.44.5). Reads are charged by the length of the
 * value, not of the key. An iterator charges its first pair when it is created and, at each `next()`, the pair it
 * leaves. Every charge goes through the meter's one `consume`, so an observer there sees each operation.
 */
class GasKv implements KVStore {
	readonly #parent: KVStore
	readonly #meter: GasConsumer
	readonly #costs: StoreGasConfig

	constructor(parent: KVStore, meter: GasConsumer, costs: StoreGasConfig) {
		this.#parent = parent
		this.#meter = meter
		this.#costs = costs
	}

	get(key: Uint8Array): Uint8Array | undefined {
		this.#meter.consume(this.#costs.readFlat, 'ReadFlat')
		const value = this.#parent.get(key)
		this.#meter.consume(this.#costs.readPerByte * BigInt(value?.length ?? 0), 'ReadPerByte')
		return value
	}

	has(key: Uint8Array): boolean {
		this.#meter.consume(this.#costs.has, 'Has')
		return this.#parent.has(key)
	}

	set(key: Uint8Array, value: Uint8Array): void {
		assertValidKey(key)
		this.#meter.consume(this.#costs.writeFlat, 'WriteFlat')
		this.#meter.consume(this.#costs.writePerByte * BigInt(value.length), 'WritePerByte')
		this.#parent.set(key, value)
	}

	delete(key: Uint8Array): void {
		this.#meter.consume(this.#costs.delete, 'Delete')
		this.#parent.delete(key)
	}

	iterator(start: Uint8Array | undefined, end: Uint8Array | undefined): StoreIterator {
		return new GasIterator(this.#parent.iterator(start, end), this.#meter, this.#costs)
	}

	reverseIterator(start: Uint8Array | undefined, end: Uint8Array | undefined): StoreIterator {
		return new GasIterator(this.#parent.reverseIterator(start, end), this.#meter, this.#costs)
	}
}

class GasIterator implements StoreIterator {
	readonly #parent: StoreIterator
	readonly #meter: GasConsumer
	readonly #costs: StoreGasConfig

	constructor(parent: StoreIterator, meter: GasConsumer, costs: StoreGasConfig) {
		this.#parent = parent
		this.#meter = meter
		this.#costs = costs
		if (parent.valid()) this.#charge()
	}

	valid(): boolean {
		return this.#parent.valid()
	}

	next(): void {
		if (this.valid()) this.#charge()
		this.#parent.next()
	}

	key(): Uint8Array {
		return this.#parent.key()
	}

	value(): Uint8Array {
		return this.#parent.value()
	}

	close(): void {
		this.#parent.close()
	}

	#charge(): void {
		this.#meter.consume(this.#costs.readPerByte * BigInt(this.value().length), 'ValuePerByte')
		this.#meter.consume(this.#costs.iterNextFlat, 'IterNextFlat')
	}
}

/** Wraps a store so that every access to it is charged to `meter`. */
export function gasKv(parent: KVStore, meter: GasConsumer, costs: StoreGasConfig): KVStore {
	return new GasKv(parent, meter, costs)
}

/** Gas of each operation on a store (framework: store/types/gas.go GasConfig at v0.44.5). */
interface StoreGasConfig {
	readonly has: bigint
	readonly delete: bigint
	readonly readFlat: bigint
	readonly readPerByte: bigint
	readonly writeFlat: bigint
	readonly writePerByte: bigint
	readonly iterNextFlat: bigint
}

/** Costs of persistent stores. */
export const kvGasConfig: StoreGasConfig = {
	has: 1000n,
	delete: 1000n,
	readFlat: 1000n,
	readPerByte: 3n,
	writeFlat: 2000n,
	writePerByte: 30n,
	iterNextFlat: 30n,
}

/** Costs of transient stores. */
export const transientGasConfig: StoreGasConfig = {
	has: 100n,
	delete: 100n,
	readFlat: 100n,
	readPerByte: 0n,
	writeFlat: 200n,
	writePerByte: 3n,
	iterNextFlat: 3n,
}
