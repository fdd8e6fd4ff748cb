import type { ChainClient, ChainEvent, EthereumTx, TxDetail, TxSummary } from '../../../client/index.ts'
import type { UserError } from '../../../errors/UserError.ts'
import { type Inside, ListModel } from '../../app/list/ListModel.ts'
import { OpenedStack } from '../../app/list/OpenedStack.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { formatKey } from '../../kit/keymap/formatKey.ts'
import { Debounce } from '../../kit/models/Debounce.ts'
import { FoldedSections } from '../../kit/models/FoldedSections.ts'
import { WindowList } from '../../kit/models/WindowList.ts'
import { middle } from '../../kit/text/cells.ts'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { filterWords } from '../../kit/text/searching.ts'
import { TxPages } from './TxPages.ts'
import { type SearchKind, searchKind, TxSearch } from './TxSearch.ts'
import { findOut, type TxFindings } from './txFindings.ts'

/** An opened transaction and what was found out about it. */
export interface OpenedTx {
	readonly tx: TxDetail
	readonly findings: TxFindings
}

/** Typing rests this long before words are looked for. */
const searchAfterMs = 150
/** A selection rests this long before its transaction is read. */
const previewAfterMs = 120
/** A search of the node's index is repeated this long after new transactions. */
const repeatAfterMs = 1_000

/** All transactions of the chain or those of a search, live, and the one that is open. */
export class TransactionsModel extends ListModel<TxSummary> {
	readonly pages: TxPages
	/** The selection stays with its transaction; while it follows, with the newest. */
	readonly list: WindowList<TxSummary>
	/** In the opened transaction. */
	readonly sections = new FoldedSections()
	readonly stack: OpenedStack<OpenedTx>
	/** Absent while all are shown. */
	search: TxSearch | undefined
	/** The reason the node cannot list its transactions. */
	fault: UserError | undefined
	/** The opened transaction as raw bytes instead of decoded. */
	raw = false
	/** The transaction that was selected when the selection last rested. */
	preview: TxDetail | undefined
	/** The Ethereum transactions in that one, in words. */
	previewEthereum: readonly EthereumTx[] | undefined
	readonly #rest = new Debounce(previewAfterMs)
	/** Typing, and the next look at a search that is repeated. */
	readonly #typing = new Debounce(searchAfterMs)
	readonly #next = new Debounce(repeatAfterMs)
	/** A link of another screen asked for the search. */
	#searchLinked = false
	/** Height of the last reported block. */
	#told = Number.NEGATIVE_INFINITY

	constructor(app: TuiApp) {
		super(app)
		this.stack = new OpenedStack(app)
		this.list = new WindowList<TxSummary>({
			count: () => this.search?.txs.length ?? this.pages.total,
			at: (index) => (this.search === undefined ? this.pages.at(index) : this.search.txs[index]),
			// Rows of a search are known by hash; all others by how many there were before, read or not.
			keyAt: (index) => (this.search === undefined ? String(this.pages.total - index) : this.search.txs[index]?.hash),
			indexOf: (key) => {
				const { search, pages } = this
				if (search !== undefined) return search.txs.findIndex(({ hash }) => hash === key)
				return /^\d+$/.test(key) ? pages.total - Number(key) : -1
			},
			follows: 'first',
			filter: {
				text: () => this.#searched,
				set: (text) => this.find(text),
				words: () =>
					this.search?.kind === 'text' ? filterWords(this.query).filter((word) => !/^\w+:/.test(word)) : [],
				found: () => this.matchRemark,
			},
			changed: () => {
				this.#readOn()
				this.loadPreview()
			},
		})
		this.pages = new TxPages({
			read: async (page, perPage) => this.#client.listTxs('tx.height > 0', page, perPage),
			loaded: app.touch,
			failed: (error) => app.logUnread(error),
		})
	}

