import type { BlockSummary, ChainClient, ChainEvent, TxSummary } from '../../../client/index.ts'
import { type Inside, ListModel } from '../../app/list/ListModel.ts'
import { OpenedStack } from '../../app/list/OpenedStack.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { Debounce } from '../../kit/models/Debounce.ts'
import { ItemList } from '../../kit/models/ItemList.ts'
import { WindowList } from '../../kit/models/WindowList.ts'
import { askLine } from '../../kit/overlays/LinePrompt.tsx'
import { grouped } from '../../kit/text/numbers.ts'
import { BlockPages } from './BlockPages.ts'
import { type BlockRow, FoldedBlocks, nextFullBlock } from './FoldedBlocks.ts'

/** A block with its transactions. */
export type BlockDetail = BlockSummary & { readonly txs: readonly TxSummary[] }

const none: readonly TxSummary[] = []

/** A selection rests this long before its block is read. */
const previewAfterMs = 120

/** Live blocks, runs of empty ones in one row, and the block that is open. */
export class BlocksModel extends ListModel<BlockRow> {
	readonly pages: BlockPages
	/** The selection stays with its block; on the newest one it follows the chain. */
	readonly list: WindowList<BlockRow>
	/** Transactions of the opened block, or of the selected one beside the list. */
	readonly txs: ItemList<TxSummary>
	readonly stack: OpenedStack<BlockDetail>
	/** The selected block, once the selection rests. */
	preview: BlockDetail | undefined
	/** Runs of empty blocks in one row; undefined while each block has its own. */
	folded: FoldedBlocks | undefined
	/** Whether the user wants them folded. */
	#isFolding = true
	/** The last time that was asked for. */
	#asked: object | undefined
	readonly #rest = new Debounce(previewAfterMs)

	constructor(app: TuiApp) {
		super(app)
		this.stack = new OpenedStack(app)
		this.list = new WindowList<BlockRow>({
			count: () => this.folded?.count(this.height) ?? this.height,
			at: (index) => this.#row(index),
			keyAt: (index) => String(this.#row(index)?.from),
			indexOf: (key) => this.placeOf(Number(key)),
			follows: 'first',
			changed: () => {
				this.#readOn()
				this.loadPreview()
			},
		})
		this.txs = new ItemList<TxSummary>({
			items: () => (this.block ?? this.preview)?.txs ?? none,
			keyOf: ({ hash }) => hash,
		})
		this.pages = new BlockPages({
			read: async (from, to) => this.#client.blocks(from, to),
			loaded: app.touch,
			failed: (error) => app.logUnread(error),
		})
	}

	get #client(): ChainClient {
		return this.app.connectedClient
	}

	get height(): number {
		return this.app.latestHeight
	}

