import type { ChainEvent, Coin } from '../../../client/ChainClient.ts'
import { parseJson } from '../../components/jsonLines.ts'
import { LinePrompt } from '../../components/LinePrompt.ts'
import { ListCursor } from '../../components/ListCursor.ts'
import { TextScroll } from '../../components/TextScroll.ts'
import type { TuiApp } from '../../state/TuiApp.ts'
import type { Movable, ScreenModel } from '../ScreenModel.ts'

/** What the node says about an address. */
export interface AccountFacts {
	readonly address: string
	readonly balances: readonly Coin[]
	/** Legacy REST replies, parsed; an error's text when the node refused. */
	readonly generation9: unknown
	readonly generation8: unknown
}

/** Addresses worth a look, and the account of the selected one in both generations of the legacy REST. */
export class AccountsModel implements ScreenModel {
	readonly name = 'accounts'
	readonly app: TuiApp
	readonly cursor = new ListCursor(() => this.addresses.length)
	readonly scroll = new TextScroll()
	facts: AccountFacts | undefined
	/** The detail has the keys; on narrow terminals it fills the screen. */
	detailOpen = false
	/** Which generations are shown. */
	shown: 'both' | '9' | '8' = 'both'
	#timer: NodeJS.Timeout | undefined

	constructor(app: TuiApp) {
		this.app = app
	}

	/** Ours first, then those looked at. */
	get addresses(): readonly string[] {
		const ours = this.app.state.keys.map((key) => key.address)
		return [...ours, ...this.app.preferences.get('addresses').filter((address) => !ours.includes(address))]
	}

	get selected(): string | undefined {
		return this.addresses[this.cursor.selected]
	}

	crumbs(): readonly string[] {
		return this.detailOpen && this.selected !== undefined ? [this.app.shortName(this.selected, 20)] : []
	}

	movable(): Movable {
		if (this.detailOpen) return this.scroll
		const moved = (work: () => void): void => {
			work()
			this.load()
		}
		return {
			move: (delta) => moved(() => this.cursor.move(delta)),
			page: (pages) => moved(() => this.cursor.page(pages)),
			edge: (end) => moved(() => this.cursor.select(end === 'first' ? 0 : this.addresses.length - 1)),
		}
	}

	opened(target: string | undefined): void {
		if (target !== undefined) this.show(target)
		this.load()
	}

	connected(): void {
		this.load()
	}

	events(events: readonly ChainEvent[]): void {
		const address = this.selected
		const touched = events.some(
			(event) =>
				event.type === 'block' && event.txs.some((tx) => JSON.stringify(tx.json ?? '').includes(address ?? '\u0000')),
		)
		if (touched) this.load()
	}

	back(): boolean {
		if (!this.detailOpen) return false
		this.detailOpen = false
		return true
	}

	/** Shows an address, remembering it when it is not ours. */
	show(address: string): void {
		if (!this.addresses.includes(address)) {
			this.app.preferences.set('addresses', [address, ...this.app.preferences.get('addresses')].slice(0, 50))
		}
		this.cursor.select(this.addresses.indexOf(address))
		this.detailOpen = true
		this.scroll.edge('first')
		this.load()
	}

	/** Reads the selected account once the selection rests. */
	load(): void {
		clearTimeout(this.#timer)
		this.#timer = setTimeout(() => this.app.attempt(() => this.#read()), 60)
		this.#timer.unref()
	}

	/** Asks for an address to look at. */
	find(): void {
		const { app } = this
		const prefix = app.state.status?.settings.prefix ?? 'chain'
		app.show(
			new LinePrompt(app, {
				title: 'Find address',
				prompt: 'address',
				placeholder: `${prefix}1… or the name of a key`,
				accepted: (text) => {
					const wanted = text.trim()
					const address = app.state.keys.find((key) => key.name === wanted)?.address ?? wanted
					if (wanted === '') return
					if (!address.startsWith(`${prefix}1`)) app.toast('bad', `not an address: it starts with ${prefix}1`)
					else this.show(address)
				},
			}),
		)
	}

	async #read(): Promise<void> {
		const { client } = this.app
		const address = this.selected
		if (client === undefined || address === undefined) return
		const legacy = (generation: 8 | 9): Promise<unknown> =>
			client
				.legacyAccount(address, generation)
				.then(parseJson, (error: unknown) => (error instanceof Error ? error.message : String(error)))
		const [balances, generation9, generation8] = await Promise.all([client.balances(address), legacy(9), legacy(8)])
		if (this.selected === address) this.facts = { address, balances, generation9, generation8 }
	}
}
