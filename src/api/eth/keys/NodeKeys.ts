import { toHex } from '../../../util/bytes.ts'
import { Locks } from '../../../util/Lock.ts'
import type { CallArgs } from '../calls/CallArgs.ts'
import { hexBytes } from '../hexJson.ts'
import type { EthPowers } from '../powers/EthPowers.ts'
import { KeyBook } from './KeyBook.ts'

/** The keys that sign for a caller, and the senders who need none. */
export class NodeKeys {
	readonly book: KeyBook
	readonly #powers: EthPowers | undefined
	/** 0x addresses. */
	readonly #impersonated = new Set<string>()
	readonly #turns = new Locks()
	/** Whether it sends for every address. */
	isForAll = false

	/** @param powers those of a developer's chain, whose keys the node holds; without them it has no key */
	constructor(powers?: EthPowers) {
		this.#powers = powers
		this.book = new KeyBook(powers?.privateKeys)
	}

	/** Begins or ends to send for an address without its signature. */
	impersonate(address: Uint8Array, isOn: boolean): void {
		if (isOn) this.#impersonated.add(hexBytes(address))
		else this.#impersonated.delete(hexBytes(address))
	}

	/** Whether the node sends for an address without its signature, because it has no key of it. */
	standsFor(address: Uint8Array): boolean {
		if (this.book.has(address)) return false
		return this.isForAll || this.#impersonated.has(hexBytes(address)) || this.#powers?.actsAs(address) === true
	}

	/** Whether the node sends for an address. */
	sendsFor(address: Uint8Array): boolean {
		return this.book.has(address) || this.standsFor(address)
	}

	/** Fills in and sends a transaction. Those of one sender that name no nonce go one after another, so that each gets its own, as in geth. */
	async inTurn(args: CallArgs, sender: Uint8Array, send: () => Promise<string>): Promise<string> {
		return args.nonce === undefined ? this.#turns.run(toHex(sender), send) : send()
	}

	/** Treats a transaction as signed by an address. */
	vouch(txHash: Uint8Array, address: Uint8Array): void {
		this.#powers?.impersonate(toHex(txHash), address)
	}
}