	#row(index: number): BlockRow | undefined {
		const { height, folded } = this
		if (folded !== undefined) return folded.at(index, height)
		return index < height ? { height: height - index, from: height - index } : undefined
	}

	/** The row of a height; less than 0 without one. */
	placeOf(height: number): number {
		if (this.folded !== undefined) return this.folded.placeOf(height, this.height)
		return this.height - height
	}

	/** Height of the selected row, the newest of a run; 0 without one. */
	get selected(): number {
		return this.list.selected?.height ?? 0
	}

	/** The opened block. */
	get block(): BlockDetail | undefined {
		return this.stack.top
	}

	/** The selected transaction of the opened block. */
	get tx(): TxSummary | undefined {
		return this.block === undefined ? undefined : this.txs.selected
	}

	override get inside(): Inside | undefined {
		const { block } = this
		if (block === undefined) return undefined
		return { movable: this.txs, crumb: grouped(block.height), close: () => this.stack.back() }
	}

	opened(target: string | undefined): void {
		if (target !== undefined && /^\d+$/.test(target)) this.open(Number(target), true)
		this.loadPreview()
	}

	connected(): void {
		this.pages.clear()
		this.preview = undefined
		this.fold(this.#isFolding)
		const { height } = this
		this.stack.keep((block) => block.height <= height)
		// The newest blocks are there before they are looked for.
		this.pages.get(height, height)
	}

	events(events: readonly ChainEvent[]): void {
		this.folded?.add(events)
		for (const event of events) {
			if (event.type !== 'block') continue
			this.pages.add(event.block)
			if (this.selected === event.block.height) this.preview = { ...event.block, txs: event.txs }
		}
	}

	/** Opens the selected block, or shows the blocks of a run each in its row. */
	openSelected(): void {
		const row = this.list.selected
		if (row === undefined) return
		if (row.height === row.from) this.open(row.height)
		else this.folded?.unfold(row)
	}

	/** Opens a block, or says that it does not exist. */
	open(height: number, linked = false): void {
		this.app.attempt(async () => {
			const block = await this.#client.block(height)
			if (block === undefined) return this.app.toast('bad', whyNot(height, this.height))
			this.txs.edge('first')
			this.stack.push(block, linked)
		})
	}

	/** Replaces the opened block; the list follows. */
	replace(height: number): void {
		this.app.attempt(async () => {
			const block = await this.#client.block(height)
			if (block === undefined) return this.app.toast('bad', whyNot(height, this.height))
			this.txs.edge('first')
			this.list.cursor.select(this.placeOf(height))
			this.stack.replace(block)
		})
	}

	/** Shows runs of empty blocks as one row, or each block in its own; the selection stays with its block. */
	fold(on: boolean): void {
		const height = this.selected
		const isFollowing = this.list.cursor.following
		this.#isFolding = on
		const asked = {}
		this.#asked = asked
		const change = (folded?: FoldedBlocks): void => {
			// A late answer: the user wants something else meanwhile, or another place is in use.
			if (asked !== this.#asked) return
			this.folded = folded
			if (!isFollowing) this.list.cursor.select(this.placeOf(height))
			this.loadPreview()
		}
		if (!on) {
			change()
			return
		}
		const folded = new FoldedBlocks(this.#client, this.height)
		this.app.attempt(
			async () => folded.near(0).then(() => change(folded)),
			(error) => {
				// A node without an index of transactions shows each block, also after one that had it.
				this.app.logError(error)
				change()
			},
		)
	}

	/** Reads more of the blocks with transactions when their end comes near. */
	#readOn(): void {
		const { folded } = this
		if (folded === undefined) return
		this.app.attempt(() => folded.near(this.list.cursor.selected))
	}

	/** Opens the nearest block with transactions before or after the opened or selected one. */
	stepFull(by: -1 | 1): void {
		const from = this.block?.height ?? this.selected
		this.app.attempt(async () => {
			const height = await nextFullBlock(this.#client, from, by)
			if (height === undefined) {
				this.app.toast('info', `no ${by === 1 ? 'later' : 'earlier'} block has transactions`)
				return
			}
			if (this.block === undefined) this.open(height)
			else this.replace(height)
		})
	}

	/** Reads the selected block once the selection rests. */
	loadPreview(): void {
		this.#rest.run(() => {
			const height = this.selected
			if (this.app.client === undefined || height < 1 || this.preview?.height === height) return
			this.app.attempt(async () => {
				const block = await this.#client.block(height)
				if (this.selected === height) this.preview = block
			})
		})
	}

	/** `/`: opens a height; searches other text among the transactions. */
	ask(): void {
		askLine(this.app, {
			title: 'Search',
			prompt: 'search',
			placeholder: 'height, hash, address or text',
			accepted: (text) => {
				const wanted = text.trim()
				if (wanted === '') return
				if (/^#?[\d,]+$/.test(wanted)) this.open(Number(wanted.replaceAll(/[#,]/g, '')))
				else this.app.open('transactions', wanted)
			},
		})
	}
}

function whyNot(height: number, latest: number): string {
	const name = grouped(height)
	if (height > latest) return `block ${name} does not exist yet: the latest is ${grouped(latest)}`
	if (height < 1) return 'the first block is 1'
	return `the node no longer keeps block ${name}: ask one that keeps its whole history`
}
