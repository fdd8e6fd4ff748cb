import type { ChainClient, TxSummary } from '../../../client/index.ts'

/** Block in which an address last signed or received something. */
export interface LastSeen {
	readonly height: number
	readonly time: string
}

/** Accounts of the chain that are listed at most. */
const mostAccounts = 300
/** Transactions looked at for who took part. */
const lookBack = 100

/** Addresses that a chain shows: its accounts, and the participants of its latest transactions. */
export class KnownAddresses {
	/** Recently seen addresses first, then the others. Later ones are put before them, so that rows do not jump. */
	list: readonly string[] = []
	readonly #seen = new Map<string, LastSeen>()

	lastSeen(address: string): LastSeen | undefined {
		return this.#seen.get(address)
	}

	/** Reads the accounts of a chain and its latest transactions. */
	async read(client: ChainClient): Promise<void> {
		const [accounts, { txs }] = await Promise.all([
			client.accounts(mostAccounts),
			client.listTxs('tx.height > 0', 1, lookBack).catch(() => ({ txs: [] })),
		])
		this.#seen.clear()
		this.#note([...txs].reverse())
		const others = accounts.map(addressOf).filter((address) => address !== '')
		this.list = [...new Set([...this.#bySight(), ...others])].slice(0, mostAccounts)
	}

	/** Takes over who took part, oldest first; of a busy chain the latest are enough. */
	see(txs: readonly TxSummary[]): void {
		this.#note(txs)
		const known = new Set(this.list)
		const later = this.#bySight().filter((address) => !known.has(address))
		if (later.length > 0) this.list = [...later, ...this.list].slice(0, mostAccounts)
	}

	#note(txs: readonly TxSummary[]): void {
		for (const { signers, first, height, time } of txs.slice(-lookBack)) {
			const receiver = typeof first.to_address === 'string' ? [first.to_address] : []
			for (const address of [...receiver, ...signers]) {
				this.#seen.delete(address)
				this.#seen.set(address, { height, time })
			}
		}
		for (const oldest of this.#seen.keys()) {
			if (this.#seen.size <= mostAccounts) break
			this.#seen.delete(oldest)
		}
	}

	#bySight(): readonly string[] {
		return [...this.#seen.keys()].reverse()
	}
}

/** The address of an account of gateway JSON, as deep as it lies. */
function addressOf(account: Readonly<Record<string, unknown>>): string {
	if (typeof account.address === 'string') return account.address
	const inner = account.base_account ?? account.base_vesting_account
	return typeof inner === 'object' && inner !== null ? addressOf(inner as Readonly<Record<string, unknown>>) : ''
}
