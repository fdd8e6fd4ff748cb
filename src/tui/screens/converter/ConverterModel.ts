import type { ChainEvent, TxProgress } from '../../../client/index.ts'
import { UserError } from '../../../errors/UserError.ts'
import type { ScreenModel } from '../../app/ScreenModel.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import type { Movable } from '../../kit/models/List.ts'
import { TextScroll } from '../../kit/models/TextScroll.ts'
import { checklist, type Step } from './checklist.ts'
import { type Conversion, convert, protoOf } from './conversion.ts'
import { effectOf } from './effect.ts'
import { LinkedForms } from './LinkedForms.ts'

/** Parts of the screen in the order of Tab; on narrow terminals one is shown at a time. */
export const panes = ['source', 'result', 'checks'] as const
export type Pane = (typeof panes)[number]

/** Views of the result pane. */
export const resultViews = ['json', 'bytes', 'sign'] as const
export type ResultView = (typeof resultViews)[number]

/** Longer texts are refused by the chain's REST server anyway. */
const longestText = 4_000_000

/** A transaction that was sent from the converter. */
export interface SentTx {
	/** Milliseconds since the epoch, by the app's clock. */
	readonly at: number
	/** As it was pasted. */
	readonly text: string
	/** Description of its effect; safe to print. */
	readonly words: string
	readonly hash: string
	readonly outcome: '…' | '✓' | '✗'
}

/** As many are remembered. */
const mostSent = 50

/** A legacy transaction or the bytes of one, what it becomes, and what is wrong with it. */
export class ConverterModel implements ScreenModel {
	readonly protocols = ['rest 9', 'rest 8', 'evm'] as const
	readonly app: TuiApp
	readonly scrolls: Readonly<Record<Pane, TextScroll>> = {
		source: new TextScroll(),
		checks: new TextScroll(),
		result: new TextScroll(),
	}
	text = ''
	#conversion: Conversion | undefined
	#forms: LinkedForms | undefined
	view: ResultView = 'json'
	/** Has the movement keys. */
	pane: Pane = 'source'
	busy = false
	/** Progress of the transaction if it was sent from here. */
	sent: TxProgress | undefined
	/** The conversion to which the checklist was last scrolled. */
	followed: Conversion | undefined
	followedSent: TxProgress | undefined
	/** Transactions sent from here in this session, the newest first. */
	history: readonly SentTx[] = []
	/** The last look at a text: an older one that ends later changes nothing. */
	#run: object | undefined

	constructor(app: TuiApp) {
		this.app = app
	}

	/** Undefined while there is no text, and while a new one is looked at. */
	get conversion(): Conversion | undefined {
		return this.#conversion
	}

	set conversion(conversion: Conversion | undefined) {
		this.#conversion = conversion
		// A text that is checked again keeps its folds and the place in it.
		if (conversion !== undefined) this.#forms = LinkedForms.of(conversion, this.text, this.#forms)
	}

	/** Both forms field by field, where there are two. */
	get forms(): LinkedForms | undefined {
		return this.#conversion === undefined ? undefined : this.#forms
	}

	/** The fields of a part, where it shows them. */
	fieldsOf(pane: Pane): LinkedForms | undefined {
		const shown = pane === 'source' || (pane === 'result' && this.view === 'json')
		return shown ? this.forms : undefined
	}

	get steps(): readonly Step[] {
		return checklist(this.conversion, this.sent)
	}

	get proto(): ReturnType<typeof protoOf> {
		return protoOf(this.conversion)
	}

	crumbs(): readonly string[] {
		return []
	}

	movable(): Movable {
		if (this.pane === 'checks') return this.scrolls.checks
		return this.fieldsOf(this.pane)?.tree(this.pane) ?? this.scrolls[this.pane]
	}

	back(): boolean {
		if (this.pane === 'source') return false
		this.pane = 'source'
		return true
	}

	onPaste(text: string): boolean {
		this.take(text)
		return true
	}

	/** Sequences and balances change with transactions: what was not sent yet is checked again. */
	events(events: readonly ChainEvent[]): void {
		if (this.sent !== undefined || this.busy) return
		if (events.some((event) => event.type === 'block' && event.txs.length > 0)) this.check()
	}

	/** Takes a text in place of the one before. */
	take(text: string): void {
		if (text.length > longestText) {
			this.app.toast('bad', 'the text is longer than any transaction: at most 4,000,000 characters are read')
			return
		}
		this.text = text
		this.conversion = undefined
		this.sent = undefined
		this.pane = 'source'
		for (const pane of panes) this.scrolls[pane].edge('first')
		this.check()
	}

	clear(): void {
		this.#run = undefined
		this.text = ''
		this.conversion = undefined
		this.sent = undefined
		this.busy = false
		this.pane = 'source'
	}

	/** Looks at the text again; what is shown stays until that is done. */
	check(): void {
		const { client } = this.app
		const { text } = this
		if (client === undefined || text.trim() === '') return
		const run = {}
		this.#run = run
		this.busy = true
		this.app.attempt(
			async () => {
				const conversion = await convert(client, text)
				if (run !== this.#run) return
				this.conversion = conversion
				this.busy = false
			},
			(error) => {
				if (run !== this.#run) return
				this.busy = false
				this.conversion = { direction: 'none', error }
			},
		)
	}

	broadcast(): void {
		const { proto } = this
		const { client } = this.app
		if (proto === undefined || client === undefined) throw new UserError('There is no transaction to send.')
		this.app.outbox.start(
			{
				kind: 'send',
				label: 'legacy transaction',
				key: '',
				options: {},
				again: () => client.broadcastTx(proto.bytes),
			},
			(progress) => {
				this.sent = progress
				const outcome = progress.state === 'committed' ? '✓' : progress.state === 'failed' ? '✗' : '…'
				this.history = this.history.map((entry) => (entry.hash === proto.hash ? { ...entry, outcome } : entry))
			},
		)
		const words = effectOf(proto.json, (address) => this.app.nameOf(address), this.app.amounts)[0] ?? ''
		const entry: SentTx = { at: this.app.clock(), text: this.text, words, hash: proto.hash, outcome: '…' }
		this.history = [entry, ...this.history.filter(({ hash }) => hash !== entry.hash)].slice(0, mostSent)
	}

	/** Loads a greeting of the chosen key, signed as a legacy wallet signs, without sending it. */
	fromKey(): void {
		const { client, state } = this.app
		const key = state.keys.find(({ name }) => name === state.current)
		if (client === undefined || key === undefined) return
		this.app.attempt(async () => {
			const message = { owner: key.address, message: 'hello from a legacy wallet' }
			const bytes = await client.signAmino(key.name, [
				{ typeUrl: '/chain.greet.v1beta1.MsgCreateGreet', value: message },
			])
			const conversion = await convert(client, Buffer.from(bytes).toString('base64'))
			const json = conversion.direction === 'backward' ? conversion.form.json : undefined
			if (json === undefined) throw new UserError('This transaction has no legacy form.')
			this.take(JSON.stringify(JSON.parse(json), null, 2))
		})
	}
}
