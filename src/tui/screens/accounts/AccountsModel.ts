import type { ChainEvent } from '../../../client/index.ts'
import { bech32OfAny, hexOfAny } from '../../../codec/address/anyAddress.ts'
import { type Inside, ListModel } from '../../app/list/ListModel.ts'
import { addressProblem } from '../../app/names/addressForms.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { Debounce } from '../../kit/models/Debounce.ts'
import { ItemList } from '../../kit/models/ItemList.ts'
import { Rereading } from '../../kit/models/Rereading.ts'
import { TextScroll } from '../../kit/models/TextScroll.ts'
import { WindowList } from '../../kit/models/WindowList.ts'
import { AccountInfos } from './AccountInfos.ts'
import { accountColumns, pastedEntry } from './accountColumns.ts'
import { MigrationCheck } from './check/MigrationCheck.ts'
import {
	type AccountRequest,
	type ComparedAccount,
	changedRows,
	type RowChange,
	readBothForms,
} from './compared/ComparedAccount.ts'
import type { PastedAccount } from './compared/pasted.ts'
import { KnownAddresses } from './KnownAddresses.ts'
import { MigrationReport } from './report/MigrationReport.ts'
import { VestingClock } from './vesting/VestingClock.ts'

/** Views of an account. */
export const accountViews = ['aligned', 'raw', 'paths', 'check'] as const
export type AccountView = (typeof accountViews)[number]

/** The selection rests so long before its account is read. */
const readAfterMs = 60

/** The 0x form of an address; undefined for one that has none, and for what is no address. */
function hexForm(text: string, prefix: string): string | undefined {
	return addressProblem(text, prefix) === undefined ? hexOfAny(text, prefix) : undefined
}

/** Addresses worth a look, and the selected account in both generations of the legacy REST. */
export class AccountsModel extends ListModel<string> {
	readonly protocols = ['rest 9', 'rest 8'] as const
	readonly list: ItemList<string>
	/** Rows of the aligned and the paths view. */
	readonly compared = WindowList.of(() => this.rows)
	readonly reads = WindowList.of(() => this.check.rows)
	readonly scroll = new TextScroll()
	readonly clock: VestingClock
	readonly check: MigrationCheck
	/** The page of the migration report, while it is open. */
	report: MigrationReport | undefined
	readonly known: KnownAddresses
	readonly infos: AccountInfos
	reading: ComparedAccount | undefined
	/** The reason nothing could be read; empty otherwise. */
	fault = ''
	/** Changes by field since the account was opened. */
	changes: ReadonlyMap<string, RowChange> = new Map()
	view: AccountView = 'aligned'
	/** Which side is shown where both do not fit. */
	front: 8 | 9 = 8
	/** Whether the last drawing showed both sides side by side. */
	bothShown = false
	/** The inspector has the keys; on narrow terminals it fills the screen. */
	detailOpen = false
	/** Rows in which the generations agree are hidden. */
	onlyDifferences = false
	/** An older height that is shown in place of the live state. */
	atHeight: number | undefined
	/** URL of another node whose account is compared. */
	remote: string | undefined
	pasted: Partial<Record<8 | 9, PastedAccount>> = {}
	/** A link of another screen led to the account that is open: Esc goes back there. */
	#linked = false
	#all: readonly string[] = []
	#madeFrom: readonly unknown[] = []
	readonly #rest = new Debounce(readAfterMs)
	readonly #rereading = new Rereading(this.app)

