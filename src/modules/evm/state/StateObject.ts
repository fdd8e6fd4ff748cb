import { keccak256 } from '../../../crypto/keccak256.ts'
import type { EvmAccount } from './EvmStore.ts'

/** Keccak-256 of no code. */
export const emptyCodeHash = keccak256(new Uint8Array(0))

/** One account in the state of a message, with what changed of it. Slots are by the hex of their keys. */
export class StateObject {
	readonly address: Uint8Array
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
	readonly dirty = new Map<string, { readonly key: Uint8Array; readonly value: Uint8Array }>()

	constructor(address: Uint8Array, account?: EvmAccount) {
		this.address = address
		this.nonce = account?.nonce ?? 0n
		this.balance = account?.balance ?? 0n
		this.codeHash = account?.codeHash ?? emptyCodeHash
	}
}
