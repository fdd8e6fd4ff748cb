import { plainError } from '../../../errors/ChainError.ts'
import type { EvmAccount, EvmStore } from '../../../modules/evm/state/EvmStore.ts'
import { toHex } from '../../../util/bytes.ts'
import type { OverridableState } from '../calls/overrides.ts'

const noSlot = new Uint8Array(32)

/** What simulated transactions write, over a state that stays as it is. */
export class SimulatedState implements EvmStore, OverridableState {
	readonly #below: EvmStore
	readonly #isModule: (address: Uint8Array) => boolean
	readonly #accounts = new Map<string, EvmAccount | undefined>()
	readonly #slots = new Map<string, Map<string, Uint8Array>>()
	/** Addresses whose slots below do not count any more. */
	readonly #cleared = new Set<string>()
	readonly #codes = new Map<string, Uint8Array>()

	/** @param isModule tells whether an address is an account of a module, which has no nonce and cannot be written */
	constructor(below: EvmStore, isModule: (address: Uint8Array) => boolean) {
		this.#below = below
		this.#isModule = isModule
	}

	getAccount(address: Uint8Array): EvmAccount | undefined {
		const key = toHex(address)
		return this.#accounts.has(key) ? this.#accounts.get(key) : this.#below.getAccount(address)
	}

	getState(address: Uint8Array, slot: Uint8Array): Uint8Array {
		const key = toHex(address)
		const written = this.#slots.get(key)?.get(toHex(slot))
		if (written !== undefined) return written
		return this.#cleared.has(key) ? noSlot : this.#below.getState(address, slot)
	}

	getCode(codeHash: Uint8Array): Uint8Array {
		return this.#codes.get(toHex(codeHash)) ?? this.#below.getCode(codeHash)
	}

	takesCode(address: Uint8Array): boolean {
		return this.#below.takesCode(address)
	}

	/** @throws a plain error for the account of a module, as the chain does */
	setAccount(address: Uint8Array, account: EvmAccount): void {
		if (this.#isModule(address)) throw plainError('not supported for module accounts')
		this.#accounts.set(toHex(address), account)
	}

	setState(address: Uint8Array, slot: Uint8Array, value: Uint8Array): void {
		const key = toHex(address)
		const slots = this.#slots.get(key) ?? new Map<string, Uint8Array>()
		this.#slots.set(key, slots.set(toHex(slot), value.length === 0 ? noSlot : value))
	}

	setCode(codeHash: Uint8Array, code: Uint8Array): void {
		this.#codes.set(toHex(codeHash), code)
	}

	deleteAccount(address: Uint8Array): void {
		this.#accounts.set(toHex(address), undefined)
		this.clearSlots(address)
	}

	clearSlots(address: Uint8Array): void {
		const key = toHex(address)
		this.#slots.delete(key)
		this.#cleared.add(key)
	}
}
