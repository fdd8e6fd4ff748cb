import { BugError } from '../../../errors/UserError.ts'
import type { EvmAccount, EvmStore } from '../../../modules/evm/state/EvmStore.ts'
import { toHex } from '../../../util/bytes.ts'

/** Reads behind which nothing more is kept: some megabytes with what the branch of the state below keeps of them. */
const mostReads = 10_000

/** What calls that only ask have read of the state after one block, kept for the calls after them. Nothing can be written. */
export class SharedReads implements EvmStore {
	readonly #store: EvmStore
	readonly #accounts = new Map<string, EvmAccount | undefined>()
	readonly #slots = new Map<string, Uint8Array>()
	readonly #codes = new Map<string, Uint8Array>()
	#reads = 0

	constructor(store: EvmStore) {
		this.#store = store
	}

	/** Whether it is time to begin with an empty one. */
	get isFull(): boolean {
		return this.#reads >= mostReads
	}

	getAccount(address: Uint8Array): EvmAccount | undefined {
		const key = toHex(address)
		const known = this.#accounts.get(key)
		if (known !== undefined || this.#accounts.has(key)) return known
		const account = this.#store.getAccount(address)
		this.#keep(this.#accounts, key, account)
		return account
	}

	getState(address: Uint8Array, slot: Uint8Array): Uint8Array {
		return this.#read(this.#slots, toHex(address) + toHex(slot), () => this.#store.getState(address, slot))
	}

	getCode(codeHash: Uint8Array): Uint8Array {
		return this.#read(this.#codes, toHex(codeHash), () => this.#store.getCode(codeHash))
	}

	takesCode(address: Uint8Array): boolean {
		return this.#store.takesCode(address)
	}

	setAccount(): void {
		throw readOnly()
	}

	setState(): void {
		throw readOnly()
	}

	setCode(): void {
		throw readOnly()
	}

	deleteAccount(): void {
		throw readOnly()
	}

	#read(known: Map<string, Uint8Array>, key: string, read: () => Uint8Array): Uint8Array {
		const found = known.get(key)
		if (found !== undefined) return found
		const value = read()
		this.#keep(known, key, value)
		return value
	}

	#keep<Value>(known: Map<string, Value>, key: string, value: Value): void {
		if (!this.isFull) known.set(key, value)
		this.#reads++
	}
}

function readOnly(): BugError {
	return new BugError('a call that only asks writes to the state')
}
