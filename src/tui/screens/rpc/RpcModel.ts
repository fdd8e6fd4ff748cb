import {
	comparePlaces,
	isOwn,
	isSameChain,
	type NodeStatus,
	type Place,
	type PlaceComparison,
	type PlaceReport,
	type ProbeOptions,
	parsePlaces,
	placeBeat,
	placeLines,
	probePlace,
	withStandBy,
} from '../../../client/index.ts'
import { UserError } from '../../../errors/UserError.ts'
import { type Inside, ListModel } from '../../app/list/ListModel.ts'
import { unlocked } from '../../app/signing/unlocked.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { tabs } from '../../app/tabs.ts'
import { ItemList } from '../../kit/models/ItemList.ts'

/** Name of the place that is always there: the node the program was started with. */
export const ownName = 'own'

/** A place of the list; the own chain of the start has no URL, another one of the home `own:` and its chain id. */
export type PlaceRow = Place

/** What is known of a place at the moment. */
export interface PlaceState {
	/** Newest block; 0 while unknown. */
	readonly height: number
	readonly chainId: string
	/** Milliseconds of the last answers, the newest last. */
	readonly latencies: readonly number[]
	/** Why it does not answer; empty while it does, undefined before the first answer. */
	readonly fault: string | undefined
	/** Since when it does not answer, in milliseconds since the epoch. */
	readonly deadSince?: number
	/** The last test. */
	readonly report?: PlaceReport
}

const unknown: PlaceState = { height: 0, chainId: '', latencies: [], fault: undefined }

/** Time between two looks at every place while the screen is in front, in milliseconds. */
const everyMs = 3_000
/** Answers that are kept for the line of latency: those of some minutes. */
const mostLatencies = 100