	get #client(): ChainClient {
		return this.app.connectedClient
	}

	get query(): string {
		return this.search?.query ?? ''
	}

	/** Display text of the search: an address by its name. */
	get #searched(): string {
		return this.search?.kind === 'address' ? this.app.shortName(this.query, 24) : this.query
	}

	/** The transaction the keys act on: opened, or selected in the list. */
	get tx(): TxSummary | undefined {
		return this.stack.top?.tx ?? this.list.selected
	}

	/** Everything in that transaction, once it was read. */
	get detail(): TxDetail | undefined {
		const { tx, preview } = this
		return this.stack.top?.tx ?? (preview?.hash === tx?.hash ? preview : undefined)
	}

	override get inside(): Inside | undefined {
		const opened = this.stack.top
		if (opened === undefined) return undefined
		return {
			movable: this.sections,
			crumb: `tx ${middle(opened.tx.hash, 11)}`,
			close: () => {
				this.sections.edge('first')
				return this.stack.back()
			},
		}
	}

	override crumbs(): readonly string[] {
		return [...(this.query === '' ? [] : [`“${this.#searched}”`]), ...super.crumbs()]
	}

	opened(target: string | undefined): void {
		this.loadPreview()
		if (target === undefined) return
		if (searchKind(target, this.app.prefix) === 'hash') this.openHash(target, true)
		else {
			this.find(target)
			this.#searchLinked = true
		}
	}

	override back(): boolean {
		const linked = this.inside === undefined && this.#searchLinked
		return super.back() && (!linked || this.app.state.history.length === 0)
	}

	connected(): void {
		this.stack.keep(({ tx }) => tx.height <= this.app.latestHeight)
		const { client } = this.app
		this.app.attempt(
			async () => {
				this.fault = undefined
				await this.pages.start()
			},
			(error) => {
				if (this.app.client === client) this.fault = error
			},
		)
		// What is under way asks the place that was left, or knows blocks that are gone.
		this.search?.stop()
		if (this.query !== '') this.find(this.query)
	}

	events(events: readonly ChainEvent[]): void {
		const blocks = events.flatMap((event) => (event.type === 'block' ? [event] : []))
		for (const { block } of blocks) {
			const wasTold = block.height <= this.#told
			this.#told = block.height
			// A repeated height may be another block after the chain went back, so cached data may be invalid.
			if (wasTold) {
				this.connected()
				return
			}
		}
		const txs = blocks.flatMap((block) => block.txs)
		if (txs.length === 0) return
		this.pages.add(txs)
		const { search } = this
		if (search !== undefined) {
			this.app.attempt(async () => {
				for (const { block } of blocks) await search.addBlock(block.height)
			})
		}
		this.loadPreview()
		if (this.search?.kind === 'index' && this.list.cursor.following) this.#next.run(() => this.#repeat())
	}

	/** Reads everything in the selected transaction once the selection rests, for the place beside the list. */
	loadPreview(): void {
		this.#rest.run(() => {
			const { tx } = this
			if (this.app.client === undefined || tx === undefined || this.detail !== undefined) return
			this.app.attempt(async () => {
				const preview = await this.#client.tx(tx.hash)
				const ethereum = preview === undefined ? undefined : await this.#client.ethereumTxs(preview)
				this.preview = preview
				this.previewEthereum = ethereum
			})
		})
	}

	/** Does something with everything in the selected transaction. */
	withDetail(work: (tx: TxDetail) => void): void {
		const { tx } = this
		if (tx === undefined) return
		this.app.attempt(async () => {
			const detail = this.detail ?? (await this.#client.tx(tx.hash))
			if (detail !== undefined) work(detail)
		})
	}

	#open(tx: TxDetail, linked: boolean): void {
		this.sections.edge('first')
		this.raw = false
		this.stack.push({ tx, findings: findOut(this.app, tx) }, linked)
	}

	/** Opens a transaction by its hash, or says that it does not exist. */
	openHash(hash: string, linked = false): void {
		const wanted = hash.replace(/^0x/i, '').toUpperCase()
		this.app.attempt(async () => {
			const tx = await this.#client.tx(wanted)
			if (tx === undefined) {
				this.app.toast('bad', `no transaction ${middle(wanted, 17)} is in a block of this chain`)
				return
			}
			this.#open(tx, linked)
		})
	}

	/** Opens the selected transaction; the list then stays with it. */
	openSelected(): void {
		const { tx } = this
		if (tx === undefined) return
		this.list.cursor.follow(false)
		this.openHash(tx.hash)
	}

	/** Whether the opened transaction is the selected one of the list. */
	get isFromList(): boolean {
		const opened = this.stack.top
		return opened !== undefined && this.list.selected?.hash === opened.tx.hash
	}

	/** Opens the next transaction of the list in place of the opened one: 1 is the older one, -1 the newer one. */
	step(by: -1 | 1): void {
		const place = this.list.cursor.selected + by
		const tx = this.list.at(place)
		if (tx === undefined) {
			this.app.toast('info', by === 1 ? 'there is no older one' : 'there is no newer one')
			return
		}
		this.list.cursor.select(place)
		this.list.cursor.follow(false)
		this.#readOn()
		this.app.attempt(async () => {
			const detail = await this.#client.tx(tx.hash)
			if (detail === undefined) return
			this.sections.edge('first')
			this.stack.replace({ tx: detail, findings: findOut(this.app, detail) })
		})
	}

	/** Runs a search line: opens an item, or lists matches; an empty line shows all. */
	find(text: string): void {
		this.#typing.cancel()
		this.#next.cancel()
		const query = text.trim()
		const kind = searchKind(query, this.app.prefix)
		if (kind === 'height') this.app.open('blocks', query.replaceAll(/[#,]/g, ''))
		else if (kind === 'hash') this.openHash(query)
		if (query === '' || kind === 'height' || kind === 'hash') this.#show(undefined)
		else this.#look(this.#addressOf(query), kind)
	}

	/** While one types: words are looked for at once, what is opened waits for Enter. */
	typed(text: string): void {
		this.#next.cancel()
		this.#typing.run(() => {
			const query = text.trim()
			if (query === '') this.find('')
			else if (searchKind(query, this.app.prefix) === 'text') this.#look(query, 'text')
			this.app.touch()
		})
	}

	/** Describes what Enter does with the typed text, or the number of matches. */
	remark(text: string): string {
		const query = text.trim()
		if (query === '') return counted(this.pages.total, 'transaction')
		const kind = searchKind(query, this.app.prefix)
		if (kind === 'height') return `${formatKey('enter')} opens block ${grouped(query.replaceAll(/[#,]/g, ''))}`
		if (kind === 'hash') return `${formatKey('enter')} opens the transaction`
		if (kind === 'address' || this.#addressOf(query) !== query)
			return `${formatKey('enter')} lists what it sent and received`
		if (kind === 'index') return `${formatKey('enter')} asks the index of the node`
		return this.matchRemark
	}

	/** `12 of 3,402`, with how far the search is. */
	get matchRemark(): string {
		const { search, pages } = this
		if (search === undefined) return ''
		if (search.kind !== 'text') return counted(search.total, 'transaction')
		const all = Math.max(pages.total, search.looked)
		const looked = search.complete ? '' : ` · looked at ${grouped(search.looked)} …`
		return `${grouped(search.txs.length)} of ${grouped(all)}${looked}`
	}

	#addressOf(name: string): string {
		return this.app.addressOf(name) ?? name
	}

	#look(query: string, kind: SearchKind): void {
		if (query === this.query && kind === 'text' && this.search?.complete === false) return
		const isAddress = searchKind(query, this.app.prefix) === 'address'
		this.app.attempt(async () => {
			this.#show(this.#searchOf(query, isAddress ? 'address' : kind === 'index' ? 'index' : 'text'))
			this.#readOn()
		})
	}

	#searchOf(query: string, kind: TxSearch['kind']): TxSearch {
		const { app } = this
		return new TxSearch({
			client: this.#client,
			query,
			kind,
			height: app.latestHeight,
			prefix: app.prefix,
			names: app,
			changed: app.touch,
		})
	}

	/** Asks the index again: what it finds takes the place of what it found. */
	#repeat(): void {
		const { search } = this
		// A place that is being connected tells its blocks once more.
		if (this.app.client === undefined || search?.kind !== 'index' || !this.list.cursor.following) return
		const next = this.#searchOf(search.query, 'index')
		this.app.attempt(async () => {
			await next.more()
			if (this.search === search && this.list.cursor.following) this.search = next
		})
	}

	#show(search: TxSearch | undefined): void {
		this.search?.stop()
		this.search = search
		this.#searchLinked = false
		this.stack.clear()
		this.list.cursor.follow(true)
	}

	/** Reads the next page of a search before its first row is needed. */
	#readOn(): void {
		const { search } = this
		// What has nothing to read draws nothing: every move comes here.
		if (search === undefined || search.reading || search.complete) return
		if (search.txs.length > 0 && this.list.cursor.selected < search.txs.length - 50) return
		this.app.attempt(
			() => search.more(),
			(error) => {
				search.fault = error
				search.stop()
			},
		)
	}
}
