import type { ChainClient, ChainEvent, Greeting, TxSummary } from '../../../client/index.ts'
import { firstIndex } from '../../../util/firstIndex.ts'
import { type Inside, ListModel } from '../../app/list/ListModel.ts'
import { rememberedFilter, rememberFilter } from '../../app/Preferences.ts'
import type { OutboxEntry } from '../../app/signing/Outbox.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { TextScroll } from '../../kit/models/TextScroll.ts'
import { WindowList } from '../../kit/models/WindowList.ts'
import { grouped } from '../../kit/text/numbers.ts'
import { GreetingMatches } from './GreetingMatches.ts'
import { GreetingPages } from './GreetingPages.ts'
import { newGreeting } from './newGreeting.ts'
import { SeenGreetings } from './SeenGreetings.ts'
import { type GreetingFacts, SelectedFacts } from './SelectedFacts.ts'

/** A row of the list: a greeting of the chain, or a pending one of the user. */
export type Row = { readonly id: number } | { readonly entry: OutboxEntry }

/** All greetings of the chain, the user's pending ones, filter and selection. */
export class GreetingsModel extends ListModel<Row> {
	readonly protocols = ['rest 9'] as const
	/** The selection stays with its greeting, while others are added before it and while a pending one enters a block. */
	readonly list: WindowList<Row>
	readonly pages: GreetingPages
	readonly seen = new SeenGreetings()
	newestFirst = true
	#filter = ''
	readonly #matches: GreetingMatches
	/** The detail fills the screen (narrow terminals). */
	detailOpen = false
	readonly selectedFacts: SelectedFacts
	/** In the opened greeting. */
	readonly scroll = new TextScroll()
	/** A link of another screen opened it. */
	#linked = false
	/** The height up to which greetings are counted. */
	#countedAt = Number.NEGATIVE_INFINITY
	/** Counting failed: at the next block it is tried again. */
	#uncounted = false
	/** Events that arrive while the greetings are counted. */
	#early: ChainEvent[] | undefined
	/** The client that was connected last: what another one still answers does not count. */
	#client: ChainClient | undefined

