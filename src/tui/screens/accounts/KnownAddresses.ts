import type { ChainClient, TxSummary } from '../../../client/index.ts'
import { member } from '../../../util/jsonParts.ts'
import { NewestMap } from '../../../util/NewestMap.ts'
import { addressForms, addressQueries } from '../../app/names/addressForms.ts'
import { baseAccount } from './AccountInfos.ts'

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
	readonly #prefix: () => string
	/** By bech32 address, the latest last. */
	readonly #seen = new NewestMap<string, LastSeen>(mostAccounts)
	/** Addresses that the node's index was asked for, because none of the latest transactions is theirs. */
	readonly #sought = new Map<string, LastSeen | undefined>()

	/** @param prefix bech32 prefix of the chain now. */
	constructor(prefix: () => string) {
		this.#prefix = prefix
	}

	lastSeen(address: string): LastSeen | undefined {
		return this.#seen.get(address) ?? this.#sought.get(address)
	}

	/** Reads the accounts of a chain and its latest transactions. What was known before is void: the chain may have gone back. */
	async read(client: ChainClient): Promise<void> {
		const before = new Set(this.#seen.values())
		const [accounts, latest] = await Promise.allSettled([
			client.accounts(mostAccounts),
			client.listTxs('tx.height > 0', 1, lookBack),
		])
		this.#sought.clear()
		// What a block brought meanwhile stays.
		for (const [address, seen] of this.#seen) if (before.has(seen)) this.#seen.delete(address)
		if (latest.status === 'fulfilled') this.#note([...latest.value.txs].reverse())
		const others = accounts.status === 'fulfilled' ? accounts.value.map(addressOf) : this.list
		this.list = [...new Set([...this.#bySight(), ...others.filter((address) => address !== '')])].slice(0, mostAccounts)
		for (const part of [accounts, latest]) if (part.status === 'rejected') throw part.reason
	}

	/** Asks the node's index, once, when an address took part last that none of the latest transactions names. */
	async seek(client: ChainClient, address: string): Promise<void> {
		if (this.#seen.has(address) || this.#sought.has(address)) return
		this.#sought.set(address, undefined)
		const pages = await Promise.all(addressQueries(address, this.#prefix()).map((query) => client.listTxs(query, 1, 1)))
		const [newest] = pages.flatMap(({ txs }) => txs).sort((a, b) => b.height - a.height)
		if (newest !== undefined) this.#sought.set(address, { height: newest.height, time: newest.time })
	}

	/** Takes over who took part, oldest first; of a busy chain the latest are enough. */
	see(txs: readonly TxSummary[]): void {
		this.#note(txs)
		const known = new Set(this.list)
		const later = this.#bySight().filter((address) => !known.has(address))
		if (later.length > 0) this.list = [...later, ...this.list].slice(0, mostAccounts)
	}

	#note(txs: readonly TxSummary[]): void {
		for (const tx of txs.slice(-lookBack)) {
			const { height, time } = tx
			for (const address of participants(tx).map((text) => addressForms(text, this.#prefix()).bech32)) {
				// A block may have come while older transactions were read.
				if ((this.#seen.get(address)?.height ?? height) > height) continue
				this.#seen.set(address, { height, time })
			}
		}
	}

	#bySight(): readonly string[] {
		return [...this.#seen.keys()].reverse()
	}
}

/** Who received and who signed, in whichever form the transaction names them. */
function participants({ signers, first }: TxSummary): readonly string[] {
	const receivers = [first.to_address, member(first.data, 'to')].filter(
		(to): to is string => typeof to === 'string' && to !== '',
	)
	return [...receivers, ...signers]
}

function addressOf(account: unknown): string {
	const address = member(baseAccount(account), 'address')
	return typeof address === 'string' ? address : ''
}
