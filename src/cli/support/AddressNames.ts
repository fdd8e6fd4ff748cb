import type { ChainClient } from '../../client/index.ts'
import type { Keyring } from '../../keyring/Keyring.ts'

/** Shortest time between two reads of the keyring for unknown addresses, in milliseconds. */
const againMs = 1_000

/** Names of addresses: keys of the home, also new ones, and well-known accounts. */
export class AddressNames {
	readonly #keyring: Keyring
	#names: ReadonlyMap<string, string> = new Map()
	#readAt = Number.NEGATIVE_INFINITY

	constructor(keyring: Keyring) {
		this.#keyring = keyring
	}

	/** The name, or the address itself. */
	readonly nameOf = (address: string): string => this.#names.get(address) ?? address

	/** Reads all names. */
	async read(client: ChainClient): Promise<void> {
		const [known, keys] = await Promise.all([client.accountNames(), this.#keyring.list()])
		this.#names = new Map([...known, ...keys.map(({ name, address }) => [address, name] as const)])
	}

	/** Reads the names again if an address has none yet. */
	async learn(addresses: readonly string[]): Promise<void> {
		if (addresses.every((address) => this.#names.has(address)) || performance.now() - this.#readAt < againMs) return
		this.#readAt = performance.now()
		const keys = await this.#keyring.list()
		this.#names = new Map([...this.#names, ...keys.map(({ name, address }) => [address, name] as const)])
	}
}
