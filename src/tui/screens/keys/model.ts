import type { AdminClient, ChainClient, ChainEvent, Coin } from '../../../client/ChainClient.ts'
import type { KeyInfo } from '../../../client/KeysClient.ts'
import { ListCursor } from '../../components/ListCursor.ts'
import { loadQr } from '../../components/qrLines.ts'
import type { TuiApp } from '../../state/TuiApp.ts'
import type { Movable, ScreenModel } from '../ScreenModel.ts'

/** The keys of the keyring with their balances. */
export class KeysModel implements ScreenModel {
	readonly name = 'keys'
	readonly app: TuiApp
	readonly cursor = new ListCursor(() => this.keys.length)
	readonly balances = new Map<string, readonly Coin[]>()
	/** Whether the faucet gives coins here. */
	hasFaucet = false
	#reading = false

	constructor(app: TuiApp) {
		this.app = app
	}

	get keys(): readonly KeyInfo[] {
		return this.app.state.keys
	}

	get selected(): KeyInfo | undefined {
		return this.keys[this.cursor.selected]
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
			move: (delta) => this.cursor.move(delta),
			page: (pages) => this.cursor.page(pages),
			edge: (end) => this.cursor.select(end === 'first' ? 0 : this.keys.length - 1),
		}
	}

	opened(): void {
		this.readBalances()
	}

	connected(): void {
		this.app.attempt(loadQr)
		this.app.attempt(async () => {
			this.hasFaucet = (await this.admin?.hasFaucet()) ?? false
		})
		this.readBalances()
	}

	events(events: readonly ChainEvent[]): void {
		if (events.some((event) => event.type === 'block' && event.txs.length > 0)) this.readBalances()
	}

	/** Reads all balances, one key after the other; does nothing while it already does. */
	readBalances(): void {
		if (this.#reading || this.app.client === undefined) return
		this.#reading = true
		this.app.attempt(
			async () => {
				for (const key of this.keys) this.balances.set(key.address, await this.client.balances(key.address))
				this.#reading = false
			},
			() => {
				this.#reading = false
			},
		)
	}

	/** Reads the keyring again and selects a key. */
	async changed(name?: string): Promise<void> {
		const keys = await this.client.keys.list()
		this.app.set({ keys })
		const index = keys.findIndex((key) => key.name === name)
		if (index >= 0) this.cursor.select(index)
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
