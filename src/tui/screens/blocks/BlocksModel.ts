import type { BlockSummary, ChainClient, ChainEvent, TxSummary } from '../../../client/index.ts'
import { OpenedStack } from '../../app/OpenedStack.ts'
import type { ScreenModel } from '../../app/ScreenModel.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { Debounce } from '../../kit/models/Debounce.ts'
import { ListCursor } from '../../kit/models/ListCursor.ts'
import type { Movable } from '../../kit/models/Movable.ts'
import { LinePrompt } from '../../kit/overlays/LinePrompt.tsx'
import { grouped } from '../../kit/text/numbers.ts'
import { BlockPages } from './BlockPages.ts'
import { FullBlocks, nextFullBlock } from './FullBlocks.ts'

/** A block with its transactions. */
export type BlockDetail = BlockSummary & { readonly txs: readonly TxSummary[] }

/** A selection rests this long before its block is read. */
const previewAfterMs = 120

/** Live blocks, and the one that is open. */
export class BlocksModel implements ScreenModel {
	readonly name = 'blocks'
	readonly app: TuiApp
	readonly pages: BlockPages
	/** The selection stays with its block; on the newest one it follows the chain. */
	readonly cursor = new ListCursor(() => this.count, {
		keyAt: (index) => String(this.heightAt(index)),
		indexOf: (key) => this.placeOf(Number(key)),
		follows: 'first',
	})
	/** Only blocks with transactions are listed. */
	full: FullBlocks | undefined
	/** Over the transactions of the opened block, or of the selected one beside the list. */
	readonly txCursor = new ListCursor(() => (this.block ?? this.preview)?.txs.length ?? 0)
	readonly stack: OpenedStack<BlockDetail>
	/** The selected block, once the selection rests. */
	preview: BlockDetail | undefined
	readonly #rest = new Debounce(previewAfterMs)

	constructor(app: TuiApp) {
		this.app = app
		this.stack = new OpenedStack(app)
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

	/** Rows of the list. */
	get count(): number {
		return this.full?.heights.length ?? this.height
	}

	/** Height of a row; 0 without one. */
	heightAt(index: number): number {
		return this.full === undefined ? this.height - index : (this.full.heights[index] ?? 0)
	}

	/** The row of a height; of one that is not listed the row of the next lower one. */
	placeOf(height: number): number {
		if (this.full === undefined) return height > this.height ? -1 : this.height - height
		const place = this.full.heights.findIndex((listed) => listed <= height)
		return place < 0 ? this.full.heights.length - 1 : place
	}

	/** Height of the selected row. */
	get selected(): number {
		return this.heightAt(this.cursor.selected)
	}

	/** The opened block. */
	get block(): BlockDetail | undefined {
		return this.stack.top
	}

	/** The selected transaction of the opened block. */
	get tx(): TxSummary | undefined {
		return this.block?.txs[this.txCursor.selected]
	}

	crumbs(): readonly string[] {
		return this.stack.items.slice(-1).map(({ height }) => grouped(height))
	}

	movable(): Movable {
		const cursor = this.block === undefined ? this.cursor : this.txCursor
		const moved = (work: () => void): void => {
			work()
			this.readOn()
			this.loadPreview()
		}
		return {
			move: (delta) => moved(() => cursor.move(delta)),
			page: (pages) => moved(() => cursor.page(pages)),
			edge: (end) => moved(() => cursor.edge(end)),
		}
	}

	opened(target: string | undefined): void {
		if (target !== undefined && /^\d+$/.test(target)) this.open(Number(target), true)
		this.loadPreview()
	}

	back(): boolean {
		return this.stack.back()
	}

	connected(): void {
		this.pages.clear()
		this.preview = undefined
		if (this.full !== undefined) this.onlyFull(true)
		const { height } = this
		this.stack.keep((block) => block.height <= height)
		// The newest blocks are there before they are looked for.
		this.pages.get(height, height)
	}

	events(events: readonly ChainEvent[]): void {
		for (const event of events) {
			if (event.type !== 'block') continue
			this.pages.add(event.block)
			this.full?.add([event])
			if (this.selected === event.block.height) this.preview = { ...event.block, txs: event.txs }
		}
	}

	/** Opens a block, or says that it does not exist. */
	open(height: number, linked = false): void {
		this.app.attempt(async () => {
			const block = await this.#client.block(height)
			if (block === undefined) return this.app.toast('bad', whyNot(height, this.height))
			this.txCursor.select(0)
			this.stack.push(block, linked)
		})
	}

	/** Replaces the opened block; the list follows. */
	replace(height: number): void {
		this.app.attempt(async () => {
			const block = await this.#client.block(height)
			if (block === undefined) return this.app.toast('bad', whyNot(height, this.height))
			this.txCursor.select(0)
			this.cursor.select(this.placeOf(height))
			this.stack.replace(block)
		})
	}

	/** Lists only blocks with transactions, or all again; the selection stays as near as can be. */
	onlyFull(on: boolean): void {
		const height = this.selected
		this.full = on ? new FullBlocks(this.#client, this.height) : undefined
		if (!on) this.cursor.select(this.placeOf(height))
		this.readOn(() => this.cursor.select(this.placeOf(height)))
	}

	/** Reads more of the blocks with transactions when their end comes near. */
	readOn(then: () => void = () => {}): void {
		const { full } = this
		if (full === undefined) return
		this.app.attempt(async () => {
			await full.near(this.cursor.selected)
			then()
			this.loadPreview()
		})
	}

	/** Opens the nearest block with transactions before or after the opened or selected one. */
	stepFull(by: -1 | 1): void {
		const from = this.block?.height ?? this.selected
		this.app.attempt(async () => {
			const height = await nextFullBlock(this.#client, from, by)
			if (height === undefined) {
				this.app.toast('info', `no ${by > 0 ? 'later' : 'earlier'} block has transactions`)
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
		this.app.show(
			new LinePrompt(this.app, {
				title: 'Search',
				prompt: 'search',
				placeholder: 'height, hash, address or text',
				accepted: (text) => {
					const wanted = text.trim()
					if (wanted === '') return
					if (/^#?[\d,]+$/.test(wanted)) this.open(Number(wanted.replaceAll(/[#,]/g, '')))
					else this.app.open('transactions', wanted)
				},
			}),
		)
	}
}

function whyNot(height: number, latest: number): string {
	const name = grouped(height)
	if (height > latest) return `block ${name} does not exist yet: the latest is ${grouped(latest)}`
	if (height < 1) return 'the first block is 1'
	return `the node no longer keeps block ${name}: ask one that keeps its whole history`
}
