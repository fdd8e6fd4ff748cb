import {
	actingKey,
	type ChainClient,
	type ChainEvent,
	isOwn,
	isSameChain,
	type NodeStatus,
	type Place,
	parsePlaces,
	placeBeat,
} from '../../client/index.ts'
import { thrownText, UserError } from '../../errors/UserError.ts'
import { counted } from '../kit/text/numbers.ts'
import { EventBatcher } from './EventBatcher.ts'
import { unlocked } from './signing/unlocked.ts'
import type { TuiApp } from './TuiApp.ts'

/** Shortest time between two complete reads after missed blocks, in milliseconds. */
const readAgainMs = 5_000

/** Time between two ticks, in milliseconds; the clock steps with each fifth. */
const tickMs = 200
const ticksOfClock = 5
/**
 * Time between two looks at the status, in milliseconds: of an own chain, of another place, and of one that has a stand-by,
 * where reads must go on within two seconds.
 */
const pollMs = 2_000
const placePollMs = 900
const guardedPollMs = 500
/** A place that has a stand-by fails when it does not answer within three times its usual time, but at least and at most this, in milliseconds. */
const failAfterMs = [800, 1_500] as const
/** Longest start of a place that has a stand-by, in milliseconds. */
const startWithinMs = 5_000
/** Time between two looks at a place that failed, while its stand-by is in use, in milliseconds. */
const recoveredPollMs = 3_000

/** Connects an app to its node and keeps status, blocks, keys, balance and chain time current. */
export class NodeFeed {
	readonly #app: TuiApp
	readonly #connect: (url: string) => Promise<ChainClient>
	readonly #batcher: EventBatcher<ChainEvent>
	readonly #ready: () => void
	#unsubscribe: () => void = () => {}
	#ticker: NodeJS.Timeout | undefined
	#polled = 0
	#polling = false
	#ticks = 0
	/** How long the last status took, in milliseconds. */
	#usualMs = 0
	/** Time of the last look at the place that failed, and whether it answered. */
	#lookedBack = 0
	#isWell = false
	#stopped = false
	/** Address of the place that was chosen while another one was connecting. */
	#chosenNext: string | undefined
	/** The last attempt to connect. */
	#starting: Promise<void> = Promise.resolve()
	/** Time of the last complete read, in milliseconds, and the timer of the next one. */
	#readAt = 0
	#reading: NodeJS.Timeout | undefined
	/** Height of the last reported block; 0 before the first. */
	#told = 0
	/** Own chains by address, each from its start to its end, also while another place is in use. */
	readonly #own = new Map<string, ChainClient>()
	/** Chain time minus machine time, in milliseconds; 0 while they agree within some seconds. */
	#drift = 0

	/** @param ready Called each time the app is connected and keys and status are known. */
	constructor(app: TuiApp, connect: (url: string) => Promise<ChainClient>, ready: () => void) {
		this.#app = app
		this.#connect = connect
		this.#ready = ready
		this.#batcher = new EventBatcher((events) => this.#deliver(events))
		app.refreshIdentity = () => app.attempt(() => this.#identity())
		app.reconnect = () => void this.start()
		app.switchNode = (url) => void this.#switch(url)
	}

	/** Connects. A failure sets the app's `failed` phase with cause and next step. */
	start(): Promise<void> {
		this.#starting = this.#start().then(() => this.#goOn())
		return this.#starting
	}

	async #start(): Promise<void> {
		const app = this.#app
		app.set({ phase: 'connecting', problem: undefined })
		this.#told = 0
		this.#ticker ??= setInterval(() => this.#tick(), tickMs)
		try {
			const client = await this.#startedClient(app.preferences.get('node'))
			if (this.#stopped) return
			app.client = client
			if (this.#asksForKey(client)) return
			const status = await client.status()
			app.set({ status })
			if (status.state === 'unreachable' && this.#standBy() !== undefined) {
				this.#fail(new UserError(status.problem))
				this.#failOver(status.problem)
				return
			}
			this.#keepTime()
			await this.#identity()
			app.set({ phase: 'ready' })
			app.note('info', `connected to ${status.chainId} at height ${status.height}`)
			this.#unsubscribe = client.subscribe((event) => this.#batcher.push(event))
			if (status.protocol === undefined) app.attempt(() => app.pulses.read(client, status.height))
			if (canQuery(status)) {
				app.attempt(async () => {
					app.names = await client.accountNames()
				})
			}
			this.#connected(client)
			this.#ready()
			app.touch()
		} catch (error) {
			this.#fail(error)
			this.#failOver(thrownText(error))
		}
	}

	/**
	 * The client of a place. One that has a stand-by must be there in time, because one that hangs would hold up the start.
	 *
	 * @throws {UserError} if it takes too long.
	 */
	async #startedClient(url: string): Promise<ChainClient> {
		if (this.#standBy() === undefined) return this.#clientOf(url)
		const asked = this.#clientOf(url).then(async (client) => {
			await client.status()
			return client
		})
		let timer: NodeJS.Timeout | undefined
		const late = new Promise<undefined>((resolve) => {
			timer = setTimeout(() => resolve(undefined), startWithinMs)
		})
		const client = await Promise.race([asked, late])
		clearTimeout(timer)
		if (client !== undefined) return client
		void asked.then(
			(unwanted) => unwanted.close(),
			() => {},
		)
		throw new UserError(`${this.#place()?.name ?? url} does not answer.`, {
			why: `no answer within ${startWithinMs / 1_000} seconds`,
		})
	}

