import { type ChainClient, type ChainEvent, type LogEntry, protocolWords } from '../../client/index.ts'
import { thrownText, UserError } from '../../errors/UserError.ts'
import { FrameSignal } from '../kit/hooks/FrameSignal.ts'
import { HitBoxes } from '../kit/hooks/HitBoxes.ts'
import type { Command } from '../kit/keymap/Command.ts'
import type { Overlay } from '../kit/keymap/Overlay.ts'
import type { Movable } from '../kit/models/List.ts'
import type { ColorLevel } from '../kit/terminal/capabilities.ts'
import type { CopyResult } from '../kit/terminal/clipboard.ts'
import { safeText } from '../kit/text/safeText.ts'
import type { Theme } from '../kit/theme/Theme.ts'
import type { UiApp } from '../kit/UiApp.ts'
import { AppCommands, type PlacedCommand } from './AppCommands.ts'
import { Appearance } from './Appearance.ts'
import { type AppState, type AppStore, createAppStore, type Problem, type Toast } from './AppState.ts'
import { ChartSpan } from './charts/ChartSpan.ts'
import { Pulses } from './charts/Pulses.ts'
import { Amounts } from './format/Amounts.ts'
import { copiedSecretWords, copiedWords } from './format/copiedWords.ts'
import type { LogRing } from './LogRing.ts'
import { AddressNames } from './names/AddressNames.ts'
import { LabelBook } from './names/LabelBook.ts'
import { type OfferOptions, Offers } from './Offers.ts'
import type { Preferences } from './Preferences.ts'
import type { Screen } from './ScreenModel.ts'
import { createOutbox, type Outbox } from './signing/Outbox.ts'
import type { Tab } from './tabs.ts'

/** A message was read after so many milliseconds. */
const readMs = 1_500

/** Functions of the surroundings that show the app. */
export interface Host {
	copy(text: string): Promise<CopyResult>
	/** Copies a text that is cleared from the clipboard later. */
	copySecret(text: string): Promise<CopyResult>
	suspend(): void
	redraw(): void
	setMouse(on: boolean): void
	quit(): void
	/** Whether the terminal makes OSC 8 hyperlinks clickable. */
	readonly links?: boolean
}

/** Dependencies of an app. */
export interface TuiAppOptions {
	readonly host: Host
	readonly preferences: Preferences
	readonly screens: readonly ScreenFactory[]
	readonly commands: {
		readonly global: (app: TuiApp) => readonly Command[]
		readonly moving: (app: TuiApp) => readonly Command[]
	}
	readonly log: LogRing
	readonly columns: number
	readonly rows: number
	readonly colorLevel: ColorLevel
	readonly background: 'dark' | 'light'
	/** Milliseconds since the epoch. */
	readonly clock: () => number
	/** Folder of exported files. */
	readonly directory: string
}

/** Creates a screen for an app: see `defineScreen`. */
export interface ScreenFactory extends Tab {
	create(app: TuiApp): Screen
}

/** The app without its terminal: current screen, overlays, messages and commands. */
export class TuiApp implements UiApp {
	readonly frames = new FrameSignal()
	readonly hits = new HitBoxes()
	readonly store: AppStore
	readonly screens: readonly Screen[]
	readonly preferences: Preferences
	readonly host: Host
	readonly log: LogRing
	readonly outbox: Outbox
	/** Names of well-known addresses: module accounts, the faucet. */
	names: ReadonlyMap<string, string> = new Map()
	/** Labels of addresses. */
	readonly labels: LabelBook
	/** The last blocks, for charts. */
	readonly pulses = new Pulses()
	/** Measurements of the node and the span of charts. */
	readonly chartSpan = new ChartSpan(this)
	readonly #offers = new Offers(this)
	readonly directory: string
	readonly clock: () => number
	/** Present once connected. */
	client: ChainClient | undefined
	/** Reads keys and balance again. The feed sets it. */
	refreshIdentity: () => void = () => {}
	/** Reconnects; `r` on the connection error calls it. */
	reconnect: () => void = () => {}
	/** Changes to another place: the address of a saved one, or empty for the node given at the start. */
	switchNode: (url: string) => void = () => {}
	/** Ends an own chain, by its address, that runs while another place is in use. */
	stopOwnChain: (url: string) => Promise<void> = async () => {}
	readonly #addressNames: AddressNames
	readonly appearance: Appearance
	readonly commands: AppCommands
	/** How amounts are written. */
	readonly amounts: Amounts

