import type { StateManagerInterface } from '@ethereumjs/common'
import { Account, type Address } from '@ethereumjs/util'
import { BugError } from '../../../errors/UserError.ts'
import type { EvmState } from '../state/EvmState.ts'
import { slotOfBytes } from './wordBytes.ts'

const noBytes: Uint8Array = new Uint8Array(0)

/** The state of a message in the interpreter's interface: one bridge for one interpreter and one message at a time. */
export class StateBridge implements StateManagerInterface {
	#state: EvmState | undefined

	/** The state the interpreter works on from now on. */
	use(state: EvmState | undefined): void {
		this.#state = state
	}

	/** The state in use. */
	get state(): EvmState {
		if (this.#state === undefined) throw new BugError('the interpreter runs without a state')
		return this.#state
	}

	readonly originalStorageCache = {
		get: async (address: Address, key: Uint8Array): Promise<Uint8Array> => {
			const object = this.state.find(address.bytes)
			return object === undefined ? noBytes : this.state.committedSlot(object, slotOfBytes(key))
		},
		clear: (): void => undefined,
	}

	async getAccount(address: Address): Promise<Account | undefined> {
		return this.accountOf(address)
	}

	/** The account as the interpreter has it. */
	accountOf(address: Address): Account | undefined {
		const object = this.state.find(address.bytes)
		return object === undefined ? undefined : new Account(object.nonce, object.balance, undefined, object.codeHash)
	}

	/** Takes over balance and nonce; code and slots go their own ways. */
	async putAccount(address: Address, account?: Account): Promise<void> {
		const object = this.state.findOrMake(address.bytes)
		if (account === undefined) return
		if (object.balance !== account.balance) this.state.setBalance(object, account.balance)
		if (object.nonce !== account.nonce) this.state.setNonce(object, account.nonce)
	}

	/** The interpreter modifies the balance of what is destroyed. */
	async modifyAccountFields(address: Address, { balance }: { balance?: bigint }): Promise<void> {
		const object = this.state.findOrMake(address.bytes)
		if (balance !== undefined && balance !== object.balance) this.state.setBalance(object, balance)
	}

	async putCode(address: Address, code: Uint8Array): Promise<void> {
		this.state.setCode(address.bytes, code)
	}

	async getCode(address: Address): Promise<Uint8Array> {
		const object = this.state.find(address.bytes)
		return object === undefined ? noBytes : this.state.codeOf(object)
	}

	async getCodeSize(address: Address): Promise<number> {
		return (await this.getCode(address)).length
	}

	async getStorage(address: Address, key: Uint8Array): Promise<Uint8Array> {
		const object = this.state.find(address.bytes)
		return object === undefined ? noBytes : this.state.slot(object, slotOfBytes(key))
	}

	async putStorage(address: Address, key: Uint8Array, value: Uint8Array): Promise<void> {
		const word = new Uint8Array(32)
		word.set(value, 32 - value.length)
		this.state.setSlot(this.state.findOrMake(address.bytes), slotOfBytes(key), word)
	}

	/** The interpreter clears what it makes a contract of. */
	async clearStorage(address: Address): Promise<void> {
		this.state.reset(address.bytes)
	}

	// The journal asks the state itself for checkpoints, and deletes nothing; there are no roots.
	readonly deleteAccount = notAsked
	readonly checkpoint = notAsked
	readonly commit = notAsked
	readonly revert = notAsked
	readonly getStateRoot = notAsked
	readonly setStateRoot = notAsked
	readonly hasStateRoot = notAsked
	readonly shallowCopy = notAsked

	clearCaches(): void {}
}

function notAsked(): never {
	throw new BugError('the interpreter asks the state for what it does not have')
}