	/** Asks for the passphrase of a locked keyring that has the key of the place in use. */
	#asksForKey(client: ChainClient): boolean {
		const app = this.#app
		const place = this.#place()
		if (place?.keyed !== true || !client.keys.isLocked()) return false
		this.#fail(
			new UserError(`${place.name} takes a key, and your keyring is locked.`, {
				next: `${app.keyFor('app.retry')} asks for its passphrase again.`,
			}),
		)
		unlocked(app, () => app.reconnect())
		return true
	}

	/** The saved place in use; undefined for the own chain. */
	#place(): Place | undefined {
		const url = this.#app.preferences.get('node')
		return url === '' ? undefined : parsePlaces(this.#app.preferences.get('nodes')).find((place) => place.url === url)
	}

	/** The place that stands in for the one in use; undefined if there is none. */
	#standBy(): Place | undefined {
		const url = this.#app.preferences.get('node')
		const standBy = parsePlaces(this.#app.preferences.get('nodes')).find((place) => place.standBy)
		return isOwn(url) || standBy?.url === url ? undefined : standBy
	}

	/** Tells the screens that work on the place in use. */
	#connected(client: ChainClient): void {
		for (const screen of this.#app.screens) if (this.#app.lacks(screen) === undefined) screen.model.connected?.(client)
	}

	/** The client of a place. An own chain is started once and goes on until the app ends. */
	async #clientOf(url: string): Promise<ChainClient> {
		const running = this.#own.get(url)
		if (running !== undefined) return running
		const client = await this.#connect(url)
		if (this.#stopped) await client.close()
		else if (client.ended !== undefined) {
			this.#own.set(url, client)
			void client.ended.then((fault) => this.#lost(url, client, fault))
		}
		return client
	}

	/** Whether a client is that of an own chain, which outlives its use. */
	#isOwn(client: ChainClient | undefined): boolean {
		return [...this.#own.values()].some((own) => own === client)
	}

	/** Own chains that run while another place is in use. */
	#unseen(own: ReadonlyMap<string, NodeStatus>, url: string): ReadonlyMap<string, NodeStatus> {
		return new Map([...own].filter(([other]) => other !== url && this.#own.has(other)))
	}

	/** Handles the end of the embedded node by a fault. The app offers to start it again. */
	async #lost(url: string, client: ChainClient, fault: UserError): Promise<void> {
		const app = this.#app
		if (this.#own.get(url) !== client || this.#stopped) return
		this.#own.delete(url)
		if (app.client !== client) {
			const name = app.state.own.get(url)?.chainId ?? ''
			app.set({ own: this.#unseen(app.state.own, app.preferences.get('node')) })
			app.logError(fault)
			app.toast('bad', `your own chain ${name} stopped: ${fault.message} · ${app.keyFor('go.rpc')} starts it again`)
			await client.close().catch((error: unknown) => app.logError(error))
			return
		}
		app.client = undefined
		this.#unsubscribe()
		this.#unsubscribe = () => {}
		app.set({ status: undefined, overlays: [] })
		const next = fault.next.replace(/^Start it again/, `${app.keyFor('app.retry')} starts it again`)
		this.#fail(new UserError(fault.message, { why: fault.why, next, cause: fault }))
		await client.close().catch((error: unknown) => app.logError(error))
	}

	#fail(error: unknown): void {
		const app = this.#app
		app.logError(error)
		const known = error instanceof UserError ? error : undefined
		app.set({
			phase: 'failed',
			problem: {
				what: thrownText(error),
				why: known?.why ?? '',
				next: known?.next ?? '',
			},
		})
	}

	/** Leaves the place in use for another one. The own chain goes on meanwhile. */
	async #switch(url: string, standsFor?: string): Promise<void> {
		const app = this.#app
		if (app.state.phase === 'connecting') {
			if (standsFor !== undefined) return
			this.#chosenNext = url
			app.toast('good', `${this.#nameOf(url)} comes next: the place before it is still being asked`)
			return
		}
		const { client, state } = app
		const left =
			state.status !== undefined && this.#isOwn(client) ? [[app.preferences.get('node'), state.status] as const] : []
		const own = this.#unseen(new Map([...state.own, ...left]), url)
		// A stand-by is in use for this run only: the next one begins with the place that was chosen.
		if (standsFor === undefined) app.preferences.set('node', url)
		else app.preferences.assume('node', url)
		app.set({
			phase: 'connecting',
			problem: undefined,
			status: undefined,
			own,
			standsFor,
		})
		this.#unsubscribe()
		this.#unsubscribe = () => {}
		app.client = undefined
		this.#polling = false
		if (!this.#isOwn(client)) await client?.close().catch((error: unknown) => app.logError(error))
		await this.start()
		const isInUse = app.preferences.get('node') === url && app.state.phase === 'ready'
		if (standsFor === undefined && isInUse) app.toast('good', `${this.#nameOf(url)} is in use`)
	}

	/** Goes to the place that was chosen meanwhile. */
	async #goOn(): Promise<void> {
		const url = this.#chosenNext
		this.#chosenNext = undefined
		if (url !== undefined && !this.#stopped) await this.#switch(url)
	}

	#nameOf(url: string): string {
		if (url === '') return 'your own chain'
		return parsePlaces(this.#app.preferences.get('nodes')).find((place) => place.url === url)?.name ?? url
	}

	/** Goes to the stand-by, if there is one, when the place in use does not answer. */
	#failOver(problem: string): void {
		const app = this.#app
		const standBy = this.#standBy()
		if (standBy === undefined) return
		const failed = this.#place()
		const name = failed?.name ?? app.preferences.get('node')
		const [wanted, offered] = [failed?.chainId ?? '', standBy.chainId]
		if (wanted !== '' && offered !== '' && !isSameChain(wanted, offered)) {
			app.toast('bad', `${name} does not answer, and the stand-by ${standBy.name} is on another chain`)
			return
		}
		app.toast('bad', `${name} does not answer: ${standBy.name} stands in`)
		app.note('warn', `${name} does not answer: ${problem}`)
		this.#isWell = false
		this.#lookedBack = app.clock()
		void this.#switch(standBy.url, name)
	}

	/** Stops listening and closes the client. */
	async stop(): Promise<void> {
		this.#stopped = true
		clearInterval(this.#ticker)
		clearTimeout(this.#reading)
		this.#unsubscribe()
		this.#batcher.stop()
		await Promise.all(this.#app.screens.map(({ model }) => model.closed?.()))
		// A node that is still starting closes once it runs.
		await this.#starting
		const { client } = this.#app
		if (!this.#isOwn(client)) await client?.close()
		await Promise.all([...this.#own.values()].map((own) => own.close()))
	}

	#deliver(events: readonly ChainEvent[]): void {
		const app = this.#app
		const logs = events.flatMap((event) => (event.type === 'log' ? [event.entry] : []))
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
			app.attempt(() => app.pulses.read(client, app.state.status?.height ?? 0))
		}
		this.#connected(client)
	}

	/** Reads the keys, the signing key and its balance. */
	async #identity(): Promise<void> {
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
		if (this.#ticks++ % ticksOfClock === 0) {
			app.set({ now: app.clock() + this.#drift })
			this.#followOwn()
			this.#lookBack()
		}
		// Blocks bring the height; the rest of the status (mempool, peers, problems) is polled.
		const { client } = app
		this.#hang()
		const between = isOwn(app.preferences.get('node'))
			? pollMs
			: this.#standBy() === undefined
				? placePollMs
				: guardedPollMs
		if (client === undefined || app.state.phase !== 'ready' || this.#polling || app.clock() - this.#polled < between)
			return
		const began = app.clock()
		this.#polling = true
		this.#polled = began
		client
			.status()
			.then(
				(status) => {
					this.#usualMs = app.clock() - began
					// A place that was left may answer late.
					if (app.client === client) this.#status(status)
					this.#keepTime()
				},
				(error: unknown) => {
					const { status } = app.state
					const problem = thrownText(error)
					if (status !== undefined && app.client === client) this.#status({ ...status, state: 'unreachable', problem })
				},
			)
			.finally(() => {
				if (this.#polled === began) this.#polling = false
			})
	}

	/** A place that does not answer in time fails, if another one can stand in. */
	#hang(): void {
		const { status } = this.#app.state
		const [least, most] = failAfterMs
		const patience = Math.min(most, Math.max(least, 3 * this.#usualMs))
		const waited = this.#app.clock() - this.#polled
		if (!this.#polling || waited < patience || status === undefined || this.#standBy() === undefined) return
		const problem = `no answer within ${patience / 1_000} seconds`
		if (status.state !== 'unreachable') this.#status({ ...status, state: 'unreachable', problem })
	}

	/** Offers to go back to the place whose stand-by is in use, once it is well again. */
	#lookBack(): void {
		const app = this.#app
		const { standsFor } = app.state
		const failed = parsePlaces(app.preferences.get('nodes')).find(({ name }) => name === standsFor)
		if (failed === undefined || app.clock() - this.#lookedBack < recoveredPollMs) return
		this.#lookedBack = app.clock()
		app.attempt(
			async () => {
				const key = failed.keyed ? await app.client?.keys.apiKey(failed.url) : undefined
				const beat = await placeBeat(failed.url, { key, timeoutMs: failAfterMs[1] })
				const wasWell = this.#isWell
				this.#isWell = typeof beat !== 'string' && (failed.chainId === '' || isSameChain(beat.chainId, failed.chainId))
				if (!this.#isWell || wasWell || app.state.standsFor !== standsFor) return
				app.toast('good', `${failed.name} answers again: B goes back to it`, {
					key: 'B',
					title: `back to ${failed.name}`,
					seconds: 60,
					run: () => void this.#switch(failed.url),
				})
			},
			() => {},
		)
	}

	/** Keeps the status of the own chains while another place is in use. */
	#followOwn(): void {
		const app = this.#app
		for (const [url, client] of this.#own) {
			if (url === app.preferences.get('node')) continue
			client.status().then(
				(status) =>
					app.set({ own: this.#unseen(new Map([...app.state.own, [url, status]]), app.preferences.get('node')) }),
				(error: unknown) => app.logError(error),
			)
		}
	}

	/** Applies a status and shows a message when the node stops or starts answering. */
	#status(status: NodeStatus): void {
		const before = this.#app.state.status?.state
		const acted = this.#app.state.status?.actAs?.join()
		this.#app.set({ status })
		if (status.actAs?.join() !== acted) this.#app.refreshIdentity()
		if (status.state === 'unreachable' && before !== 'unreachable') {
			this.#app.toast('bad', `the node does not answer: ${status.problem}`)
			this.#failOver(status.problem)
		} else if (status.state === 'live' && before === 'unreachable') this.#app.toast('good', 'the node answers again')
	}

	/** Ages count from the latest block, as a chain's clock can be set; a live node's drift of seconds is ignored. */
	#keepTime(): void {
		const status = this.#app.state.status
		if (status === undefined || status.time === '') return
		const drift = Date.parse(status.time) - this.#app.clock()
		const far = drift > 5_000 || (status.kind === 'embedded' && status.state === 'live' && drift < -60_000)
		this.#drift = Number.isFinite(drift) && far ? drift : 0
	}
}

/** Whether the modules of the chain can be asked. */
function canQuery({ protocol }: NodeStatus): boolean {
	return protocol === undefined || protocol === 'rest 9'
}
