import type { TxSummary } from '../../../client/index.ts'
import { NewestMap } from '../../../util/NewestMap.ts'
import type { PageSource } from '../../app/list/ListModel.ts'

/** Transactions per request: the most a node returns on a page. */
const pageSize = 100
/** Transactions remembered; those scrolled away from long ago are read again. */
const most = 2_000

/** A page of transactions, newest first, and how many there are in all. */
export interface TxPage {
	readonly txs: readonly TxSummary[]
	readonly total: number
}

/** All transactions, newest first, read a page at a time when a row is drawn, kept by number from the oldest on. */
export class TxPages {
	readonly #source: PageSource<TxPage>
	readonly #txs = new NewestMap<number, TxSummary>(most)
	/** Numbers that the node did not return; drawing them would request them forever. */
	readonly #absent = new Set<number>()
	#reading = false
	/** Height of the newest transaction that is counted. */
	#newest = 0
	/** New transactions reported before the first page was loaded. */
	#early: readonly TxSummary[] | undefined = []
	/** The last run. Results of earlier runs are discarded. */
	#run: object | undefined
	total = 0

	constructor(source: PageSource<TxPage>) {
		this.#source = source
	}

	/** Whether the first page is there. */
	get ready(): boolean {
		return this.#early === undefined
	}

	/** Clears everything and reads the newest page. Rejects if the node cannot list its transactions. */
	async start(): Promise<void> {
		const run = {}
		this.#run = run
		this.#early = []
		const page = await this.#source.read(1, pageSize)
		if (run !== this.#run) return
		this.#txs.clear()
		this.#absent.clear()
		this.total = page.total
		this.#newest = page.txs[0]?.height ?? 0
		this.#keep(page, 0)
		const early = this.#early
		this.#early = undefined
		this.add(early)
	}

	/** The transaction at an index, 0 being the newest, if it is loaded; otherwise undefined, and it is requested. */
	at(place: number): TxSummary | undefined {
		const number = this.total - 1 - place
		const tx = this.#txs.get(number)
		if (tx === undefined && number >= 0 && place >= 0 && !this.#absent.has(number)) this.#ask(number)
		return tx
	}

	/** Counts the transactions of blocks that were just made, oldest first, unless they are counted already. */
	add(txs: readonly TxSummary[]): void {
		if (this.#early !== undefined) {
			this.#early = [...this.#early, ...txs]
			return
		}
		const made = txs.filter((tx) => tx.height > this.#newest)
		for (const tx of made) this.#txs.set(this.total++, tx)
		this.#newest = made.at(-1)?.height ?? this.#newest
	}

	#ask(number: number): void {
		if (this.#reading) return
		this.#reading = true
		const run = this.#run
		const page = Math.floor((this.total - 1 - number) / pageSize) + 1
		this.#source
			.read(page, pageSize)
			.then((found) => {
				if (run !== this.#run) return
				this.#keep(found, (page - 1) * pageSize)
				if (!this.#txs.has(number)) this.#absent.add(number)
				this.#source.loaded()
			})
			// The next drawing asks again: the node may be back.
			.catch(this.#source.failed)
			.finally(() => {
				this.#reading = false
			})
	}

	#keep({ txs, total }: TxPage, before: number): void {
		txs.forEach((tx, index) => {
			this.#txs.set(total - 1 - before - index, tx)
		})
	}
}
