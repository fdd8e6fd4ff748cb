import {
	type ChainClient,
	isOwn,
	isSameChain,
	type NodeStatus,
	type Place,
	parsePlaces,
	placeBeat,
} from '../../../client/index.ts'
import { thrownText, UserError } from '../../../errors/UserError.ts'
import { unlocked } from '../signing/unlocked.ts'
import type { TuiApp } from '../TuiApp.ts'
import { NodeFeed } from './NodeFeed.ts'
import { OwnChains } from './OwnChains.ts'

/** Time between two looks at own chains that are not in use, in milliseconds. */
const followMs = 1_000
/** Longest start of a place that has a stand-by, in milliseconds. */
const startWithinMs = 5_000
/** Looks at own chains between two looks at a place that failed, while its stand-by is in use. */
const looksBetween = 3
/** Longest wait for a place that failed, in milliseconds. */
const recoveredWithinMs = 1_500

/** Connects an app to the place in use, changes to another one, and to the stand-by when the chosen one fails. */
export class PlaceInUse {
	readonly #app: TuiApp
	readonly #own: OwnChains
	readonly #feed: NodeFeed
	readonly #ready: () => void
	readonly #runsOwn: boolean
	#timer: NodeJS.Timeout | undefined
	/** The last attempt to connect. An older one that ends later changes nothing. */
	#attempt: object | undefined
	#stopped = false
	#looks = 0
	/** The client of the stand-by, made before it is needed; undefined once that failed. */
	#ahead: { readonly url: string; readonly client: Promise<ChainClient | undefined> } | undefined
	/** Whether the place that failed answered when it was last asked. */
	#isWell = false