	constructor(options: TuiAppOptions) {
		this.host = options.host
		this.preferences = options.preferences
		this.labels = new LabelBook(options.preferences)
		this.amounts = new Amounts(options.preferences, () => this.denom)
		this.#addressNames = new AddressNames({
			keys: () => this.state.keys,
			known: () => this.names,
			labels: this.labels,
			prefix: () => this.prefix,
		})
		this.log = options.log
		this.clock = options.clock
		this.directory = options.directory
		this.appearance = new Appearance(options.preferences, options, this.touch)
		const ids = options.screens.map((screen) => screen.id)
		const remembered = options.preferences.get('screen')
		const first = ids.includes(remembered) ? remembered : (ids[0] ?? '')
		this.store = createAppStore(options.columns, options.rows, first, options.clock())
		this.store.subscribe(this.frames.changed)
		this.outbox = createOutbox(this)
		this.screens = options.screens.map((factory) => factory.create(this))
		this.commands = new AppCommands(this, options.preferences.get('keys'), {
			everywhere: options.commands.global(this),
			moving: options.commands.moving(this),
			offered: () => ({ command: this.#offers.command(), isOpen: this.state.offer !== undefined }),
		})
	}

	/**
	 * The client, for what is read from the place in use now.
	 *
	 * @throws {UserError} while a place is being connected.
	 */
	get connectedClient(): ChainClient {
		if (this.client !== undefined) return this.client
		throw new UserError('No place is connected.')
	}

	get state(): AppState {
		return this.store.getState()
	}

	get theme(): Theme {
		return this.appearance.theme
	}

	get links(): boolean {
		return this.host.links === true
	}

	get columns(): number {
		return this.state.columns
	}

	get rows(): number {
		return this.state.rows
	}

	get now(): number {
		return this.state.now
	}

	get version(): number {
		return this.state.version
	}

	/** The screen in front. */
	get screen(): Screen {
		return this.screens.find((screen) => screen.id === this.state.screen) ?? this.screens[0]!
	}

	get topOverlay(): Overlay | undefined {
		return this.state.overlays.at(-1)
	}

	/** Height of the newest block that is known; 0 without one. */
	get latestHeight(): number {
		return this.state.status?.height ?? 0
	}

	/** The native denomination; the default one until the node reports it. */
	get denom(): string {
		return this.state.status?.settings.denom ?? 'uchain'
	}

	/** bech32 prefix of the chain; the default one until the node reports it. */
	get prefix(): string {
		return this.state.status?.settings.prefix ?? 'chain'
	}

	set(part: Partial<AppState>): void {
		this.store.setState(part)
	}

	/** Reports a change of a model, which redraws the screen. */
	readonly touch = (): void => {
		this.store.setState((state) => ({ version: state.version + 1 }))
	}

	/** Shows a screen, optionally at an item in it. Esc leads back. */
	open(id: string, target?: string): void {
		const { screen, history } = this.state
		if (id !== screen) {
			this.set({ screen: id, history: target === undefined ? [] : [...history, screen].slice(-20) })
			this.preferences.set('screen', id)
		}
		this.screen.model.opened?.(target)
		this.touch()
	}

	/** Handles Esc: closes the top overlay, else goes up in the screen, else back to where a link was followed. */
	back(): void {
		const overlay = this.topOverlay
		if (overlay !== undefined) {
			this.close(overlay)
			return
		}
		if (this.screen.model.back?.() === true) {
			this.touch()
			return
		}
		const { history } = this.state
		const previous = history.at(-1)
		if (previous === undefined) return
		this.set({ screen: previous, history: history.slice(0, -1) })
		this.preferences.set('screen', previous)
	}

	show(overlay: Overlay): void {
		this.#forgetProblem()
		this.set({ overlays: [...this.state.overlays.filter((other) => other.name !== overlay.name), overlay] })
	}

	close(overlay: Overlay): void {
		if (!this.state.overlays.includes(overlay)) return
		this.#forgetProblem()
		this.set({ overlays: this.state.overlays.filter((other) => other !== overlay) })
		overlay.closed?.()
	}

	/** Takes an error out of the footer that was read: it belongs to what was open before. */
	#forgetProblem(): void {
		const { toast } = this.state
		if (toast?.kind === 'bad' && this.clock() - toast.at > readMs) this.set({ toast: undefined })
	}

	/** Shows a message at the lower right, optionally with an undo. */
	toast(kind: Toast['kind'], text: string, offer?: OfferOptions): void {
		this.set({ toast: { kind, text: safeText(text, 300), at: this.clock() } })
		if (offer !== undefined) this.#offers.make(offer)
		if (kind !== 'bad') this.note('debug', text)
		else if (this.log.entries.at(-1)?.message.startsWith(text.split(' · ')[0] ?? text) !== true)
			this.note('error', text)
	}

	/** Runs asynchronous work. Errors go to a toast and the log, of a place that was left to the log alone; none is thrown. */
	attempt(work: () => Promise<unknown>, failed?: (error: UserError) => void): void {
		const asked = this.client
		work().then(this.touch, (error: unknown) => {
			const known = error instanceof UserError
			// What a form answers is no fault of the program.
			if (known && failed !== undefined) this.note('info', error.text)
			else this.logError(error)
			if (failed === undefined && asked !== undefined && asked !== this.client) return
			// The page that stands in for the screen tells already why there is no node.
			if (failed === undefined && this.state.phase === 'failed' && !this.usable) return
			const text = known ? error : new UserError(`That failed: ${thrownText(error)}`)
			if (failed === undefined) this.tell(text)
			else failed(text)
			this.touch()
		})
	}

	/** Logs why a page of a list could not be read; nothing while a place is being connected, which reads it again. */
	logUnread(error: unknown): void {
		if (this.client !== undefined) this.logError(error)
	}

	/** Shows an error in a toast: what happened and what to do next. */
	tell(error: UserError): void {
		this.toast('bad', [error.message, error.next].filter((part) => part !== '').join(' · '))
	}

	/** Adds a line of the app to the log. */
	note(level: LogEntry['level'], message: string): void {
		this.log.add([{ time: new Date(this.clock()).toISOString(), level, source: 'app', message }])
	}

	logError(error: unknown): void {
		const message =
			error instanceof UserError ? error.text : error instanceof Error ? (error.stack ?? error.message) : String(error)
		this.note('error', message)
	}

	copy(text: string, what: string, then: (known: boolean) => void = () => {}): void {
		this.attempt(async () => {
			const result = await this.host.copy(text)
			then(result.to !== 'terminal')
			this.toast(...copiedWords(what, result))
		})
	}

	copySecret(text: string, what: string, then: (known: boolean) => void = () => {}): void {
		this.attempt(async () => {
			const result = await this.host.copySecret(text)
			then(result.to !== 'terminal')
			this.toast(...copiedSecretWords(what, result))
		})
	}

	/** See `AddressNames.of`. */
	nameOf(address: string): string {
		return this.#addressNames.of(address)
	}

	/** See `AddressNames.whoIs`. */
	whoIs(address: string): string {
		return this.#addressNames.whoIs(address)
	}

	/** See `AddressNames.addressOf`. */
	addressOf(name: string): string | undefined {
		return this.#addressNames.addressOf(name)
	}

	/** See `AddressNames.short`. */
	shortName(address: string, cells: number): string {
		return this.#addressNames.short(address, cells)
	}

	/** The current key of a command, for texts that name it. */
	keyFor(commandId: string): string {
		return this.commands.keyFor(commandId)
	}

	nextTheme(): void {
		this.toast('info', `theme: ${this.appearance.next()}`)
	}

	toggleMouse(): void {
		const on = !this.preferences.get('mouse')
		this.preferences.set('mouse', on)
		this.host.setMouse(on)
		this.toast('info', on ? 'mouse on: Shift-drag selects text' : 'mouse off: drag selects text')
	}

	/** What the movement keys move. */
	movable(): Movable | undefined {
		return this.screen.model.movable?.()
	}

	/** Whether the screen in front can be used. Most need a node. */
	get usable(): boolean {
		if (this.screen.model.worksWithoutNode === true) return true
		return this.state.phase === 'ready' && this.lacks(this.screen) === undefined
	}

	/** Why a screen does not work on the place in use, in a sentence; undefined if it does. */
	lacks({ title, model }: Pick<Screen, 'title' | 'model'>): Problem | undefined {
		const protocol = this.state.status?.protocol
		if (protocol === undefined || model.worksWithoutNode === true || model.protocols?.includes(protocol) === true) {
			return undefined
		}
		const others = (model.protocols ?? []).map((other) => protocolWords[other])
		const wanted = ['Tendermint RPC', ...others].join(' or ')
		return {
			what: `${title} reads ${wanted}; this place offers ${protocolWords[protocol]} only.`,
			why: '',
			next: `Use a place that offers it: ${this.keyFor('go.rpc')} shows them.`,
		}
	}

	/** Reports problems of the user's key bindings: each in the log, the first in a message. */
	reportKeys(): void {
		const problems = this.commands.problems()
		for (const problem of problems) this.note('warn', `keys in the preferences: ${problem}`)
		if (problems.length > 0) {
			const more = problems.length > 1 ? ` (${problems.length - 1} more in Logs)` : ''
			this.toast('info', `keys in your preferences: ${problems[0]}${more}`)
		}
	}

	/** Runs a command wherever it lives. */
	run(placed: PlacedCommand): void {
		const { command, screen } = placed
		if (screen !== undefined && screen.id !== this.state.screen) this.open(screen.id)
		this.attempt(async () => command.run())
	}

	deliver(events: readonly ChainEvent[]): void {
		this.pulses.add(events, this.clock())
		for (const screen of this.screens) screen.model.events?.(events)
		this.touch()
	}
}
