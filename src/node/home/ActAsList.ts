import { readFileSync } from 'node:fs'
import type { ActingAccounts } from '../../app/ante/ActingAccounts.ts'
import { addressToText } from '../../codec/address/address.ts'
import { addressFromAny } from '../../codec/address/anyAddress.ts'
import { inOtherWords } from '../../errors/ChainError.ts'
import { UserError } from '../../errors/UserError.ts'
import { toHex } from '../../util/bytes.ts'
import { shownInput } from '../../util/shownInput.ts'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'

/** The list of accounts that need no signature. It lives in a file of the home, or in memory for a chain without a home. */
export class ActAsList implements ActingAccounts {
	#file: string | undefined
	readonly #prefix: string
	/** bech32 by hex of the address, in the order of adding. */
	#addresses: ReadonlyMap<string, string> = new Map()

	/** @param file path of the list; undefined: in memory @param prefix of the chain @throws {UserError} for no list */
	constructor(file: string | undefined, prefix: string) {
		this.#prefix = prefix
		this.change(file === undefined ? [] : addressesIn(file), [])
		this.#file = file
	}

	/** bech32 addresses. */
	get addresses(): readonly string[] {
		return [...this.#addresses.values()]
	}

	has(address: Uint8Array): boolean {
		return this.#addresses.has(toHex(address))
	}

	/** Adds and removes bech32 or 0x addresses and writes the file; all or none. @throws {UserError} for other texts */
	change(added: readonly unknown[], removed: readonly unknown[]): void {
		const adds = added.map((text) => this.#read(text))
		const removes = removed.map((text) => this.#read(text))
		const addresses = new Map(this.#addresses)
		for (const address of adds) addresses.set(toHex(address), addressToText(address, this.#prefix))
		for (const address of removes) addresses.delete(toHex(address))
		const list = [...addresses.values()]
		if (this.#file !== undefined && list.join() !== this.addresses.join())
			writeFileAtomic(this.#file, `${JSON.stringify(list, null, 2)}\n`)
		this.#addresses = addresses
	}

	#read(text: unknown): Uint8Array {
		return inOtherWords(
			() => addressFromAny(String(text), this.#prefix),
			(cause) =>
				new UserError(`${shownInput(String(text))} is no address of this chain.`, {
					because: cause,
					next: `Give addresses such as ${this.#prefix}1… or 0x….`,
				}),
		)
	}
}

function addressesIn(file: string): readonly unknown[] {
	try {
		const list: unknown = JSON.parse(readFileSync(file, 'utf8'))
		if (Array.isArray(list)) return list
		throw new Error('it is not a list')
	} catch (cause) {
		if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return []
		throw new UserError(`${file} cannot be read.`, {
			because: cause,
			next: 'Mend or remove the file, then start again.',
		})
	}
}
