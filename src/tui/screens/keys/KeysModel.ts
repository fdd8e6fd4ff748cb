import type { AdminClient, ChainClient, ChainEvent, Coin, KeyInfo, TxSummary } from '../../../client/index.ts'
import { addressQueries } from '../../app/addressForms.ts'
import type { ScreenModel } from '../../app/ScreenModel.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { ListCursor } from '../../kit/models/ListCursor.ts'
import type { Movable } from '../../kit/models/Movable.ts'
import { loadQr } from '../../kit/text/qrRows.ts'

/** Transactions read of a key: as many as are ever shown. */
const activityRead = 12

/** The keys of the keyring with their balances. */
export class KeysModel implements ScreenModel {
	readonly name = 'keys'
	readonly app: TuiApp
	/** The selection stays with its key. */
	readonly cursor = new ListCursor(() => this.keys.length, {
		keyAt: (index) => this.keys[index]?.name,
		indexOf: (name) => this.keys.findIndex((key) => key.name === name),
	})
	readonly balances = new Map<string, readonly Coin[]>()
	readonly #activity = new Map<string, readonly TxSummary[]>()
	/** Addresses whose activity is the newest, or is being read. */
	readonly #current = new Set<string>()
	/** Whether this chain has a faucet. */
	hasFaucet = false
	#reading = false
	/** Balances changed while they were read. */
	#again = false

	constructor(app: TuiApp) {
		this.app = app
	}

	get keys(): readonly KeyInfo[] {
		return this.app.state.keys
	}

	get selected(): KeyInfo | undefined {
		return this.keys[this.cursor.selected]
	}

	/** Last transactions of the selected key, newest first; undefined until they are loaded. */
	get activity(): readonly TxSummary[] | undefined {
		return this.#activity.get(this.selected?.address ?? '')
	}

	get client(): ChainClient {
		return this.app.client!
	}

	get admin(): AdminClient | undefined {
		return this.app.client?.admin
	}

	crumbs(): readonly string[] {
		return []
	}

	movable(): Movable {
		return {
			move: (delta) => this.select(this.cursor.selected + delta),
			page: (pages) => {
				this.cursor.page(pages)
				this.readActivity()
			},
			edge: (end) => this.select(end === 'first' ? 0 : this.keys.length - 1),
		}
	}

	/** Selects a key of the list. */
	select(index: number): void {
		this.cursor.select(index)
		this.readActivity()
	}

	opened(): void {
		this.readBalances()
		this.readActivity()
	}

	connected(): void {
		this.app.attempt(loadQr)
		this.app.attempt(async () => {
			this.hasFaucet = (await this.admin?.hasFaucet()) ?? false
		})
		this.#activity.clear()
		this.#current.clear()
		this.readBalances()
		if (this.app.screen.model === this) this.readActivity()
	}

	events(events: readonly ChainEvent[]): void {
		if (!events.some((event) => event.type === 'block' && event.txs.length > 0)) return
		this.readBalances()
		this.#current.clear()
		if (this.app.screen.model === this) this.readActivity()
	}

	/** Reads what the selected key did last, unless that is known. */
	readActivity(): void {
		const address = this.selected?.address
		if (address === undefined || this.app.client === undefined || this.#current.has(address)) return
		this.#current.add(address)
		this.app.attempt(async () => {
			const found = await Promise.all(
				addressQueries(address, this.app.prefix).map((query) => this.client.listTxs(query, 1, activityRead)),
			)
			const byHash = new Map(found.flatMap(({ txs }) => txs).map((tx) => [tx.hash, tx]))
			const newestFirst = [...byHash.values()].sort((a, b) => b.height - a.height || b.index - a.index)
			this.#activity.set(address, newestFirst.slice(0, activityRead))
		})
	}

	/** Reads all balances, one key after the other; once more when it is called while it does. */
	readBalances(): void {
		this.#again = this.#reading
		if (this.#reading || this.app.client === undefined) return
		this.#reading = true
		const done = (): void => {
			this.#reading = false
			if (this.#again) this.readBalances()
		}
		this.app.attempt(async () => {
			for (const key of this.keys) this.balances.set(key.address, await this.client.balances(key.address))
			done()
		}, done)
	}

	/** Reads the keyring again and selects a key. */
	async changed(name?: string): Promise<void> {
		const keys = await this.client.keys.list()
		this.app.set({ keys })
		const index = keys.findIndex((key) => key.name === name)
		if (index >= 0) this.select(index)
		this.app.refreshIdentity()
		this.readBalances()
	}

	/** Makes a key the one that signs. */
	use(key: KeyInfo): void {
		this.app.preferences.set('key', key.name)
		this.app.refreshIdentity()
		this.app.toast('good', `you are ${key.name} now`)
	}
}
