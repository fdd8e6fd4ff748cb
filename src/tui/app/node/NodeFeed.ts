import {
	actingKey,
	type ChainClient,
	type ChainEvent,
	isOwn,
	type LogEntry,
	type NodeStatus,
} from '../../../client/index.ts'
import { thrownText } from '../../../errors/UserError.ts'
import { counted } from '../../kit/text/numbers.ts'
import type { TuiApp } from '../TuiApp.ts'
import { EventBatcher } from './EventBatcher.ts'

/** Shortest time between two complete reads after missed blocks, in milliseconds. */
const readAgainMs = 5_000

/** Time between two ticks, in milliseconds; the clock steps with each fifth. */
const tickMs = 200
const ticksOfClock = 5
/**
 * Ticks between two looks at the status: of an own chain, of another place, and of one that has a stand-by, where reads
 * must go on within two seconds.
 */
const ownTicks = 10
const placeTicks = 5
const guardedTicks = 3
/**
 * A place that has a stand-by fails when it does not answer within three times its usual time, but at least and at most so
 * many ticks. Ticks and not milliseconds: a program that was held up itself lets no place fail.
 */
const failAfterTicks = [3, 5] as const

/** What the feed asks and tells about the place in use. */
export interface NodeFeedPlace {
	/** Whether another place can stand in for it. */
	readonly isGuarded: () => boolean
	/** Called when it stops answering, with the reason. */
	readonly failed: (problem: string) => void
}

/** Keeps status, blocks, keys, balance and chain time of the node in use current. */
export class NodeFeed {
	readonly #app: TuiApp
	readonly #place: NodeFeedPlace
	readonly #batcher: EventBatcher<ChainEvent>
	#unsubscribe: () => void = () => {}
	#ticker: NodeJS.Timeout | undefined
	#ticks = 0
	/** Ticks since the last look at the status began. */
	#polled = 0
	/** The client that is being asked for its status. */
	#asked: ChainClient | undefined
	/** How long the last status took, in milliseconds; undefined before the first of a place. */
	#usualMs: number | undefined
	/** Time of the last complete read, in milliseconds, and the timer of the next one. */
	#readAt = Number.NEGATIVE_INFINITY
	#reading: NodeJS.Timeout | undefined
	/** Log lines that were told: an own chain that is taken up again tells its recent ones once more. */
	readonly #heard = new WeakSet<LogEntry>()
	/** Height of the last reported block; 0 before the first. */
	#told = 0
	/** Chain time minus machine time, in milliseconds; 0 while they agree within some seconds. */
	#drift = 0

	constructor(app: TuiApp, place: NodeFeedPlace) {
		this.#app = app
		this.#place = place
		this.#batcher = new EventBatcher((events) => this.#deliver(events))
		app.refreshIdentity = () => app.attempt(() => this.identity())
	}

	/** Keeps the clock going, and looks at the status of the app's client as soon as there is one. */
	start(): void {
		this.#ticker ??= setInterval(() => this.#tick(), tickMs)
	}

	/** Takes how long the first status of a place took, in milliseconds: by that the next ones are judged. */
	expect(usualMs: number): void {
		this.#usualMs = usualMs
	}

	/** Takes the blocks of a node, and fills what reads it. */
	follow(client: ChainClient, status: NodeStatus): void {
		const app = this.#app
		this.#keepTime()
		this.#unsubscribe = client.subscribe((event) => this.#batcher.push(event))
		if (status.protocol === undefined) app.attempt(() => app.pulses.read(client, status.height))
		if (canQuery(status)) {
			app.attempt(async () => {
				const names = await client.accountNames()
				if (app.client === client) app.names = names
			})
		}
		this.#connected(client)
	}

	/** Leaves the node. */
	end(): void {
		this.#unsubscribe()
		this.#unsubscribe = () => {}
		this.#batcher.stop()
		this.#asked = undefined
		this.#usualMs = undefined
		this.#told = 0
	}

