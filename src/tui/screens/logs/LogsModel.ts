import { join } from 'node:path'
import type { LogEntry } from '../../../client/index.ts'
import { UserError } from '../../../errors/UserError.ts'
import { logLevels, readLogLine } from '../../../util/Log.ts'
import { ListModel } from '../../app/list/ListModel.ts'
import { rememberedFilter, rememberFilter } from '../../app/Preferences.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { readTextFile } from '../../app/userFiles.ts'
import { ItemList } from '../../kit/models/ItemList.ts'
import type { ListColumn } from '../../kit/models/List.ts'
import { safeText } from '../../kit/text/safeText.ts'

/** Lines of a file that are kept, the newest. */
const mostOfFile = 100_000

/** The columns of the list. */
export const logColumns: readonly ListColumn<LogEntry>[] = [
	{
		id: 'time',
		width: (table) => (table < 140 ? 8 : 19),
		text: ({ time }, { theme, cells }) =>
			theme.muted(safeText(cells === 8 ? time.slice(11, 19) : time.slice(0, 19).replace('T', ' '), cells)),
		order: ({ time }) => time,
	},
	{
		id: 'level',
		width: 5,
		text: ({ level }, { theme }) =>
			({ debug: theme.muted, info: theme.good, warn: theme.warn, error: theme.bad })[level](level),
		order: ({ level }) => logLevels.indexOf(level),
	},
	{
		id: 'area',
		width: 10,
		from: 66,
		text: ({ source }, { theme, mark }) => theme.muted(mark(safeText(source, 20))),
		order: ({ source }) => source,
	},
	{ id: 'message', width: 'flex', text: ({ message }, { mark }) => mark(safeText(message, 500)) },
]

/** The lines of the log, or of a log file: by level, area and words, with the newest at the foot. */
export class LogsModel extends ListModel<LogEntry> {
	readonly worksWithoutNode = true
	readonly list: ItemList<LogEntry>
	/** The only area whose lines are shown. */
	area: string | undefined
	/** The newest line when the list was cleared; shown are those after it. The ring, and a crash report, keep all. */
	cleared: LogEntry | undefined
	/** The file that is read in place of the log. */
	file: { readonly path: string; readonly entries: readonly LogEntry[] } | undefined
	#level: LogEntry['level']
	readonly #ids = new WeakMap<LogEntry, string>()
	#lastId = 0
	#made: { readonly of: readonly unknown[]; readonly lines: readonly LogEntry[] } = { of: [], lines: [] }

	constructor(app: TuiApp) {
		super(app)
		const level = rememberedFilter(app.preferences, 'logs.level')
		this.#level = logLevels.find((known) => known === level) ?? 'info'
		this.list = new ItemList<LogEntry>({
			items: () => this.#lines(),
			keyOf: (entry) => this.#idOf(entry),
			texts: ({ source, message }) => [`${source} ${message}`],
			columns: logColumns,
			follows: 'last',
			changed: () => rememberFilter(app.preferences, 'logs', this.list.filter.trim()),
		})
		this.list.setFilter(rememberedFilter(app.preferences, 'logs'))
	}

	/** Lines of this level and above are shown. */
	get level(): LogEntry['level'] {
		return this.#level
	}

	set level(level: LogEntry['level']) {
		this.#level = level
		rememberFilter(this.app.preferences, 'logs.level', level)
	}

	/** Areas that wrote lines, by name. */
	get areas(): readonly string[] {
		return [...new Set(this.#entries.map(({ source }) => source))].sort()
	}

	override crumbs(): readonly string[] {
		return this.file === undefined ? [] : [this.file.path]
	}

	/** Esc clears the filter, then shows all areas, leaves a file, and follows the newest again. */
	override back(): boolean {
		if (super.back()) return true
		const { cursor } = this.list
		if (this.area !== undefined) this.area = undefined
		else if (this.file !== undefined) this.file = undefined
		else if (!cursor.following && this.list.sort === undefined && this.list.count > 0) cursor.follow(true)
		else return false
		return true
	}

	/** Shows only the lines of the next area; after the last one those of all. */
	nextArea(): void {
		const { areas } = this
		this.area = areas[areas.findIndex((area) => area === this.area) + 1]
	}

	/** The node's own log file, if it writes one. */
	get usualFile(): string {
		return join(this.app.directory, '..', 'logs', 'node.log')
	}

	/** Shows the lines of a file in place of the log. @throws {UserError} if it is no log file. */
	async open(path: string): Promise<void> {
		const entries = (await readTextFile(path)).split('\n').flatMap((line) => readLogLine(line) ?? [])
		if (entries.length === 0) {
			throw new UserError(`The file ${path} has no line of a log.`, { next: 'A log file has a line of JSON for each.' })
		}
		this.file = { path, entries: entries.slice(-mostOfFile) }
		this.area = undefined
		this.list.cursor.follow(true)
	}

	get #entries(): readonly LogEntry[] {
		return this.file?.entries ?? this.app.log.entries
	}

	#lines(): readonly LogEntry[] {
		const entries = this.#entries
		const of = [entries, this.level, this.area, this.cleared]
		if (of.some((part, index) => part !== this.#made.of[index])) {
			const from = logLevels.indexOf(this.level)
			const after = entries.findLastIndex((entry) => entry === this.cleared) + 1
			const lines = entries
				.slice(after)
				.filter(
					({ level, source }) => logLevels.indexOf(level) >= from && (this.area === undefined || source === this.area),
				)
			this.#made = { of, lines }
		}
		return this.#made.lines
	}

	#idOf(entry: LogEntry): string {
		const id = this.#ids.get(entry) ?? String(++this.#lastId)
		this.#ids.set(entry, id)
		return id
	}
}

/** What a line names: a block, a transaction or an address, and the screen that shows it. */
export function namedIn(
	{ message }: LogEntry,
	prefix: string,
): { readonly screen: string; readonly target: string } | undefined {
	const hash = /\b(?:0x)?([0-9a-f]{64})\b/i.exec(message)?.[1]
	if (hash !== undefined) return { screen: 'transactions', target: hash.toUpperCase() }
	const height = /\b(?:block|height)s?[ =:#]+(\d[\d,]*)/i.exec(message)?.[1]?.replaceAll(',', '')
	if (height !== undefined) return { screen: 'blocks', target: height }
	const address = new RegExp(`\\b${prefix}1[02-9ac-hj-np-z]{38,}\\b`).exec(message)?.[0]
	return address === undefined ? undefined : { screen: 'accounts', target: address }
}