/** Every place the app can talk to: the own chain and the saved ones, how they do, and which is in use. */
export class RpcModel extends ListModel<PlaceRow> {
	readonly worksWithoutNode = true
	readonly list: ItemList<PlaceRow>
	/** Name of the place that the next comparison begins with. */
	compared: string | undefined
	/** Addresses of places that the user agreed to use although they are on another chain. */
	readonly agreed = new Set<string>()
	/** The selected place is tested and its report has the keys. */
	testing = false
	readonly #states = new Map<string, PlaceState>()
	#made: { readonly lines: readonly string[] | undefined; readonly rows: readonly PlaceRow[] } = {
		lines: undefined,
		rows: [],
	}
	/** Places that were asked for all they offer, by name and address. */
	readonly #asked = new Set<string>()
	#timer: NodeJS.Timeout | undefined
	#looking = false

	constructor(app: TuiApp) {
		super(app)
		this.list = new ItemList<PlaceRow>({
			items: () => this.#rows(),
			keyOf: ({ name }) => name,
			texts: ({ name, url, chainId }) => [name, url, chainId],
			changed: () => app.touch(),
		})
	}

	/** The saved places. */
	get places(): readonly Place[] {
		return parsePlaces(this.app.preferences.get('nodes'))
	}

	/** Saves the places. */
	save(places: readonly Place[]): void {
		this.app.preferences.set('nodes', placeLines(places))
		this.app.touch()
	}

	/** Whether keys of places cannot be read now. */
	get isLocked(): boolean {
		return this.app.client?.keys.isLocked() ?? true
	}

	/** The API key of a place; undefined for one without. @throws {UserError} while the keyring is locked. */
	async keyOf({ url, keyed }: Pick<PlaceRow, 'url' | 'keyed'>): Promise<string | undefined> {
		return keyed ? this.app.client?.keys.apiKey(url) : undefined
	}

	/** Runs what asks a place, after the keyring is unlocked if the place takes a key. */
	withKey(rows: readonly Pick<PlaceRow, 'keyed'>[], then: () => void): void {
		if (rows.some(({ keyed }) => keyed)) unlocked(this.app, then)
		else then()
	}

	/** URL of the place in use; empty for the own chain. */
	get used(): string {
		return this.app.preferences.get('node')
	}

	state({ name, url }: PlaceRow): PlaceState {
		const known = this.#states.get(name) ?? unknown
		const { status, own } = this.app.state
		// The app follows the place in use anyway, and own chains while they run.
		const followed = url === this.used ? status : own.get(url)
		if (followed === undefined) return isOwn(url) ? unknown : known
		if (followed.state === 'unreachable') return { ...known, fault: known.fault || followed.problem }
		return { ...known, height: followed.height, chainId: followed.chainId, fault: '' }
	}

	/** Blocks that a place is behind the highest one of its chain; undefined where that cannot be told. */
	lag(row: PlaceRow): number | undefined {
		const { chainId, height, fault } = this.state(row)
		if (chainId === '' || height === 0 || fault !== '') return undefined
		const others = this.list.all
			.map((other) => this.state(other))
			.filter((other) => isSameChain(other.chainId, chainId))
		return Math.max(...others.map((other) => other.height)) - height
	}

	override get inside(): Inside | undefined {
		const { selected } = this.list
		if (!this.testing || selected === undefined) return undefined
		return {
			crumb: `test of ${selected.name}`,
			close: () => {
				this.testing = false
				return true
			},
		}
	}

	connected(): void {
		if (this.app.state.screen === tabs.rpc.id) this.opened()
	}

	/** Looks at every place while the screen is in front. */
	opened(): void {
		// The command line may have saved some meanwhile.
		this.app.preferences.reread('nodes')
		void this.look()
		this.#timer ??= setInterval(() => {
			if (this.app.state.screen === tabs.rpc.id) void this.look()
			else {
				clearInterval(this.#timer)
				this.#timer = undefined
			}
		}, everyMs).unref()
	}

	/** Asks every saved place for its newest block. */
	async look(): Promise<void> {
		if (this.#looking) return
		this.#looking = true
		try {
			await Promise.all(this.list.all.map((row) => this.#lookAt(row)))
		} finally {
			this.#looking = false
			this.app.touch()
		}
	}

	async #lookAt(row: PlaceRow): Promise<void> {
		const { name, url, keyed } = row
		const before = this.#states.get(name) ?? unknown
		if (isOwn(url)) {
			const { client } = this.app
			if (client === undefined || this.used !== url) return
			const began = performance.now()
			await client.status().catch(() => undefined)
			this.#states.set(name, { ...before, latencies: longer(before.latencies, performance.now() - began) })
			this.#askOnce(row)
			return
		}
		// While a place is being connected, nobody can tell whether the keyring is locked.
		if (keyed && this.app.client === undefined) return
		if (keyed && this.isLocked) {
			this.#states.set(name, { ...before, fault: 'its key is in the locked keyring' })
			return
		}
		const beat = await placeBeat(url, { key: await this.keyOf(row) })
		if (typeof beat === 'string') {
			const deadSince = before.deadSince ?? this.app.clock()
			this.#states.set(name, { ...before, fault: beat, deadSince })
			return
		}
		const { deadSince: _deadSince, ...rest } = before
		const latencies = longer(before.latencies, beat.ms)
		this.#states.set(name, { ...rest, height: beat.height, chainId: beat.chainId, latencies, fault: '' })
		// The calls of a provider may cost: only its test makes more of them.
		if (!keyed) this.#askOnce(row)
	}

	/** Asks a place for all it offers, once. */
	#askOnce(row: PlaceRow): void {
		const url = this.addressOf(row)
		const asked = `${row.name} ${url}`
		if (url === '' || this.#asked.has(asked) || this.state(row).report !== undefined) return
		this.#asked.add(asked)
		this.app.attempt(async () => {
			const report = await probePlace(url, { beside: this.#besideOf(row) })
			if (report.fault === '') this.learn(row.name, report)
		})
	}

	/** Tests the selected place in every protocol, and shows the report. */
	test(row = this.list.selected): void {
		if (row === undefined) return
		this.testing = true
		const url = this.addressOf(row)
		if (url === '') return
		this.app.toast('busy', `testing ${row.name} …`)
		this.app.attempt(async () => {
			const report = await probePlace(url, { key: await this.keyOf(row), beside: this.#besideOf(row) })
			this.learn(row.name, report)
			this.app.toast(
				report.fault === '' ? 'good' : 'bad',
				report.fault === '' ? `${row.name} answers` : `${row.name} does not answer: ${report.fault}`,
			)
		})
	}

	/** Takes what a place is and offers. */
	learn(name: string, report: PlaceReport): void {
		const { deadSince: _deadSince, ...before } = this.#states.get(name) ?? unknown
		const { fault, height, chainId } = report
		this.#states.set(name, {
			...before,
			report,
			fault,
			height: height || before.height,
			chainId: chainId || before.chainId,
		})
	}

	/** The URL at which a place is asked; that of its JSON-RPC for an own chain, empty where it has none or does not run. */
	addressOf({ url }: PlaceRow): string {
		return isOwn(url) ? (this.#listenersOf(url)?.rpc ?? '') : url
	}

	/** Where a place serves beside its address: an own chain tells its listeners, of others the user gave some. */
	#besideOf({ url, rest, evm }: PlaceRow): ProbeOptions['beside'] {
		const own = isOwn(url) ? this.#listenersOf(url) : undefined
		return own === undefined ? { rest, evm } : { rest: own.rest, evm: own.eth, grpc: own.grpc }
	}

	#listenersOf(url: string): NodeStatus['listeners'] | undefined {
		const { status, own } = this.app.state
		return (this.used === url ? status : own.get(url))?.listeners
	}

	/** Whether an own chain has not been started since the app began. */
	isAsleep({ url }: PlaceRow): boolean {
		return isOwn(url) && url !== this.used && !this.app.state.own.has(url)
	}

	/** Whether an own chain beside the place in use starts and has no status yet. */
	isStarting({ url }: PlaceRow): boolean {
		const { own } = this.app.state
		return own.has(url) && own.get(url) === undefined
	}

	/** Compares two places. @throws {UserError} if one of them does not answer. */
	async compare(first: PlaceRow, second: PlaceRow): Promise<PlaceComparison> {
		const ask = async (row: PlaceRow): Promise<PlaceReport & { readonly key: string | undefined }> => {
			const key = await this.keyOf(row)
			return { ...(await probePlace(this.addressOf(row), { key })), key }
		}
		const [one, two] = await Promise.all([ask(first), ask(second)])
		for (const [{ name }, { fault }] of [
			[first, one],
			[second, two],
		] as const) {
			if (fault !== '') throw new UserError(`${name} does not answer.`, { why: fault, next: 'Test it with t.' })
		}
		return comparePlaces(one, two)
	}

	/** Makes a place the stand-by, or takes that back. */
	toggleStandBy(row: PlaceRow): void {
		this.save(withStandBy(this.places, row.standBy ? undefined : row.name))
		this.app.toast(
			'info',
			row.standBy ? `${row.name} is no stand-by any more` : `${row.name} stands in when the place in use fails`,
		)
	}

	#rows(): readonly PlaceRow[] {
		const lines = this.app.preferences.get('nodes')
		if (lines !== this.#made.lines) {
			const own: PlaceRow = { name: ownName, url: '', chainId: '', standBy: false, keyed: false, speaks: 'rpc' }
			this.#made = { lines, rows: [own, ...this.places] }
		}
		return this.#made.rows
	}
}

function longer(latencies: readonly number[], ms: number): readonly number[] {
	return [...latencies, ms].slice(-mostLatencies)
}
