import { BugError } from '../../../errors/UserError.ts'
import { toHex } from '../../../util/bytes.ts'
import { getOrInsert } from '../../../util/getOrInsert.ts'
import type { StateBridge } from './StateBridge.ts'
import { addressHex } from './wordBytes.ts'

type Account = Parameters<StateBridge['putAccount']>[1]
type Address = Parameters<StateBridge['putAccount']>[0]

/**
 * Which addresses and slots a message has used, for the price of using them again (EIP-2929). It takes the place of the
 * library's journal, which makes six collections for each call and copies all that it keeps for each call that reverts: a
 * transaction of 30 million gas could make it copy for a minute.
 */
export class AccessJournal {
	/** The library looks whether it is to list what was used. */
	readonly accessList = undefined
	readonly #state: StateBridge
	/** Slots by address, both as hex. */
	readonly #warm = new Map<string, Set<string>>()
	readonly #alwaysWarm = new Map<string, Set<string>>()
	/** What became warm, in order. */
	readonly #added: { readonly address: string; readonly slot: string | undefined }[] = []
	readonly #checkpoints: number[] = []

	constructor(state: StateBridge) {
		this.#state = state
	}

	putAccount(address: Address, account?: Account): Promise<void> {
		return this.#state.putAccount(address, account)
	}

	deleteAccount(): Promise<void> {
		return this.#state.deleteAccount()
	}

	checkpoint(): void {
		this.#checkpoints.push(this.#added.length)
		this.#state.state.checkpoint()
	}

	commit(): void {
		if (this.#checkpoints.pop() === undefined) throw new BugError('there is no checkpoint of the journal to keep')
		this.#state.state.keep()
	}

	revert(): void {
		const from = this.#checkpoints.pop()
		if (from === undefined) throw new BugError('there is no checkpoint of the journal to go back to')
		while (this.#added.length > from) {
			const { address, slot } = this.#added.pop()!
			if (slot === undefined) this.#warm.delete(address)
			else this.#warm.get(address)?.delete(slot)
		}
		this.#state.state.revert()
	}

	/** Forgets everything: a message begins. */
	cleanJournal(): void {
		this.#warm.clear()
		this.#alwaysWarm.clear()
		this.#added.length = 0
	}

	/** @param address hex without 0x. Answers by its slots that are warm. */
	addAlwaysWarmAddress(address: string): Set<string> {
		return getOrInsert(this.#alwaysWarm, address, () => new Set<string>())
	}

	/** Both as hex without 0x. */
	addAlwaysWarmSlot(address: string, slot: string): void {
		this.addAlwaysWarmAddress(address).add(slot)
	}

	isWarmedAddress(address: Uint8Array): boolean {
		const key = addressHex(address)
		return this.#warm.has(key) || this.#alwaysWarm.has(key)
	}

	addWarmedAddress(address: Uint8Array): void {
		this.#slotsOf(addressHex(address))
	}

	isWarmedStorage(address: Uint8Array, slot: Uint8Array): boolean {
		return this.isWarmedSlot(address, toHex(slot))
	}

	addWarmedStorage(address: Uint8Array, slot: Uint8Array): void {
		this.addWarmedSlot(address, toHex(slot))
	}

	/** @param slot as hex */
	isWarmedSlot(address: Uint8Array, slot: string): boolean {
		const key = addressHex(address)
		return this.#warm.get(key)?.has(slot) === true || this.#alwaysWarm.get(key)?.has(slot) === true
	}

	/** @param slot as hex */
	addWarmedSlot(address: Uint8Array, slot: string): void {
		const key = addressHex(address)
		const slots = this.#slotsOf(key)
		if (slots.has(slot)) return
		slots.add(slot)
		this.#added.push({ address: key, slot })
	}

	#slotsOf(address: string): Set<string> {
		let slots = this.#warm.get(address)
		if (slots === undefined) {
			slots = new Set()
			this.#warm.set(address, slots)
			this.#added.push({ address, slot: undefined })
		}
		return slots
	}
}
