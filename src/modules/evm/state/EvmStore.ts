/** An account as the EVM sees it. */
export interface EvmAccount {
	readonly nonce: bigint
	/** In the EVM's unit. */
	readonly balance: bigint
	/** Keccak-256 of the code. */
	readonly codeHash: Uint8Array
}

/** Source of a message's state and target of its commit (ethermint v0.14.1 statedb.Keeper). */
export interface EvmStore {
	/** Undefined when there is no record. */
	getAccount(address: Uint8Array): EvmAccount | undefined
	/** 32 bytes; zeros for an empty slot. */
	getState(address: Uint8Array, slot: Uint8Array): Uint8Array
	getCode(codeHash: Uint8Array): Uint8Array
	setAccount(address: Uint8Array, account: EvmAccount): void
	setState(address: Uint8Array, slot: Uint8Array, value: Uint8Array): void
	setCode(codeHash: Uint8Array, code: Uint8Array): void
	deleteAccount(address: Uint8Array): void
	/** Whether the account of an address can have code. */
	takesCode(address: Uint8Array): boolean
}