	constructor(app: TuiApp) {
		super(app)
		this.clock = new VestingClock(app)
		this.check = new MigrationCheck()
		this.known = new KnownAddresses(() => app.prefix)
		this.infos = new AccountInfos(app, (client, address) => this.known.seek(client, address))
		this.list = new ItemList<string>({
			items: () => this.#everyEntry(),
			keyOf: (entry) => entry,
			texts: (entry) => [app.nameOf(entry), entry, this.#hexWhenSought(entry), this.infos.peek(entry)?.kind ?? ''],
			columns: accountColumns(this),
			changed: () => this.load(),
		})
	}

	get selected(): string | undefined {
		return this.list.selected
	}

	get isPasted(): boolean {
		return this.selected === pastedEntry
	}

	/** The address of the selected account; undefined for a pasted account without one. */
	get address(): string | undefined {
		const { selected } = this
		if (selected !== pastedEntry) return selected
		const address = (this.pasted[9] ?? this.pasted[8])?.address
		return address === '' ? undefined : address
	}

	/** The current reading of the selection. */
	get current(): ComparedAccount | undefined {
		const { reading } = this
		return reading !== undefined && reading.id === this.#request()?.id ? reading : undefined
	}

	get rows(): ComparedAccount['rows'] {
		const rows = this.current?.rows ?? []
		return this.onlyDifferences ? rows.filter((row) => row.kind !== 'same') : rows
	}

	override get inside(): Inside | undefined {
		const { report, selected } = this
		if (report !== undefined) {
			return {
				movable: report.list,
				crumb: 'migration report',
				close: () => {
					if (report.list.filter === '') this.closeReport()
					else report.list.setFilter('')
					return true
				},
			}
		}
		if (!this.detailOpen) return undefined
		return {
			movable: this.view === 'raw' ? this.scroll : this.view === 'check' ? this.reads : this.compared,
			crumb: selected === undefined ? '' : this.isPasted ? pastedEntry : this.app.shortName(selected, 20),
			close: () => {
				this.detailOpen = false
				return !this.#linked || this.app.state.history.length === 0
			},
		}
	}

	override crumbs(): readonly string[] {
		return super.crumbs().filter((crumb) => crumb !== '')
	}

	opened(target: string | undefined): void {
		this.app.labels.refresh()
		this.#readKnown()
		this.#linked = target !== undefined
		if (target?.startsWith('{')) this.app.attempt(() => this.pasteText(target))
		else if (target !== undefined) this.show(target)
		this.load()
	}

	connected(): void {
		if (this.app.state.screen === 'accounts') this.#readKnown()
		this.load()
	}

	/** JSON of an account is compared, an address is looked at. */
	onPaste(text: string): boolean {
		if (/^\s*([a-z]{1,83}1[a-z0-9]{6,}|0x[0-9a-f]{40})\s*$/i.test(text)) this.show(text.trim())
		else this.app.attempt(async () => this.pasteText(text))
		return true
	}

	/** While the live state is on the screen, every block may change it. */
	events(events: readonly ChainEvent[]): void {
		if (this.app.state.screen !== 'accounts') return
		const txs = events.flatMap((event) => (event.type === 'block' ? event.txs : []))
		if (txs.length > 0) {
			this.infos.expire()
			this.known.see(txs)
		}
		if (this.atHeight !== undefined || this.isPasted) return
		if (events.some((event) => event.type === 'block')) this.#readNow()
	}

	/** Shows an address and remembers it unless it is the user's; an invalid one would lose coins and is refused. */
	show(text: string): void {
		const prefix = this.app.prefix
		const fault = addressProblem(text, prefix)
		if (fault !== undefined) {
			this.app.toast('bad', `not an address: ${fault}`)
			return
		}
		this.closeReport()
		const address = /^0x/i.test(text) ? bech32OfAny(text, prefix) : text.toLowerCase()
		if (!this.list.all.includes(address)) {
			this.app.preferences.set('addresses', [address, ...this.app.preferences.get('addresses')].slice(0, 50))
		}
		this.#select(address)
		this.open()
	}

	/** Reads a pasted account. @throws {UserError} for text that is not an account. */
	async pasteText(text: string): Promise<void> {
		// Parsing needs the chain's types, which the first frame does without.
		const { readPastedAccount } = await import('./compared/pasted.ts')
		this.paste(readPastedAccount(text))
	}

	/** Takes a pasted account in; one of the other generation before it stays, so that two pastes are compared. */
	paste(pasted: PastedAccount): void {
		const other = pasted.generation === 8 ? 9 : 8
		const beside = this.pasted[other]
		const isSame = beside !== undefined && (beside.address === pasted.address || beside.address === '')
		this.pasted = { [pasted.generation]: pasted, ...(isSame ? { [other]: beside } : {}) }
		this.#select(pastedEntry)
		this.open()
		this.app.toast('info', `an account of generation ${pasted.generation} was pasted`)
	}

	/** Makes a report on all accounts and all clients that are known, the one of a file included. */
	openReport(): void {
		const { client } = this.app
		if (client === undefined) return
		const report = new MigrationReport(this.app, this.check.clients)
		this.report = report
		void report.make(client)
	}

	closeReport(): void {
		this.report?.stop()
		this.report = undefined
	}

	/** Takes the selected entry out of the list. */
	forget(): void {
		if (this.isPasted) this.pasted = {}
		else {
			const rest = this.app.preferences.get('addresses').filter((address) => address !== this.selected)
			this.app.preferences.set('addresses', rest)
		}
		this.detailOpen = false
		this.load()
	}

	open(): void {
		this.detailOpen = true
		this.scroll.edge('first')
		this.#toFirstDifference()
	}

	#toFirstDifference(): void {
		this.reads.edge('first')
		this.compared.cursor.select(this.rows.findIndex(({ kind }) => kind !== 'same'))
	}

