import type { BlockSummary, ChainClient, ChainEvent, TxDetail } from '../../../client/ChainClient.ts'
import { LinePrompt } from '../../components/LinePrompt.ts'
import { ListCursor } from '../../components/ListCursor.ts'
import { TextScroll } from '../../components/TextScroll.ts'
import { grouped } from '../../format/numbers.ts'
import type { TuiApp } from '../../state/TuiApp.ts'
import { middle } from '../../term/cells.ts'
import type { Movable, ScreenModel } from '../ScreenModel.ts'
import { BlockPages } from './BlockPages.ts'
import { searchTxs } from './searchTxs.ts'
import { findOut, type TxFindings } from './txFindings.ts'

/** A block with its transactions. */
export type BlockDetail = BlockSummary & { readonly txs: readonly TxDetail[] }

/** An opened transaction. */
export interface OpenedTx {
	readonly kind: 'tx'
	readonly tx: TxDetail
	readonly findings: TxFindings
}

/** What is open above the lists; the last one is shown. */
export type Opened = { readonly kind: 'block'; readonly block: BlockDetail } | OpenedTx

/** Transactions of a search, or all of them when the query is empty. */
export interface TxList {
	query: string
	txs: readonly TxDetail[]
	total: number
	page: number
	/** Whether there may be another page. */
	more: boolean
	reading: boolean
}

const perPage = 50

/** Live blocks, transactions, and what is opened of them. */
export class BlocksModel implements ScreenModel {
	readonly name = 'blocks'
	readonly app: TuiApp
	readonly pages: BlockPages
	readonly blockCursor = new ListCursor(() => this.height)
	readonly txCursor = new ListCursor(() => this.list.txs.length)
	/** Over the transactions of the opened block. */
	readonly innerCursor = new ListCursor(() => (this.top?.kind === 'block' ? this.top.block.txs.length : 0))
	readonly scroll = new TextScroll()
	tab: 'blocks' | 'transactions' = 'blocks'
	list: TxList = { query: '', txs: [], total: 0, page: 0, more: true, reading: false }
	stack: readonly Opened[] = []
	/** The opened transaction as raw bytes instead of decoded. */
	raw = false

	constructor(app: TuiApp) {
		this.app = app
		this.pages = new BlockPages({
			read: (from, to) => this.#client.blocks(from, to),
			loaded: app.touch,
			failed: (error) => app.logError(error),
		})
	}

