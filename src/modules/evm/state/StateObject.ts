import { keccak256 } from '../../../crypto/keccak256.ts'
import { equalBytes } from '../../../util/bytes.ts'
import type { EvmAccount } from './EvmStore.ts'

/** Keccak-256 of no code. */
export const emptyCodeHash = keccak256(new Uint8Array(0))

/** A slot that was written. */
export interface WrittenSlot {
	readonly key: Uint8Array
	value: Uint8Array
	/** Place of its last change in the journal of the state. */
	notedAt: number
}

/** One account in the state of a message, with what changed of it. Slots are by the hex of their keys. */
export class StateObject {
	readonly address: Uint8Array
	/** Of the address. */
	readonly hex: string
	nonce: bigint
	balance: bigint
	codeHash: Uint8Array
	/** Undefined until it was read. */
	code: Uint8Array | undefined
	/** Whether the code was written by this message. */
	dirtyCode = false
	/** Slots as the store had them. */
	readonly origin = new Map<string, Uint8Array>()
	/** Slots that were written, also back to what they were. */
	readonly dirty = new Map<string, WrittenSlot>()

	constructor(address: Uint8Array, hex: string, account?: EvmAccount) {
		this.address = address
		this.hex = hex
		this.nonce = account?.nonce ?? 0n
		this.balance = account?.balance ?? 0n
		this.codeHash = account?.codeHash ?? emptyCodeHash
	}

	/** Whether it is as good as none (EIP-161). */
	get isEmpty(): boolean {
		return this.nonce === 0n && this.balance === 0n && this.hasNoCode
	}

	get hasNoCode(): boolean {
		return this.codeHash === emptyCodeHash || equalBytes(this.codeHash, emptyCodeHash)
	}
}
