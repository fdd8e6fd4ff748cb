import {
	type ChainClient,
	clientOf,
	type ListenerName,
	listenerWords,
	msText,
	outcomeOf,
	type RequestSummary,
	type RequestsClient,
	whatOf,
} from '../../../client/index.ts'
import { UserError } from '../../../errors/UserError.ts'
import { type Inside, ListModel } from '../../app/list/ListModel.ts'
import { rememberedFilter, rememberFilter } from '../../app/Preferences.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { tabs } from '../../app/tabs.ts'
import { Debounce } from '../../kit/models/Debounce.ts'
import { ItemList } from '../../kit/models/ItemList.ts'
import type { ListColumn } from '../../kit/models/List.ts'
import { grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { OpenedRequest } from './OpenedRequest.ts'
import { RequestStream } from './RequestStream.ts'

/** A request so far from a moment is still of it, in milliseconds. */
const nearMs = 1_000

/** Delay before the selected request is read, in milliseconds. */
const restMs = 120

/** The columns of the list. */
export const requestColumns: readonly ListColumn<RequestSummary>[] = [
	{ id: 'time', width: 8, text: ({ time }, { theme }) => theme.muted(time.slice(11, 19)), order: ({ id }) => id },
	{
		id: 'listener',
		width: 10,
		text: ({ listener }, { mark }) => mark(listenerWords[listener]),
		order: ({ listener }) => listenerWords[listener],
	},
	{ id: 'what', width: 'flex', text: (request, { mark }) => mark(safeText(whatOf(request), 300)), order: whatOf },
	{
		id: 'from',
		width: 16,
		from: 100,
		text: (request, { mark, theme }) => theme.muted(mark(safeText(clientOf(request), 64))),
		order: clientOf,
	},
	{
		id: 'status',
		width: 10,
		text: (request, { mark, theme }) => {
			const { bad, text } = outcomeOf(request)
			return (bad ? theme.bad : theme.good)(mark(text))
		},
		order: ({ status, code = 0 }) => status * 2 ** 32 + code,
	},
	{ id: 'ms', width: 6, align: 'right', text: ({ ms }) => msText(ms), order: ({ ms }) => ms },
	{
		id: 'bytes',
		width: 9,
		align: 'right',
		from: 84,
		text: ({ replyBytes }) => grouped(replyBytes),
		order: ({ replyBytes }) => replyBytes,
	},
]

/** Requests of clients, live: a list that can be paused, filtered and sorted, and one opened request. */
export class RequestsModel extends ListModel<RequestSummary> {
	readonly stream: RequestStream
	readonly list: ItemList<RequestSummary>
	/** The list as it was when it was paused. */
	held: readonly RequestSummary[] | undefined
	/** The only listener whose requests are shown. */
	listener: ListenerName | undefined
	/** The request the keys are in. */
	reading: OpenedRequest | undefined
	/** The selected one, for beside the list. */
	beside: OpenedRequest | undefined
	/** The reason the selected one cannot be read; empty if it can. */
	fault = ''
	/** Whether list and opened request fit side by side; the screen sets it. */
	isWide = false
	#client: RequestsClient | undefined
	/** Whether the screen was ever opened. */
	#seen = false
	readonly #rest = new Debounce(restMs)
	#made: {
		readonly from: readonly RequestSummary[]
		readonly listener: ListenerName | undefined
		readonly items: readonly RequestSummary[]
	} = { from: [], listener: undefined, items: [] }

	constructor(app: TuiApp) {
		super(app)
		this.stream = new RequestStream(
			() => {
				this.#look()
				app.touch()
			},
			() => app.state.screen === tabs.requests.id,
		)
		this.list = new ItemList<RequestSummary>({
			items: () => this.#items(),
			keyOf: ({ id }) => String(id),
			texts: textsOf,
			columns: requestColumns,
			follows: 'first',
			changed: () => {
				rememberFilter(app.preferences, 'requests', this.list.filter.trim())
				this.#look()
			},
		})
		this.list.setFilter(rememberedFilter(app.preferences, 'requests'))
	}

	/** Whether the node can list requests. */
	get offered(): boolean {
		return this.#client !== undefined && !this.stream.refused
	}

	/** Whether the node says that it has no request, and nothing is open. */
	get isEmpty(): boolean {
		const { on, fault } = this.stream
		return this.offered && on !== undefined && fault === '' && this.list.all.length === 0 && this.reading === undefined
	}

	/** Listeners that received requests. */
	get listeners(): readonly ListenerName[] {
		const seen = new Set(this.stream.list.map(({ listener }) => listener))
		return (Object.keys(listenerWords) as ListenerName[]).filter((listener) => seen.has(listener))
	}

	override get inside(): Inside | undefined {
		const { reading } = this
		if (reading === undefined) return undefined
		return {
			movable: reading,
			crumb: `#${reading.summary.id}`,
			close: () => {
				this.reading = undefined
				this.#look()
				return true
			},
		}
	}

	connected(client: ChainClient): void {
		this.#client = client.requests
		if (this.#seen || this.app.state.screen === tabs.requests.id) this.opened()
	}

	/** Starts polling. @param target time of a log's line (RFC 3339), the request of which moment is opened. */
	opened(target?: string): void {
		this.#seen = true
		if (this.#client !== undefined) this.stream.connect(this.#client)
		if (target !== undefined) this.app.attempt(() => this.#openAt(Date.parse(target)))
	}

	/** Opens the request whose time from arrival to reply is the nearest to a moment, in milliseconds. */
	async #openAt(moment: number): Promise<void> {
		const { requests } = await this.#requests.list(0)
		const away = ({ time, ms }: RequestSummary): number => {
			const from = Date.parse(time)
			return Math.max(from - moment, moment - (from + ms), 0)
		}
		const [nearest] = [...requests].sort((one, other) => away(one) - away(other))
		if (nearest === undefined || away(nearest) > nearMs) {
			this.app.toast('info', 'no request of that moment is recorded')
			return
		}
		this.listener = undefined
		this.list.setFilter('')
		this.list.select(String(nearest.id))
		this.reading = await this.#read(nearest)
	}

	override back(): boolean {
		if (super.back()) return true
		const hadMore = this.listener !== undefined || this.held !== undefined
		this.listener = undefined
		this.held = undefined
		return hadMore
	}

	/** Holds the list still, or follows the newest. */
	togglePause(): void {
		this.held = this.held === undefined ? this.stream.list : undefined
		this.#look()
	}

	/** Shows only the requests of the next listener; after the last one those of all. */
	nextListener(): void {
		const { listeners } = this
		this.listener = listeners[listeners.findIndex((listener) => listener === this.listener) + 1]
		this.#look()
	}

	/** Switches the journal. */
	async toggle(): Promise<void> {
		const on = this.stream.on !== true
		this.reading = undefined
		this.beside = undefined
		this.held = undefined
		await this.stream.set(on)
		this.app.toast('info', on ? 'requests are recorded' : 'recording stopped; the recorded requests are deleted')
	}

	async clear(): Promise<void> {
		await this.stream.clear()
		this.reading = undefined
		this.beside = undefined
		this.held = undefined
	}

	/** Opens the selected request, or the one `by` places after it. */
	async open(by = 0): Promise<void> {
		if (by !== 0) this.list.move(by)
		const { selected } = this.list
		if (selected === undefined) return
		this.reading = this.beside?.summary.id === selected.id ? this.beside : await this.#read(selected)
		this.beside = this.reading
	}

	/** Sends the opened request again and shows the reply. */
	async replay(): Promise<void> {
		if (this.reading === undefined) await this.open()
		const reading = this.reading
		if (reading === undefined) return
		reading.sentAgain(await this.#requests.replay(reading.summary.id))
	}

	/** The shell line that sends the request in front again. */
	async curl(): Promise<string> {
		const reading = this.reading ?? this.beside
		const id = this.reading?.summary.id ?? this.list.selected?.id
		if (id === undefined) return ''
		return (reading?.summary.id === id ? reading.detail : await this.#requests.get(id)).curl
	}

	get #requests(): RequestsClient {
		if (this.#client !== undefined) return this.#client
		throw new UserError('This node does not show what clients ask it.', { next: 'Use the node inside the app.' })
	}

	async #read(summary: RequestSummary): Promise<OpenedRequest> {
		return new OpenedRequest(summary, await this.#requests.get(summary.id))
	}

	/** Reads the selected request for beside the list, once the selection rests. */
	#look(): void {
		if (!this.isWide) return
		this.#rest.run(() => {
			const { selected } = this.list
			if (selected === undefined || selected.id === this.beside?.summary.id || this.reading !== undefined) return
			const isShown = (): boolean => this.list.selected?.id === selected.id && this.reading === undefined
			this.app.attempt(
				async () => {
					const read = await this.#read(selected)
					if (!isShown()) return
					this.fault = ''
					this.beside = read
				},
				(error) => {
					if (!isShown()) return
					this.beside = undefined
					this.fault = error.message
				},
			)
		})
	}

	/** Called by the screen: whether there is room beside the list. */
	setWide(wide: boolean): void {
		if (wide === this.isWide) return
		this.isWide = wide
		this.#look()
	}

	#items(): readonly RequestSummary[] {
		const from = this.held ?? this.stream.list
		const { listener } = this
		if (from !== this.#made.from || listener !== this.#made.listener) {
			const items = listener === undefined ? from : from.filter((request) => request.listener === listener)
			this.#made = { from, listener, items }
		}
		return this.#made.items
	}
}

function textsOf(request: RequestSummary): readonly string[] {
	const outcome = outcomeOf(request)
	return [
		listenerWords[request.listener],
		whatOf(request),
		`${request.method} ${request.path}`,
		clientOf(request),
		outcome.text,
		outcome.bad ? 'failed' : '',
	]
}
