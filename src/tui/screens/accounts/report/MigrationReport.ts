import type { ChainClient } from '../../../../client/index.ts'
import type { ClientPaths } from '../../../../codec/legacy/clientPaths/checkClientPaths.ts'
import {
	type AccountReport,
	AccountReporter,
	addToTotals,
	clientName,
	noTotals,
	type ReportTotals,
} from '../../../../codec/legacy/clientPaths/reportAccount.ts'
import { verdictText } from '../../../../codec/legacy/clientPaths/reportText.ts'
import { thrownText, UserError } from '../../../../errors/UserError.ts'
import { inParallel } from '../../../../util/inParallel.ts'
import type { TuiApp } from '../../../app/TuiApp.ts'
import { ItemList } from '../../../kit/models/ItemList.ts'
import type { ListColumn } from '../../../kit/models/List.ts'
import { fitCells, middle } from '../../../kit/text/cells.ts'
import { safeText } from '../../../kit/text/safeText.ts'

/** Accounts asked for at once. */
const atOnce = 6
/** Results are shown so often at most, in milliseconds. */
const showEveryMs = 150

/** Effects of a move to generation 9 for all accounts of the chain and some clients, computed while it is shown. */
export class MigrationReport {
	readonly clients: readonly ClientPaths[]
	readonly list: ItemList<AccountReport>
	/** All reports so far, whatever the filter. */
	all: readonly AccountReport[] = []
	totals: ReportTotals = noTotals
	/** All accounts are in it. */
	done = false
	/** The reason it ended early; empty otherwise. */
	fault = ''
	readonly #app: TuiApp
	#stopped = false

	constructor(app: TuiApp, clients: readonly ClientPaths[]) {
		this.#app = app
		this.clients = clients
		this.list = new ItemList<AccountReport>({
			items: () => this.all,
			keyOf: ({ address }) => address,
			texts: ({ address, kind }) => [app.nameOf(address), address, kind],
			columns: reportColumns(app, this.names),
		})
	}

	/** Names of the clients, the columns of the table. */
	get names(): readonly string[] {
		return this.clients.map(clientName)
	}

	/** Reads the accounts of the chain, one after the other, until all are there or `stop` is called. */
	async make(client: ChainClient): Promise<void> {
		const reporter = new AccountReporter(this.clients)
		let waiting: AccountReport[] = []
		let shownAt = 0
		const show = (): void => {
			this.all = [...this.all, ...waiting]
			waiting = []
			shownAt = performance.now()
			this.#app.touch()
		}
		try {
			const made = inParallel(everyAddress(client), atOnce, async (address) => {
				const [body8, body9] = await Promise.all([client.legacyAccount(address, 8), client.legacyAccount(address, 9)])
				return reporter.report(address, body8, body9)
			})
			for await (const report of made) {
				if (this.#stopped) return
				waiting.push(report)
				this.totals = addToTotals(this.totals, report)
				if (performance.now() - shownAt >= showEveryMs) show()
			}
			this.done = true
		} catch (error) {
			if (!(error instanceof UserError)) this.#app.logError(error)
			this.fault = thrownText(error)
		}
		show()
	}

	stop(): void {
		this.#stopped = true
	}
}

async function* everyAddress(client: ChainClient): AsyncGenerator<string> {
	for await (const page of client.addressPages()) yield* page
}

const clientCells = 16

/** The columns of the report: an account, and what becomes of each client's reads. */
export function reportColumns(app: TuiApp, clients: readonly string[]): readonly ListColumn<AccountReport>[] {
	const counts = (report: AccountReport, what: 'break' | 'change'): number =>
		report.clients.reduce((sum, verdict) => sum + verdict[what], 0)
	return [
		{
			id: 'account',
			width: 'flex',
			text: ({ address }, { theme, mark, cells }) => {
				const name = app.nameOf(address)
				if (name === address) return theme.muted(mark(middle(address, Math.min(45, cells))))
				const shown = fitCells(name, Math.min([...name].length, 14)).trimEnd()
				return `${theme.strong(mark(shown))}  ${theme.muted(mark(middle(address, Math.max(14, Math.min(45, cells - 18)))))}`
			},
			order: ({ address }) => app.nameOf(address),
		},
		{ id: 'kind', width: 18, from: 92, text: ({ kind }, { mark }) => mark(kind), order: ({ kind }) => kind },
		...clients.map(
			(client, index): ListColumn<AccountReport> => ({
				id: index === 0 ? 'work' : `work ${index}`,
				title: shortClient(client),
				width: clientCells,
				text: (report, { theme }) => {
					const verdict = report.clients[index]
					if (verdict === undefined) return ''
					const { reads } = verdict
					const paint =
						reads === 0 ? theme.muted : verdict.break > 0 ? theme.bad : verdict.change > 0 ? theme.warn : theme.good
					return paint(verdictText(verdict))
				},
				...(index === 0 ? { order: (row) => counts(row, 'break') * 2 ** 32 + counts(row, 'change') } : {}),
			}),
		),
	]
}

/** A client fitted to its column: its end, which has the version. */
function shortClient(name: string): string {
	const text = safeText(name, 60)
	return [...text].length <= clientCells ? text : `…${text.slice(-clientCells + 1)}`
}