	constructor(app: TuiApp) {
		super(app)
		const isNewestFirst = (): boolean => this.newestFirst
		this.list = new WindowList<Row>({
			count: () => this.pending.length + this.listed,
			at: (index) => this.#row(index),
			keyAt: (index) => keyOf(this.#row(index)),
			indexOf: (key) => this.#placeOf(key),
			get follows() {
				return isNewestFirst() ? 'first' : undefined
			},
			filter: {
				text: () => this.#filter,
				set: (text) => this.setFilter(text),
				words: () => this.#matches.words,
				found: () => `${grouped(this.listed)} of ${grouped(this.pages.count)}${this.scanning ? ' …' : ''}`,
			},
			changed: () => this.selectedFacts.load(),
		})
		this.selectedFacts = new SelectedFacts(app, () => {
			const row = this.list.selected
			return row !== undefined && 'id' in row ? String(row.id) : undefined
		})
		app.outbox.onStart((entry) => {
			if (entry.kind !== 'greeting') return
			// Scrolls to the greeting just written.
			const { cursor } = this.list
			const isFollowing = cursor.following
			cursor.select(this.pending.indexOf(entry))
			if (!isFollowing) cursor.follow(false)
		})
		this.#filter = rememberedFilter(app.preferences, 'greetings')
		this.pages = new GreetingPages({
			read: async (from, to) => app.connectedClient.greetingRange(from, to),
			loaded: app.touch,
			failed: (error) => app.logUnread(error),
		})
		this.#matches = new GreetingMatches({
			pages: this.pages,
			names: app,
			touch: app.touch,
			attempt: (work) => app.attempt(work),
			done: () => this.selectedFacts.load(),
			hidden: (id) => this.#tellHidden(id),
		})
	}

	/** Ids that match the filter, ascending; undefined without one. */
	get matches(): readonly number[] | undefined {
		return this.#matches.ids
	}

	/** Not all greetings have been looked at yet. */
	get scanning(): boolean {
		return this.#matches.scanning
	}

	/** Rows before the greetings of the chain: the user's that are not in a block yet. */
	get pending(): readonly OutboxEntry[] {
		const { entries } = this.app.outbox
		// Called for each drawn row, and mostly there are none.
		if (entries.length === 0) return none
		return entries
			.filter((entry) => entry.kind === 'greeting')
			.filter(({ progress, at }) => (progress.state === 'committed' ? this.#isUnlisted(progress.hash, at) : true))
			.toReversed()
	}

	/** Whether a greeting of the user that is in a block is not in the chain's list yet. */
	#isUnlisted(hash: string, at: number): boolean {
		const id = this.seen.idOf(hash)
		return id === undefined ? this.app.clock() - at < 2_000 : this.#matches.isUnchecked(id)
	}

	/** Greetings of the chain that are listed. */
	get listed(): number {
		return this.matches?.length ?? this.pages.count
	}

	#row(index: number): Row | undefined {
		const pending = this.pending
		const entry = pending[index]
		if (entry !== undefined) return { entry }
		const place = index - pending.length
		if (place < 0 || place >= this.listed) return undefined
		const at = this.newestFirst ? this.listed - 1 - place : place
		return { id: this.matches === undefined ? at : this.matches[at]! }
	}

	/** The row of a key; a greeting of the user that is in a block is in the chain's list. */
	#placeOf(key: string): number {
		const number = Number(key.slice(1))
		if (key.startsWith('g')) return this.#placeOfId(number)
		const waiting = this.pending.findIndex(({ id }) => id === number)
		if (waiting >= 0) return waiting
		const progress = this.app.outbox.entries.find(({ id }) => id === number)?.progress
		const made = progress?.state === 'committed' ? this.seen.idOf(progress.hash) : undefined
		return made === undefined ? -1 : this.#placeOfId(made)
	}

	#placeOfId(id: number): number {
		const at = this.matches === undefined ? (id < this.pages.count ? id : -1) : placeIn(this.matches, id)
		if (at < 0) return -1
		return this.pending.length + (this.newestFirst ? this.listed - 1 - at : at)
	}

	/** The selected greeting, when it is one of the chain and was read. */
	get selected(): Greeting | undefined {
		const row = this.list.selected
		return row !== undefined && 'id' in row ? this.pages.get(row.id) : undefined
	}

	/** The selected pending greeting. */
	get selectedEntry(): OutboxEntry | undefined {
		const row = this.list.selected
		return row !== undefined && 'entry' in row ? row.entry : undefined
	}

	get facts(): GreetingFacts | undefined {
		return this.selectedFacts.facts
	}

	override get inside(): Inside | undefined {
		const { selected } = this
		if (!this.detailOpen || selected === undefined) return undefined
		return {
			// A long text is read; from a short one the keys go on to the next.
			movable: this.scroll.remark === '' ? undefined : this.scroll,
			crumb: `#${grouped(selected.id)}`,
			close: () => this.#close(),
		}
	}

	opened(target: string | undefined): void {
		if (target === 'new') newGreeting(this.app)
		else if (target !== undefined && /^\d+$/.test(target)) this.select(Number(target), true)
		this.selectedFacts.load()
	}

	#close(): boolean {
		this.open(false)
		// A link of another screen may have led here.
		const linked = this.#linked
		this.#linked = false
		return !linked || this.app.state.history.length === 0
	}

	connected(client: ChainClient): void {
		this.#uncounted = false
		this.#client = client
		this.app.attempt(async () => {
			this.pages.clear()
			this.seen.clear()
			this.selectedFacts.facts = undefined
			this.#early = []
			await this.#count(client)
			// The newest are there before they are looked for.
			if (this.pages.count > 0) await this.pages.load(this.pages.count - 1)
			if (this.#filter !== '') this.setFilter(this.#filter)
			this.selectedFacts.load()
		}, this.#notCounted)
	}

	/** Whether it is known how many greetings there are. */
	get isCounted(): boolean {
		return this.#early === undefined || this.#uncounted
	}

	/** A chain without a block has no state to ask; its first one is waited for. */
	readonly #notCounted = (): void => {
		this.#uncounted = true
	}

	/** Counts at a known height, so that blocks reported later are neither missed nor counted twice. */
	async #count(client: ChainClient): Promise<void> {
		let height = (await client.status()).height
		for (let tries = 0; ; tries++) {
			const count = await client.greetingCount()
			if (this.#client !== client) return
			this.pages.count = count
			const { height: after } = await client.status()
			if (after === height || tries === 20) break
			height = after
		}
		if (this.#client !== client) return
		this.#countedAt = height
		await this.#lookBack(client, this.pages.count, height).catch((error: unknown) => this.app.logError(error))
		if (this.#client !== client) return
		const early = this.#early ?? []
		this.#early = undefined
		this.events(early)
	}

	/** When the newest were made, of which this run saw nothing: the last greeting is in the last transaction, and so on. */
	async #lookBack(client: ChainClient, count: number, height: number): Promise<void> {
		const found: TxSummary[] = []
		// A few transactions at a time: one may have made hundreds.
		for (let page = 1; page <= lookBack.pages && found.length < lookBack.greetings; page++) {
			const { txs, total } = await client.listTxs(`tx.height <= ${height}`, page, lookBack.perPage)
			found.push(...txs.flatMap((tx) => created(tx).map(() => tx)))
			if (page * lookBack.perPage >= total) break
		}
		if (this.#client !== client) return
		found.splice(lookBack.greetings)
		found.reverse().forEach((tx, index) => {
			this.seen.add(count - found.length + index, tx)
		})
	}

	events(events: readonly ChainEvent[]): void {
		if (this.#early !== undefined) {
			this.#early.push(...events)
			if (this.#uncounted && events.some(({ type }) => type === 'block')) this.recount()
			return
		}
		for (const event of events) {
			if (event.type !== 'block' || event.block.height <= this.#countedAt) continue
			this.#countedAt = event.block.height
			const made = event.txs.flatMap((tx) => created(tx).map(() => tx))
			const first = this.pages.count
			made.forEach((tx, index) => {
				this.seen.add(first + index, { height: tx.height, time: event.block.time, hash: tx.hash })
			})
			if (made.length > 0) this.#grow(made.length)
			this.selectedFacts.blockMade()
		}
	}

	/** Counts again: after a revert or a reset there may be fewer. */
	recount(): void {
		const client = this.app.client
		if (client !== undefined) this.connected(client)
	}

	/** Opens the selected greeting, or returns to the list. */
	open(on: boolean): void {
		this.detailOpen = on
		this.scroll.edge('first')
	}

	/** Shows a greeting, clearing the filter that may hide it. */
	select(id: number, open: boolean): void {
		if (this.#filter !== '') this.setFilter('')
		if (id >= this.pages.count) {
			this.app.toast('bad', `there is no greeting #${grouped(id)}`)
			return
		}
		this.list.cursor.select(this.#placeOfId(id))
		this.list.cursor.follow(false)
		this.open(open)
		this.#linked = open
		this.selectedFacts.load()
	}

	/** Filters all greetings; the newest matches are found first. */
	setFilter(text: string): void {
		this.#filter = text
		rememberFilter(this.app.preferences, 'greetings', text.trim())
		this.list.cursor.select(0)
		this.#matches.set(text)
	}

	/** One's own greeting that the filter hides would vanish without a word. */
	#tellHidden(id: number): void {
		const hash = this.seen.get(id)?.hash
		const isOurs = this.app.outbox.entries.some(
			({ progress }) => progress.state === 'committed' && progress.hash === hash,
		)
		if (isOurs) this.app.toast('info', `your greeting #${grouped(id)} is hidden by the filter: Esc clears it`)
	}

	/** Shows the oldest first, or the newest again. */
	turn(): void {
		this.newestFirst = !this.newestFirst
		this.list.cursor.select(0)
		this.selectedFacts.load()
	}

	#grow(made: number): void {
		const oldCount = this.pages.count
		this.pages.count += made
		if (this.matches !== undefined) {
			this.#matches.add(Array.from({ length: made }, (_, index) => oldCount + index))
			return
		}
		// A selected pending greeting is now in a block.
		this.selectedFacts.load()
	}
}

/** Key of a row: `g42` a greeting, `o7` a pending one. */
function keyOf(row: Row | undefined): string | undefined {
	if (row === undefined) return undefined
	return 'id' in row ? `g${row.id}` : `o${row.entry.id}`
}

/** Place of a number in an ascending list; -1 when it is not there. */
function placeIn(ids: readonly number[], id: number): number {
	const at = firstIndex(ids, (one) => one >= id)
	return ids[at] === id ? at : -1
}

const none: readonly OutboxEntry[] = []

/** Pages of transactions and greetings that are looked back on for when they were made. */
const lookBack = { perPage: 20, pages: 5, greetings: 500 } as const

/** One item for each greeting a transaction made. */
function created({ code, messageTypes }: TxSummary): readonly string[] {
	return code === 0 ? messageTypes.filter((type) => type.endsWith('.MsgCreateGreet')) : []
}