	get #client(): ChainClient {
		return this.app.client!
	}

	get height(): number {
		return this.app.state.status?.height ?? 0
	}

	get top(): Opened | undefined {
		return this.stack.at(-1)
	}

	/** The transaction the keys act on: opened, or selected in a list. */
	get tx(): TxDetail | undefined {
		const { top } = this
		if (top?.kind === 'tx') return top.tx
		if (top?.kind === 'block') return top.block.txs[this.innerCursor.selected]
		return this.tab === 'transactions' ? this.list.txs[this.txCursor.selected] : undefined
	}

	crumbs(): readonly string[] {
		const place = this.tab === 'blocks' ? [] : [this.list.query === '' ? 'transactions' : `“${this.list.query}”`]
		return [
			...place,
			...this.stack.map((opened) =>
				opened.kind === 'block' ? grouped(opened.block.height) : `tx ${middle(opened.tx.hash, 11)}`,
			),
		]
	}

	movable(): Movable {
		const { top } = this
		if (top?.kind === 'tx') return this.scroll
		if (top?.kind === 'block') return over(this.innerCursor, top.block.txs.length)
		if (this.tab === 'blocks') return over(this.blockCursor, this.height)
		const list = over(this.txCursor, this.list.total)
		return { ...list, edge: (end) => this.txCursor.select(end === 'first' ? 0 : this.list.txs.length - 1) }
	}

	opened(target: string | undefined): void {
		if (target === undefined) return
		this.stack = []
		if (/^[0-9A-Fa-f]{64}$/.test(target)) this.openTx(target.toUpperCase())
		else if (/^\d+$/.test(target)) this.openBlock(Number(target))
		else this.search(target)
	}

	back(): boolean {
		if (this.stack.length > 0) {
			this.stack = this.stack.slice(0, -1)
			this.scroll.edge('first')
			return true
		}
		if (this.list.query !== '') {
			this.search('')
			return true
		}
		if (this.tab === 'blocks') return false
		this.tab = 'blocks'
		return true
	}

	connected(): void {
		this.pages.clear()
		this.list = { query: '', txs: [], total: 0, page: 0, more: true, reading: false }
		this.stack = []
		// The newest blocks are there before they are looked for.
		this.pages.get(this.height, this.height)
		this.moreTxs()
	}

	events(events: readonly ChainEvent[]): void {
		for (const event of events) {
			if (event.type !== 'block') continue
			this.pages.add(event.block)
			if (this.blockCursor.selected > 0) {
				this.blockCursor.top += 1
				this.blockCursor.move(1)
			}
			if (event.txs.length === 0 || this.list.query !== '') continue
			this.list = {
				...this.list,
				txs: [...[...event.txs].reverse(), ...this.list.txs],
				total: this.list.total + event.txs.length,
			}
			if (this.txCursor.selected > 0) {
				this.txCursor.top += event.txs.length
				this.txCursor.move(event.txs.length)
			}
		}
	}

	/** Opens a block; says so when there is none of that height. */
	openBlock(height: number): void {
		this.app.attempt(async () => {
			const block = await this.#client.block(height)
			if (block === undefined) return this.app.toast('bad', `there is no block ${grouped(height)}`)
			this.innerCursor.select(0)
			this.stack = [...this.stack, { kind: 'block', block }]
		})
	}

	/** Opens a transaction by hash. */
	openTx(hash: string): void {
		this.app.attempt(async () => {
			const tx = await this.#client.tx(hash)
			if (tx === undefined) return this.app.toast('bad', `there is no transaction ${middle(hash, 17)}`)
			this.showTx(tx)
		})
	}

	showTx(tx: TxDetail): void {
		this.scroll.edge('first')
		this.raw = false
		this.stack = [...this.stack, { kind: 'tx', tx, findings: findOut(this.app, tx) }]
	}

	/** Lists the transactions that match; all of them for an empty query. */
	search(query: string): void {
		this.list = { query, txs: [], total: 0, page: 0, more: true, reading: false }
		this.tab = query === '' ? this.tab : 'transactions'
		this.stack = []
		this.txCursor.select(0)
		this.moreTxs()
	}

	/** Reads the next page of the list. */
	moreTxs(): void {
		const list = this.list
		if (this.app.client === undefined || list.reading || !list.more) return
		list.reading = true
		this.app.attempt(
			async () => {
				const found = await searchTxs(this.#client, list.query, {
					page: list.page + 1,
					perPage,
					prefix: this.app.state.status?.settings.prefix ?? 'chain',
				})
				if (this.list.query !== list.query) return
				const known = new Set(this.list.txs.map((tx) => tx.hash))
				this.list = {
					query: list.query,
					txs: [...this.list.txs, ...found.txs.filter((tx) => !known.has(tx.hash))],
					total: found.total,
					page: list.page + 1,
					more: found.more,
					reading: false,
				}
			},
			(error) => {
				this.list = { ...this.list, more: false, reading: false }
				this.app.toast('bad', error.message)
			},
		)
	}

	/** `/`: a height, a hash, an address or words. */
	ask(): void {
		this.app.show(
			new LinePrompt(this.app, {
				title: 'Search',
				prompt: 'search',
				placeholder: 'height, hash, address or text',
				accepted: (text) => {
					const wanted = text.trim()
					if (wanted === '') return
					if (/^[\d,]+$/.test(wanted)) this.openBlock(Number(wanted.replaceAll(',', '')))
					else if (/^[0-9a-fA-F]{64}$/.test(wanted)) this.openTx(wanted.toUpperCase())
					else this.search(this.app.state.keys.find((key) => key.name === wanted)?.address ?? wanted)
				},
			}),
		)
	}
}

function over(cursor: ListCursor, count: number): Movable {
	return {
		move: (delta) => cursor.move(delta),
		page: (pages) => cursor.page(pages),
		edge: (end) => cursor.select(end === 'first' ? 0 : count - 1),
	}
}
