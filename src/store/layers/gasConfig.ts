/** Gas of each operation on a store (framework: store/types/gas.go GasConfig at v0.44.5). */
export interface StoreGasConfig {
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