	/** Selects an entry, also one that the filter hides, and reads it. */
	#select(entry: string): void {
		if (!this.list.select(entry)) {
			this.list.setFilter('')
			this.list.select(entry)
		}
	}

	/** The entries: pasted accounts, own keys, opened or labelled addresses, well-known ones, then the chain's others. */
	#everyEntry(): readonly string[] {
		const { app, pasted, infos, known, list } = this
		const { keys } = app.state
		const looked = app.preferences.get('addresses')
		const labelled = app.labels.all
		// A list that is sorted or filtered by account data is rebuilt with each reply.
		const answers = list.sort === undefined && list.filter === '' ? 0 : infos.version
		const made = [pasted, keys, looked, labelled, app.names, known.list, answers]
		// Called at each key and for each row, so it is rebuilt only after changes.
		if (made.some((part, index) => part !== this.#madeFrom[index])) {
			this.#madeFrom = made
			const first = pasted[8] === undefined && pasted[9] === undefined ? [] : [pastedEntry]
			const ours = keys.map((key) => key.address)
			this.#all = [...new Set([...first, ...ours, ...looked, ...labelled.keys(), ...app.names.keys(), ...known.list])]
		}
		if (list.sort !== undefined || list.filter !== '')
			for (const entry of this.#all) if (entry !== pastedEntry) infos.get(entry)
		return this.#all
	}

	/** The 0x form of an entry, while one is looked for: it takes time of a long list. */
	#hexWhenSought(entry: string): string {
		return /^0x/i.test(this.list.filter) ? (hexForm(entry, this.app.prefix) ?? '') : ''
	}

	/** The 0x form of the selected address on a chain with an EVM. */
	get hexAddress(): string | undefined {
		return this.app.client?.evm === undefined ? undefined : hexForm(this.address ?? '', this.app.prefix)
	}

	/** Shows the state of an older height, or the live one again. */
	goTo(height: number | undefined): void {
		this.atHeight = height
		this.load()
	}

	/** Reads the selected account once the selection rests. */
	load(): void {
		this.#rest.run(() => this.#readNow())
	}

	/** Reads the addresses of the chain each time the screen comes to the front. */
	#readKnown(): void {
		const { client } = this.app
		if (client === undefined) return
		this.infos.expire()
		this.app.attempt(
			() => this.known.read(client),
			(error) => this.app.logError(error),
		)
	}

	#request(): AccountRequest | undefined {
		const { selected, atHeight, remote, pasted } = this
		if (selected === undefined) return undefined
		if (selected === pastedEntry) {
			const id = JSON.stringify([pasted[8]?.text, pasted[9]?.text])
			return { id, address: this.address ?? '', pasted }
		}
		return {
			id: JSON.stringify([selected, atHeight, remote]),
			address: selected,
			...(atHeight === undefined ? {} : { height: atHeight }),
			...(remote === undefined ? {} : { remote }),
		}
	}

	/** Reads one account at a time, then the latest requested one. */
	#readNow(): void {
		this.#rereading.run(
			async () => {
				const { client } = this.app
				const request = this.#request()
				if (client !== undefined && request !== undefined) this.#take(await readBothForms(client, request))
			},
			(error) => {
				this.fault = error.text.replaceAll('\n', ' · ')
			},
		)
	}

	#take(reading: ComparedAccount): void {
		const before = this.reading
		this.fault = ''
		this.reading = reading
		if (before?.id !== reading.id) {
			this.changes = new Map()
			this.clock.follow(reading.terms)
			this.#toFirstDifference()
			return
		}
		this.clock.terms = reading.terms
		// A side that could not be read before tells nothing of changes.
		if (before.rows.length === 0) return
		const changed = changedRows(before.rows, reading.rows, this.app.state.status?.height ?? reading.height)
		if (changed.size > 0) this.changes = changed
	}
}
