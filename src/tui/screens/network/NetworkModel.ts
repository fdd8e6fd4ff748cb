import type { NetworkStatus, NetworkValidator } from '../../../client/index.ts'
import { thrownText } from '../../../errors/thrownText.ts'
import type { ScreenModel } from '../../app/ScreenModel.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { ListCursor } from '../../kit/models/ListCursor.ts'
import type { Movable } from '../../kit/models/Movable.ts'

/** Polling interval of the visible screen, in milliseconds: a round takes about a second. */
const everyMs = 1_000

/** A network of a real engine: validators, votes, rounds, who proposes and who is missing. */
export class NetworkModel implements ScreenModel {
	readonly name = 'network'
	readonly app: TuiApp
	/** Over the validators; stays with its validator. */
	readonly cursor = new ListCursor(() => this.validators.length, {
		keyAt: (index) => this.validators[index]?.address,
		indexOf: (key) => this.validators.findIndex(({ address }) => address === key),
	})
	/** Undefined until it is read. */
	reading: NetworkStatus | undefined
	/** Error of the last reading; empty if it succeeded. */
	problem = ''
	#timer: NodeJS.Timeout | undefined
	#busy = false

	constructor(app: TuiApp) {
		this.app = app
	}

	get validators(): readonly NetworkValidator[] {
		return this.reading?.validators ?? []
	}

	get selected(): NetworkValidator | undefined {
		return this.validators[this.cursor.selected]
	}

	/** One node makes the blocks alone: there is no network to show. */
	get isAlone(): boolean {
		const { status } = this.app.state
		if (status?.kind === 'embedded') return true
		return this.reading !== undefined && this.validators.length <= 1 && this.reading.peers.length === 0
	}

	crumbs(): readonly string[] {
		return []
	}

	movable(): Movable {
		return {
			move: (delta) => this.cursor.move(delta),
			page: (pages) => this.cursor.page(pages),
			edge: (end) => this.cursor.edge(end),
		}
	}

	connected(): void {
		this.reading = undefined
		this.problem = ''
		if (this.app.state.screen === 'network') this.opened()
	}

	/** Rounds can change without blocks, so the node is polled, but only while the screen is visible. */
	opened(): void {
		this.read()
		this.#timer ??= setInterval(() => {
			if (this.app.state.screen === 'network') this.read()
			else this.#rest()
		}, everyMs).unref()
	}

	/** Asks the node. */
	read(): void {
		const { client, state } = this.app
		if (client === undefined || this.#busy || state.status?.kind === 'embedded') return
		this.#busy = true
		client
			.network()
			.then(
				(reading) => {
					if (this.app.client !== client) return
					this.reading = reading
					this.problem = ''
				},
				(error: unknown) => {
					this.problem = thrownText(error)
				},
			)
			.finally(() => {
				this.#busy = false
				this.app.touch()
			})
	}

	#rest(): void {
		clearInterval(this.#timer)
		this.#timer = undefined
	}
}
