import type { AdminClient, ChainClient, ChainEvent, Coin, KeyInfo, TxSummary } from '../../../client/index.ts'
import { ListModel } from '../../app/list/ListModel.ts'
import { addressQueries } from '../../app/names/addressForms.ts'
import { shownName } from '../../app/names/shownName.ts'
import { ItemList } from '../../kit/models/ItemList.ts'
import type { ListColumn } from '../../kit/models/List.ts'
import { Rereading } from '../../kit/models/Rereading.ts'
import { cellWidth, middle } from '../../kit/text/cells.ts'
import { loadQr } from '../../kit/text/qrRows.ts'

/** Transactions read of a key: as many as are ever shown. */
const activityRead = 50

/** The keys of the keyring with their balances. */
export class KeysModel extends ListModel<KeyInfo> {
	readonly protocols = ['rest 9', 'rest 8', 'evm'] as const
	readonly list = new ItemList<KeyInfo>({
		items: () => this.keys,
		keyOf: ({ name }) => name,
		texts: (key) => [key.name, key.address, key.ethAddress ?? '', kindWords(key)],
		columns: keyColumns(this),
		changed: () => this.readActivity(),
	})
	readonly balances = new Map<string, readonly Coin[]>()
	readonly #activity = new Map<string, readonly TxSummary[]>()
	/** Addresses whose activity is the newest, or is being read. */
	readonly #current = new Set<string>()
	hasFaucet = false
	readonly #rereading = new Rereading(this.app)

	get keys(): readonly KeyInfo[] {
		return this.app.state.keys.filter(({ kind }) => kind !== 'acting')
	}

	get selected(): KeyInfo | undefined {
		return this.list.selected
	}

	/** Last transactions of the selected key, newest first; undefined until they are loaded. */
	get activity(): readonly TxSummary[] | undefined {
		return this.#activity.get(this.selected?.address ?? '')
	}

	get client(): ChainClient {
		return this.app.connectedClient
	}

	get admin(): AdminClient | undefined {
		return this.app.client?.admin
	}

	opened(): void {
		this.readBalances()
		this.readActivity()
	}

	connected(): void {
		this.app.attempt(loadQr)
		const { client } = this.app
		this.app.attempt(async () => {
			const hasFaucet = (await client?.admin?.hasFaucet()) ?? false
			if (this.app.client === client) this.hasFaucet = hasFaucet
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
		const { client } = this.app
		if (address === undefined || client === undefined || this.#current.has(address)) return
		this.#current.add(address)
		this.app.attempt(async () => {
			const found = await Promise.all(
				addressQueries(address, this.app.prefix).map((query) => client.listTxs(query, 1, activityRead)),
			)
			if (this.app.client !== client) return
			const byHash = new Map(found.flatMap(({ txs }) => txs).map((tx) => [tx.hash, tx]))
			const newestFirst = [...byHash.values()].sort((a, b) => b.height - a.height || b.index - a.index)
			this.#activity.set(address, newestFirst.slice(0, activityRead))
		})
	}

	/** Reads all balances, one key after the other. */
	readBalances(): void {
		if (this.app.client === undefined) return
		this.#rereading.run(
			async () => {
				for (const key of this.keys) this.balances.set(key.address, await this.client.balances(key.address))
			},
			() => {},
		)
	}

	/** Reads the keyring again and selects a key. */
	async changed(name?: string): Promise<void> {
		const keys = await this.client.keys.list()
		this.app.set({ keys })
		if (name !== undefined) this.list.select(name)
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

/** Cells of the column of balances, and while amounts are raw. */
const balanceCells = 18
const rawCells = 24

const kindNames = { local: 'signs', watch: 'watch only', multi: 'multisig', acting: 'acting' } as const

/** The kind of a key in the words of its user. */
export function kindWords({ kind, algo }: Pick<KeyInfo, 'kind' | 'algo'>): string {
	return algo === 'eth_secp256k1' ? 'ethereum' : kindNames[kind]
}

/** The columns of the list; the key that signs is marked. */
export function keyColumns(model: KeysModel): readonly ListColumn<KeyInfo>[] {
	const { app } = model
	const native = ({ address }: KeyInfo): bigint =>
		BigInt(model.balances.get(address)?.find(({ denom }) => denom === app.denom)?.amount ?? 0)
	return [
		{
			id: 'signs',
			title: '',
			width: 1,
			text: ({ name }, { theme }) => (name === app.state.current ? theme.good('●') : ' '),
		},
		{
			id: 'name',
			width: (table) => (table < 90 ? 14 : 20),
			text: ({ name }, { mark }) => mark(shownName(name)),
			order: ({ name }) => name,
		},
		{
			id: 'kind',
			width: 10,
			from: 68,
			text: (key, { theme, mark }) => theme.muted(mark(kindWords(key))),
			order: kindWords,
		},
		{
			id: 'address',
			width: 'flex',
			text: ({ address }, { cells, mark }) => mark(middle(address, cells)),
			order: ({ address }) => address,
		},
		{
			id: 'balance',
			width: () => (app.amounts.raw ? rawCells : balanceCells),
			align: 'right',
			text: ({ address }) => balanceText(model, address),
			order: native,
		},
	]
}

/** The native balance; a long one is cut in its decimals, never in its unit. */
function balanceText({ app, balances }: KeysModel, address: string): string {
	const balance = balances.get(address)
	if (balance === undefined) return '…'
	const native = balance.find((coin) => coin.denom === app.denom) ?? { denom: app.denom, amount: '0' }
	const exact = app.amounts.coin(native)
	if (app.amounts.raw) return middle(exact, rawCells)
	return cellWidth(exact) <= balanceCells ? exact : app.amounts.short(native)
}