	/** Ends for good. */
	stop(): void {
		clearInterval(this.#ticker)
		clearTimeout(this.#reading)
		this.end()
	}

	/** Tells the screens that work on the place in use. */
	#connected(client: ChainClient): void {
		for (const screen of this.#app.screens) if (this.#app.lacks(screen) === undefined) screen.model.connected?.(client)
	}

	#deliver(events: readonly ChainEvent[]): void {
		const app = this.#app
		const lines = events.flatMap((event) => (event.type === 'log' ? [event.entry] : []))
		const logs = lines.filter((line) => !this.#heard.has(line))
		for (const line of logs) this.#heard.add(line)
		if (logs.length > 0) app.log.add(logs)
		let status = app.state.status
		let moved = false
		let gap = false
		for (const event of events) {
			if (event.type === 'block') {
				const { height } = event.block
				// After a long silence the client reports only the latest blocks. A lower height means that the chain went
				// back.
				gap ||= this.#told > 0 && (height > this.#told + 1 || height < this.#told)
				this.#told = height
			}
			if (event.type === 'status') status = event.status
			else if (event.type === 'block' && status !== undefined && event.block.height > status.height) {
				status = {
					...status,
					height: event.block.height,
					time: event.block.time,
					appHash: event.block.appHash,
					mempoolSize: Math.max(0, status.mempoolSize - event.block.txCount),
				}
				moved ||= event.txs.length > 0
				app.note(
					event.txs.length > 0 ? 'info' : 'debug',
					`block ${event.block.height}, ${counted(event.txs.length, 'transaction')}`,
				)
			}
		}
		if (status !== undefined && status !== app.state.status) this.#status(status)
		this.#keepTime()
		if (moved) app.refreshIdentity()
		app.deliver(events)
		// A chain too fast to follow always has gaps.
		const wait = Math.max(0, this.#readAt + readAgainMs - app.clock())
		if (gap) this.#reading ??= setTimeout(() => this.#readAgain(), wait).unref()
	}

	/** Reads everything again after missed blocks, because counts of the screens are wrong. */
	#readAgain(): void {
		const app = this.#app
		const { client } = app
		this.#reading = undefined
		this.#readAt = app.clock()
		if (client === undefined || app.state.phase !== 'ready') return
		if (app.state.status?.protocol === undefined) {
			app.attempt(() => app.pulses.read(client, app.latestHeight))
		}
		this.#connected(client)
	}

	/** Reads the keys, the signing key and its balance. */
	async identity(): Promise<void> {
		const app = this.#app
		const client = app.client
		if (client === undefined) return
		const acting = (app.state.status?.actAs ?? []).map(actingKey)
		const keys = [...(await client.keys.list()), ...acting]
		const wanted = app.preferences.get('key')
		const current = keys.find((key) => key.name === wanted) ?? keys.find((key) => key.kind === 'local') ?? keys[0]
		app.set({ keys, current: current?.name ?? '' })
		const { status } = app.state
		const isAsked = current !== undefined && (status === undefined || canQuery(status))
		app.set({ balances: isAsked ? await client.balances(current.address) : [] })
	}

	#tick(): void {
		const app = this.#app
		if (this.#ticks++ % ticksOfClock === 0) app.set({ now: app.clock() + this.#drift })
		this.#polled++
		if (this.#asked !== undefined) this.#hang()
		// Blocks bring the height; the rest of the status (mempool, peers, problems) is polled.
		const { client } = app
		const between = isOwn(app.preferences.get('node')) ? ownTicks : this.#place.isGuarded() ? guardedTicks : placeTicks
		if (client === undefined || app.state.status === undefined || app.state.phase === 'failed') return
		if (this.#asked === undefined && this.#polled >= between) this.#poll(client)
	}

	/** Asks for the status. A place that was left may answer late, and is not heard. */
	#poll(client: ChainClient): void {
		const began = this.#app.clock()
		this.#asked = client
		this.#polled = 0
		client
			.status()
			.then(
				(status) => {
					if (this.#asked !== client) return
					this.#usualMs = this.#app.clock() - began
					this.#status(status)
					this.#keepTime()
				},
				(error: unknown) => {
					if (this.#asked === client) this.#unreachable(thrownText(error))
				},
			)
			.finally(() => {
				if (this.#asked === client) this.#asked = undefined
			})
	}

	/** A place that does not answer in time fails, if another one can stand in. */
	#hang(): void {
		const [least, most] = failAfterTicks
		const usual = Math.ceil((3 * (this.#usualMs ?? Number.POSITIVE_INFINITY)) / tickMs)
		const patience = Math.min(most, Math.max(least, usual))
		if (this.#polled < patience || !this.#place.isGuarded()) return
		if (this.#app.state.status?.state !== 'unreachable') {
			this.#unreachable(`no answer within ${(patience * tickMs) / 1_000} seconds`)
		}
	}

	#unreachable(problem: string): void {
		const { status } = this.#app.state
		if (status !== undefined) this.#status({ ...status, state: 'unreachable', problem })
	}

	/** Applies a status and shows a message when the node stops or starts answering. */
	#status(status: NodeStatus): void {
		const before = this.#app.state.status?.state
		const acted = this.#app.state.status?.actAs?.join()
		this.#app.set({ status })
		if (status.actAs?.join() !== acted) this.#app.refreshIdentity()
		if (status.state === 'unreachable' && before !== 'unreachable') {
			this.#app.toast('bad', `the node does not answer: ${status.problem}`)
			this.#place.failed(status.problem)
		} else if (status.state === 'live' && before === 'unreachable') this.#app.toast('good', 'the node answers again')
	}

	/** Ages count from the latest block, as a chain's clock can be set; a live node's drift of seconds is ignored. */
	#keepTime(): void {
		const status = this.#app.state.status
		if (status === undefined || status.time === '') return
		const drift = Date.parse(status.time) - this.#app.clock()
		const far = drift > 5_000 || (status.kind === 'embedded' && status.state === 'live' && drift < -60_000)
		this.#drift = far ? drift : 0
	}
}

/** Whether the modules of the chain can be asked. */
function canQuery({ protocol }: NodeStatus): boolean {
	return protocol === undefined || protocol === 'rest 9'
}
