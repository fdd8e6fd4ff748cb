import type { KeyInfo } from '../../../client/index.ts'
import { bech32OfAny } from '../../../codec/address/anyAddress.ts'
import { labelSign } from '../../../codec/address/labels.ts'
import { ChainError } from '../../../errors/ChainError.ts'
import { cutCells, middle } from '../../kit/text/cells.ts'
import type { LabelBook } from './LabelBook.ts'
import { shownName } from './shownName.ts'

/** Sources of names. */
export interface NameSources {
	readonly keys: () => readonly KeyInfo[]
	/** Names of well-known addresses: module accounts, the faucet. */
	readonly known: () => ReadonlyMap<string, string>
	readonly labels: LabelBook
	/** bech32 prefix of the chain. */
	readonly prefix: () => string
}

/** Names of addresses: the user's keys, well-known accounts, labels. */
export class AddressNames {
	readonly #sources: NameSources

	constructor(sources: NameSources) {
		this.#sources = sources
	}

	/**
	 * The name of a key of ours else the label it was given, with its sign, else its well-known name, else
	 * the address itself, bech32 or 0x as given. A label does not tell who it is: show the address beside it, or use `whoIs` or `short`.
	 */
	of(address: string): string {
		const { keys, known, labels } = this.#sources
		const own = this.#bech32(address)
		const key = keys().find((candidate) => candidate.address === own && candidate.kind !== 'acting')
		if (key !== undefined) return shownName(key.name).replace(labelSign, '‹U+25C7›')
		return labels.shown(own) ?? known().get(own) ?? address
	}

	/** Like `of`, with the address behind a label: for places that do not show the address otherwise. */
	whoIs(address: string): string {
		const name = this.of(address)
		return this.#isLabel(address, name) ? `${name} (${address})` : name
	}

	/** The address of a name that `of` gives, a label with its sign or without, or the bech32 form of a 0x address; undefined for any other text. */
	addressOf(name: string): string | undefined {
		const { keys, known, labels } = this.#sources
		const bech32 = this.#bech32(name.trim())
		if (bech32 !== name.trim()) return bech32
		const wanted = name.trim().toLowerCase()
		const key = keys().find((candidate) => candidate.name.toLowerCase() === wanted)
		return key?.address ?? [...known()].find(([, other]) => other === wanted)?.[0] ?? labels.addressOf(wanted)
	}

	/** Like `of`, in so many cells: an unknown address is shortened in its middle, a label keeps its address's end. */
	short(address: string, cells: number): string {
		const name = this.of(address)
		if (name === address) return middle(address, cells)
		if (!this.#isLabel(address, name)) return cutCells(name, cells)
		const end = `·${address.slice(-5)}`
		const room = Math.max(2, cells - end.length)
		return `${cutCells(name, room)}${end}`
	}

	/** The bech32 form of a 0x address, which names the same account; any other text as it is. */
	#bech32(address: string): string {
		if (!/^0x/i.test(address)) return address
		try {
			return bech32OfAny(address, this.#sources.prefix())
		} catch (error) {
			if (error instanceof ChainError) return address
			throw error
		}
	}

	#isLabel(address: string, name: string): boolean {
		return name === this.#sources.labels.shown(this.#bech32(address))
	}
}