	/**
	 * @param connect The client of a place, by its address; empty for the own chain.
	 * @param ready Called each time the app is connected and keys and status are known.
	 * @param runsOwn Whether the empty address is the home's own chain, which can be started here, and not a node of `--node`.
	 */
	constructor(app: TuiApp, connect: (url: string) => Promise<ChainClient>, ready: () => void, runsOwn = false) {
		this.#app = app
		this.#runsOwn = runsOwn
		this.#own = new OwnChains(app, connect, (_client, fault) => this.#lost(fault))
		this.#feed = new NodeFeed(app, {
			isGuarded: () => this.#standBy()?.fits === true,
			failed: (problem) => this.#failOver(problem),
		})
		this.#ready = ready
		app.reconnect = () => {
			void this.#drop(this.#leave())
			void this.start()
		}
		app.switchNode = (url) => void this.#switch(url)
		app.stopOwnChain = (url) => this.#own.stop(url)
	}

	/** Connects. A failure sets the app's `failed` phase with cause and next step. */
	async start(): Promise<void> {
		const app = this.#app
		const attempt = {}
		this.#attempt = attempt
		const isLeft = (): boolean => this.#stopped || attempt !== this.#attempt
		app.set({ phase: 'connecting', problem: undefined })
		this.#feed.start()
		this.#timer ??= setInterval(() => this.#look(), followMs)
		try {
			const { client, status, ms } = await this.#started(app.preferences.get('node'))
			if (isLeft()) {
				await this.#drop(client)
				return
			}
			app.client = client
			this.#feed.expect(ms)
			if (this.#asksForKey(client)) return
			if (status.state === 'unreachable' && this.#standBy() !== undefined) throw new UserError(status.problem)
			app.set({ status })
			await this.#feed.identity()
			if (isLeft()) return
			app.set({ phase: 'ready' })
			app.note('info', `connected to ${status.chainId} at height ${status.height}`)
			this.#feed.follow(client, status)
			this.#ready()
			app.touch()
		} catch (error) {
			if (isLeft()) {
				app.logError(error)
				return
			}
			this.#fail(error)
			this.#failOver(thrownText(error))
		}
	}

	/**
	 * A place's client and status, and how long that took; one with a stand-by must answer in time.
	 * @throws {UserError} if it takes too long.
	 */
	async #started(
		url: string,
	): Promise<{ readonly client: ChainClient; readonly status: NodeStatus; readonly ms: number }> {
		const made = this.#takeAhead(url)
		const ask = async () => {
			// One that was not made ahead is begun at once.
			const client = (made && (await made)) ?? (await this.#own.clientOf(url))
			const began = this.#app.clock()
			return { client, status: await client.status(), ms: this.#app.clock() - began }
		}
		const asked = ask()
		if (this.#standBy()?.fits !== true) return asked
		let timer: NodeJS.Timeout | undefined
		const late = new Promise<undefined>((resolve) => {
			timer = setTimeout(() => resolve(undefined), startWithinMs)
		})
		const started = await Promise.race([asked, late])
		clearTimeout(timer)
		if (started !== undefined) return started
		void asked.then(
			({ client }) => this.#drop(client),
			() => {},
		)
		throw new UserError(`${this.#place()?.name ?? url} does not answer.`, {
			why: `no answer within ${startWithinMs / 1_000} seconds`,
		})
	}

	/** Makes the client of the stand-by while it is not needed yet: reads that must go on do not wait for that. */
	#prepare(): void {
		const standBy = this.#app.state.phase === 'ready' ? this.#standBy() : undefined
		// The keyring may be locked, and then one with a key cannot tell how its chain writes addresses.
		const url = standBy?.fits === true && !standBy.keyed ? standBy.url : undefined
		if (url === this.#ahead?.url) return
		this.#takeAhead('')
		if (url === undefined) return
		const make = async (): Promise<ChainClient | undefined> => {
			const client = await this.#own.clientOf(url)
			if ((await client.status()).state !== 'unreachable') return client
			await this.#drop(client)
			return undefined
		}
		this.#ahead = { url, client: make().catch(() => undefined) }
	}

	/** The client that was made before, if it is of that address; another one is closed. */
	#takeAhead(url: string): Promise<ChainClient | undefined> | undefined {
		const ahead = this.#ahead
		this.#ahead = undefined
		if (ahead?.url === url) return ahead.client
		void ahead?.client.then((client) => this.#drop(client))
		return undefined
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

	/** The saved place in use; undefined for the first own chain, whose address is empty. */
	#place(): Place | undefined {
		const url = this.#app.preferences.get('node')
		return parsePlaces(this.#app.preferences.get('nodes')).find((place) => place.url === url)
	}

	/** The place that stands in for the one in use, and whether it is of the same chain; undefined if there is none. */
	#standBy(): (Place & { readonly fits: boolean }) | undefined {
		const url = this.#app.preferences.get('node')
		const standBy = parsePlaces(this.#app.preferences.get('nodes')).find((place) => place.standBy)
		if (standBy === undefined || standBy.url === url || isOwn(url)) return undefined
		const [wanted, offered] = [this.#place()?.chainId ?? '', standBy.chainId]
		return { ...standBy, fits: wanted === '' || offered === '' || isSameChain(wanted, offered) }
	}

	/** Handles the end of the embedded node by a fault. The app offers to start it again. */
	#lost(fault: UserError): void {
		const app = this.#app
		this.#leave()
		app.set({ overlays: [] })
		const next = fault.next.replace(/^Start it again/, `${app.keyFor('app.retry')} starts it again`)
		this.#fail(new UserError(fault.message, { why: fault.why, next, cause: fault }))
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

	/** Leaves the place in use, or one that is still being asked, for another one. The own chain goes on meanwhile. */
	async #switch(url: string, standsFor?: string): Promise<void> {
		const app = this.#app
		const { state } = app
		const own = this.#own.beside(url, new Map([...state.own, [app.preferences.get('node'), state.status]]))
		// A stand-by is in use for this run only: the next one begins with the place that was chosen.
		if (standsFor === undefined) app.preferences.set('node', url)
		else app.preferences.assume('node', url)
		void this.#drop(this.#leave())
		app.set({ own, standsFor })
		await this.start()
		const isInUse = app.preferences.get('node') === url && app.state.phase === 'ready'
		if (standsFor === undefined && isInUse) app.toast('good', `${this.#nameOf(url)} is in use`)
	}

	/** Leaves the place in use; returns its client. */
	#leave(): ChainClient | undefined {
		const app = this.#app
		const { client } = app
		this.#feed.end()
		app.client = undefined
		app.set({ phase: 'connecting', status: undefined })
		return client
	}

	/** Closes a client that is in use no more. */
	async #drop(client: ChainClient | undefined): Promise<void> {
		// The next attempt may be waiting for the same one.
		await new Promise<void>((resolve) => process.nextTick(resolve))
		if (client === undefined || client === this.#app.client || this.#own.has(client)) return
		await client.close().catch((error: unknown) => this.#app.logError(error))
	}

	#nameOf(url: string): string {
		if (url === '') return 'your own chain'
		return parsePlaces(this.#app.preferences.get('nodes')).find((place) => place.url === url)?.name ?? url
	}

	/** Goes to the stand-by, if there is one, when the place in use does not answer. */
	#failOver(problem: string): void {
		const app = this.#app
		const standBy = this.#standBy()
		if (standBy === undefined) {
			this.#offerOwn()
			return
		}
		const name = this.#place()?.name ?? app.preferences.get('node')
		if (!standBy.fits) {
			app.toast('bad', `${name} does not answer, and the stand-by ${standBy.name} is on another chain`)
			return
		}
		app.toast('bad', `${name} does not answer: ${standBy.name} stands in`)
		app.note('warn', `${name} does not answer: ${problem}`)
		this.#isWell = false
		this.#looks = 0
		void this.#switch(standBy.url, name)
	}

	/** Offers to start the own chain here, when the process that ran it is gone. */
	#offerOwn(): void {
		const app = this.#app
		const isOwnChain = this.#runsOwn && isOwn(app.preferences.get('node'))
		if (app.state.phase !== 'ready' || !isOwnChain) return
		app.toast('bad', 'the node of this home does not answer: B starts the chain here', {
			key: 'B',
			title: 'start it here',
			seconds: 60,
			run: () => void this.#switch(app.preferences.get('node')),
		})
	}

	/** Looks at what runs or failed while another place is in use. */
	#look(): void {
		this.#own.follow()
		this.#prepare()
		this.#looks++
		const { standsFor } = this.#app.state
		const failed = parsePlaces(this.#app.preferences.get('nodes')).find(({ name }) => name === standsFor)
		if (failed !== undefined && this.#looks % looksBetween === 0) this.#lookBack(failed)
	}

	/** Offers to go back to the place whose stand-by is in use, once it is well again. */
	#lookBack(failed: Place): void {
		const app = this.#app
		app.attempt(
			async () => {
				const key = failed.keyed ? await app.client?.keys.apiKey(failed.url) : undefined
				const beat = await placeBeat(failed.url, { key, timeoutMs: recoveredWithinMs })
				const wasWell = this.#isWell
				this.#isWell = typeof beat !== 'string' && (failed.chainId === '' || isSameChain(beat.chainId, failed.chainId))
				if (!this.#isWell || wasWell || app.state.standsFor !== failed.name) return
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

	/** Stops listening and ends the own chains. */
	async stop(): Promise<void> {
		const app = this.#app
		this.#stopped = true
		clearInterval(this.#timer)
		this.#feed.stop()
		await Promise.all(app.screens.map(({ model }) => model.closed?.()))
		const { client } = app
		app.client = undefined
		this.#takeAhead('')
		await this.#drop(client)
		await this.#own.close()
	}
}
