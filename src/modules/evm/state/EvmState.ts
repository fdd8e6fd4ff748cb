import { keccak256 } from '../../../crypto/keccak256.ts'
import { BugError } from '../../../errors/UserError.ts'
import { equalBytes, fromHex } from '../../../util/bytes.ts'
import { byKey } from '../../../util/order.ts'
import { addressHex, type Slot } from '../vm/wordBytes.ts'
import type { EvmStore } from './EvmStore.ts'
import { StateObject } from './StateObject.ts'

/** A change that can be undone; `dirtied` names the account it has written to the store (hex), if any. */
interface Change {
	readonly undo: () => void
	readonly dirtied: string | undefined
}

const noBytes: Uint8Array = new Uint8Array(0)

/**
 * The state during one EVM message: accounts read or written over a store, with a journal. Only accounts with remaining
 * changes are written at the end, in order of their addresses. A created account counts as changed, a read one does
 * not. Source: ethermint v0.14.1 x/evm/statedb.
 */
export class EvmState {
	readonly #store: EvmStore
	readonly #objects = new Map<string, StateObject>()
	#changes: Change[] = []
	readonly #checkpoints: number[] = []
	/** The account that was made last, as hex. */
	#lastMade: string | undefined
	readonly #dirties = new Map<string, number>()

	constructor(store: EvmStore) {
		this.#store = store
	}

	/** The account, read from the store once; one without a record is looked for each time. */
	find(address: Uint8Array): StateObject | undefined {
		const hex = addressHex(address)
		const known = this.#objects.get(hex)
		if (known !== undefined) return known
		const account = this.#store.getAccount(address)
		if (account === undefined) return undefined
		const object = new StateObject(address, hex, account)
		this.#objects.set(hex, object)
		return object
	}

	/** Returns an account; creates it if it is missing. */
	findOrMake(address: Uint8Array): StateObject {
		return this.find(address) ?? this.#make(address)
	}

	setBalance(object: StateObject, balance: bigint): void {
		const before = object.balance
		this.#note(object, () => {
			object.balance = before
		})
		object.balance = balance
	}

	setNonce(object: StateObject, nonce: bigint): void {
		const before = object.nonce
		this.#note(object, () => {
			object.nonce = before
		})
		object.nonce = nonce
	}

	/** Writes a code, which may be none. */
	setCode(address: Uint8Array, code: Uint8Array): void {
		const object = this.findOrMake(address)
		const before = this.codeOf(object)
		const { codeHash } = object
		this.#note(object, () => {
			object.code = before
			object.codeHash = codeHash
		})
		object.code = code
		object.codeHash = keccak256(code)
		object.dirtyCode = true
	}

	/** The code of an account, read once. */
	codeOf(object: StateObject): Uint8Array {
		if (object.code !== undefined) return object.code
		if (object.hasNoCode) return noBytes
		object.code = this.#store.getCode(object.codeHash)
		return object.code
	}

	/** A slot as the store has it: what it was when the message began. */
	committedSlot(object: StateObject, { bytes, hex }: Slot): Uint8Array {
		let value = object.origin.get(hex)
		if (value === undefined) {
			value = this.#store.getState(object.address, bytes)
			object.origin.set(hex, value)
		}
		return value
	}

	/** A slot as it is now: 32 bytes. */
	slot(object: StateObject, slot: Slot): Uint8Array {
		return object.dirty.get(slot.hex)?.value ?? this.committedSlot(object, slot)
	}

	/** Writes 32 bytes; the same value again is no change. */
	setSlot(object: StateObject, slot: Slot, value: Uint8Array): void {
		const written = object.dirty.get(slot.hex)
		const before = written?.value ?? this.committedSlot(object, slot)
		if (equalBytes(before, value)) return
		if (written !== undefined && written.notedAt >= (this.#checkpoints.at(-1) ?? 0)) {
			// What it was at the last checkpoint is noted.
			written.value = value
			return
		}
		const notedAt = this.#changes.length
		const key = slot.bytes
		const earlier = { key, value: before, notedAt: written?.notedAt ?? -1 }
		this.#note(object, () => object.dirty.set(slot.hex, earlier))
		object.dirty.set(slot.hex, { key, value, notedAt })
	}

	/** Resets an account for a contract; only the balance stays. */
	reset(address: Uint8Array): void {
		const hex = addressHex(address)
		// The reference looks for the record of a new contract once more, which costs gas.
		if (this.#lastMade === hex) this.#store.getAccount(address)
		const before = this.findOrMake(address)
		const object = new StateObject(address, hex)
		object.balance = before.balance
		this.#changes.push({ undo: () => this.#objects.set(hex, before), dirtied: undefined })
		this.#objects.set(hex, object)
	}

	/** Notes a change that leaves the account as it is: it is written at the end nevertheless. */
	touch(address: Uint8Array): void {
		this.#note(this.findOrMake(address), () => undefined)
	}

	checkpoint(): void {
		this.#checkpoints.push(this.#changes.length)
	}

	/** Keeps what changed since the last checkpoint. */
	keep(): void {
		if (this.#checkpoints.pop() === undefined) throw new BugError('there is no checkpoint of the state to keep')
	}

	/** Undoes what changed since the last checkpoint. */
	revert(): void {
		const from = this.#checkpoints.pop()
		if (from === undefined) throw new BugError('there is no checkpoint of the state to go back to')
		while (this.#changes.length > from) {
			const { undo, dirtied } = this.#changes.pop()!
			undo()
			if (dirtied === undefined) continue
			const count = this.#dirties.get(dirtied)! - 1
			if (count > 0) this.#dirties.set(dirtied, count)
			else this.#dirties.delete(dirtied)
		}
	}

	/** Whether the account of an address can have code. */
	takesCode(address: Uint8Array): boolean {
		return this.#store.takesCode(address)
	}

	/**
	 * Writes every changed account to the store in order of addresses: destroyed ones are deleted, of others code,
	 * account and changed slots are written, in this order.
	 * @param destroyed addresses as hex
	 */
	commit(destroyed: ReadonlySet<string>): void {
		const changed = new Set([...this.#dirties.keys(), ...destroyed])
		for (const hex of [...changed].sort()) {
			if (destroyed.has(hex)) {
				this.#store.deleteAccount(fromHex(hex)!)
				continue
			}
			const object = this.#objects.get(hex)
			if (object === undefined) throw new BugError(`a changed account is lost: ${hex}`)
			this.#write(object)
		}
	}

	#write(object: StateObject): void {
		const { address, code, codeHash, nonce, balance } = object
		if (object.dirtyCode && code!.length > 0) this.#store.setCode(codeHash, code!)
		this.#store.setAccount(address, { nonce, balance, codeHash })
		const slots = [...object.dirty].sort(byKey)
		for (const [hex, { key, value }] of slots) {
			// A slot is read before it is written.
			if (equalBytes(object.origin.get(hex)!, value)) continue
			this.#store.setState(address, key, value)
		}
	}

	#make(address: Uint8Array): StateObject {
		const hex = addressHex(address)
		const object = new StateObject(address, hex)
		this.#lastMade = hex
		this.#objects.set(hex, object)
		this.#note(object, () => this.#objects.delete(hex))
		return object
	}

	#note(object: StateObject, undo: () => void): void {
		const dirtied = object.hex
		this.#changes.push({ undo, dirtied })
		this.#dirties.set(dirtied, (this.#dirties.get(dirtied) ?? 0) + 1)
	}
}
