import type { ChainClient, TxDetail, TxSummary } from '../../../client/index.ts'
import type { UserError } from '../../../errors/UserError.ts'
import type { AmountWords } from '../../app/format/Amounts.ts'
import { txLine } from '../../app/format/txLine.ts'
import { addressQueries } from '../../app/names/addressForms.ts'
import { filterWords } from '../../kit/text/searching.ts'

/** How a search is answered: by opening the named item, by the node's index, or by scanning transactions. */
export type SearchKind = 'height' | 'hash' | 'address' | 'index' | 'text'

/** The kind of a search line. */
export function searchKind(query: string, prefix: string): SearchKind {
	if (/^#?\d[\d,]*$/.test(query)) return 'height'
	if (/^(0x)?[0-9a-fA-F]{64}$/.test(query)) return 'hash'
	if (new RegExp(`^${prefix}1[02-9ac-hj-np-z]{38,}$`).test(query)) return 'address'
	if (/^0x[0-9a-fA-F]{40}$/.test(query)) return 'address'
	return /[a-z_]+\.[a-z_]+\s*(=|>|<|EXISTS|CONTAINS)/.test(query) ? 'index' : 'text'
}

/** Dependencies of a search. */
export interface TxSearchOptions {
	readonly client: ChainClient
	readonly query: string
	readonly kind: 'address' | 'index' | 'text'
	/** The height a text is looked for from, downwards. */
	readonly height: number
	readonly prefix: string
	readonly names: TxNames
	readonly changed: () => void
}

interface Page {
	readonly txs: readonly TxSummary[]
	readonly total: number
	readonly isLast: boolean
}

const perPage = 100
/** Blocks looked through at once at first; more while they are empty, fewer while they are full. */
const firstSpan = 200
/** Matches kept: more than anyone reads; narrower words find the others. */
const most = 2_000

/**
 * Transactions that match a search, newest first, a page at a time. The node's index answers an address (as sender or
 * receiver) and a query in Tendermint's language (`message.sender='…'`). Words are searched by scanning all blocks
 * downwards, until the end or a stop.
 */
export class TxSearch {
	readonly query: string
	readonly kind: TxSearchOptions['kind']
	txs: readonly TxSummary[] = []
	/** Number of matches, as far as known. */
	total = 0
	reading = false
	/** Nothing is left to read. */
	complete = false
	/** Transactions looked through for words. */
	looked = 0
	/** The reason the node could not answer. */
	fault: UserError | undefined
	readonly #options: TxSearchOptions
	readonly #filter: TxFilter
	#page = 1
	#stopped = false

	constructor(options: TxSearchOptions) {
		this.query = options.query
		this.kind = options.kind
		this.#options = options
		this.#filter = new TxFilter(options.query, options.names)
	}

	/** Reads the next page; of words, everything. */
	async more(): Promise<void> {
		if (this.reading || this.complete) return
		this.reading = true
		try {
			if (this.kind === 'text') await this.#lookThrough()
			else await this.#readPage()
		} finally {
			this.reading = false
		}
	}

	stop(): void {
		this.#stopped = true
		this.complete = true
	}

	/** Takes over what matches of a new block, but not for queries in the node's language. */
	async addBlock(height: number): Promise<void> {
		if (this.kind === 'index') return
		const at = `tx.height = ${height}`
		for (let page = 1; ; page++) {
			const found =
				this.kind === 'text' ? await this.#matchingPage(at, page) : await this.#indexPage(page, ` AND ${at}`)
			this.#take(found.txs, true)
			if (found.isLast) return
		}
	}

	get #queries(): readonly string[] {
		return this.kind === 'index' ? [this.query] : addressQueries(this.query, this.#options.prefix)
	}

	async #indexPage(page: number, and = ''): Promise<Page> {
		const found = await Promise.all(
			this.#queries.map((query) => this.#options.client.listTxs(`${query}${and}`, page, perPage)),
		)
		const total = Math.max(...found.map((part) => part.total))
		return { txs: found.flatMap(({ txs }) => txs), total, isLast: page * perPage >= total }
	}

	/** The transactions of a page that have the words. */
	async #matchingPage(query: string, page: number): Promise<Page & { readonly looked: number }> {
		const { txs, total } = await this.#options.client.searchTxs(query, page, perPage)
		const matching = txs.filter((tx) => this.#filter.matches(tx)).map(summaryOf)
		return { txs: matching, total, looked: txs.length, isLast: page * perPage >= total }
	}

	async #readPage(): Promise<void> {
		const { txs, total, isLast } = await this.#indexPage(this.#page++)
		this.#take(txs)
		this.complete = isLast
		this.total = isLast ? this.txs.length : Math.max(this.txs.length, total)
	}

	async #lookThrough(): Promise<void> {
		let to = this.#options.height
		let span = firstSpan
		while (to >= 1 && !this.#stopped && this.txs.length < most) {
			const from = Math.max(1, to - span + 1)
			const seen = await this.#lookThroughBlocks(from, to)
			to = from - 1
			span = seen < perPage / 2 ? Math.min(span * 2, 100_000) : seen > perPage * 2 ? Math.ceil(span / 2) : span
		}
		this.complete = true
	}

	/** Looks through the blocks between two heights; resolves with the number of their transactions. */
	async #lookThroughBlocks(from: number, to: number): Promise<number> {
		for (let page = 1; ; page++) {
			const found = await this.#matchingPage(`tx.height >= ${from} AND tx.height <= ${to}`, page)
			if (this.#stopped) return found.total
			this.looked += found.looked
			this.#take(found.txs)
			this.#options.changed()
			if (found.isLast) return found.total
		}
	}

	#take(found: readonly TxSummary[], isNew = false): void {
		const known = new Set(this.txs.map((tx) => tx.hash))
		const added = new Map(found.filter((tx) => !known.has(tx.hash)).map((tx) => [tx.hash, tx] as const))
		if (added.size === 0) return
		const all = isNew ? [...added.values(), ...this.txs] : [...this.txs, ...added.values()]
		this.txs = this.kind === 'text' ? all : all.sort((a, b) => b.height - a.height || b.index - a.index)
		this.total += added.size
	}
}

/** Without document, bytes and events: of many matches only what a row shows is kept. */
function summaryOf({ json: _json, raw: _raw, data: _data, events: _events, ...summary }: TxDetail): TxSummary {
	return summary
}

/** Names that a filter uses. */
interface TxNames {
	readonly amounts: AmountWords
	/** The name shown for an address, or the address itself. */
	nameOf(address: string): string
	/** The bech32 address of a name or of a 0x address; undefined for any other text. */
	addressOf(name: string): string | undefined
}

/**
 * Parses a filter line: `by:alice` a signer (its name or part of its address), `is:failed` and `is:ok` the outcome;
 * other words must all occur in the row, hash, memo, log or decoded document.
 */
class TxFilter {
	readonly #names: TxNames
	readonly #words: readonly string[]
	readonly #signers: readonly string[]
	readonly #failed: boolean | undefined

	constructor(query: string, names: TxNames) {
		const parts = filterWords(query)
		this.#names = names
		this.#signers = parts
			.filter((part) => part.startsWith('by:') && part.length > 3)
			.map((part) => names.addressOf(part.slice(3)) ?? part.slice(3))
		this.#failed = parts.includes('is:failed') ? true : parts.includes('is:ok') ? false : undefined
		this.#words = parts.filter((part) => !/^(by|is):/.test(part))
	}

	matches(tx: TxDetail): boolean {
		if (this.#failed !== undefined && (tx.code !== 0 || tx.evmFault !== undefined) !== this.#failed) return false
		if (!this.#signers.every((wanted) => this.#isSigner(tx, wanted))) return false
		if (this.#words.length === 0) return true
		const { kind, who, what } = txLine(tx, (address) => this.#names.nameOf(address), this.#names.amounts)
		const text = [kind, who, what, tx.hash, tx.height, tx.memo, tx.log, JSON.stringify(tx.json)].join(' ').toLowerCase()
		return this.#words.every((word) => text.includes(word))
	}

	#isSigner(tx: TxSummary, wanted: string): boolean {
		return tx.signers.some(
			(address) =>
				address.includes(wanted) ||
				this.#names.addressOf(address) === wanted ||
				this.#names.nameOf(address).toLowerCase() === wanted,
		)
	}
}
