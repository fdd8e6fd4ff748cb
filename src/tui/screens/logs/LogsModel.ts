import type { LogEntry } from '../../../client/index.ts'
import { rememberedFilter, rememberFilter } from '../../app/rememberedFilter.ts'
import type { ScreenModel } from '../../app/ScreenModel.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import type { Filterable } from '../../kit/models/List.ts'
import { ListCursor } from '../../kit/models/ListCursor.ts'
import type { Movable } from '../../kit/models/Movable.ts'
import { filterWords } from '../../kit/text/highlight.ts'
import { counted } from '../../kit/text/numbers.ts'

/** Levels from the most to the least talkative. */
export const logLevels: readonly LogEntry['level'][] = ['debug', 'info', 'warn', 'error']

/** The log ring, by level and text, following or held still. */
export class LogsModel implements ScreenModel, Filterable {
	readonly name = 'logs'
	readonly worksWithoutNode = true
	readonly app: TuiApp
	readonly cursor = new ListCursor(() => this.lines.length)
	#level: LogEntry['level']
	#filter: string
	/** The lines as they were when the list was paused. */
	held: readonly LogEntry[] | undefined

	/** The newest line when the list was cleared; shown are those after it. The ring, and a crash report, keep all. */
	cleared: LogEntry | undefined

	#cache: {
		readonly from: readonly LogEntry[] | undefined
		readonly level: string
		readonly filter: string
		readonly cleared: LogEntry | undefined
		readonly lines: readonly LogEntry[]
	} = { from: undefined, level: '', filter: '', cleared: undefined, lines: [] }

	constructor(app: TuiApp) {
		this.app = app
		const level = rememberedFilter(app.preferences, 'logs.level')
		this.#level = logLevels.find((known) => known === level) ?? 'info'
		this.#filter = rememberedFilter(app.preferences, 'logs')
	}

	/** Lines of this level and above are shown. */
	get level(): LogEntry['level'] {
		return this.#level
	}

	set level(level: LogEntry['level']) {
		this.#level = level
		rememberFilter(this.app.preferences, 'logs.level', level)
	}

	/** Words that lines must have. */
	get filter(): string {
		return this.#filter
	}

	setFilter(text: string): void {
		this.#filter = text
		rememberFilter(this.app.preferences, 'logs', text.trim())
	}

	/** `12 lines`. */
	get found(): string {
		return counted(this.lines.length, 'line')
	}

	move(delta: number): void {
		this.movable().move(delta)
	}

	/** Lines to show, oldest first. */
	get lines(): readonly LogEntry[] {
		const entries = this.held ?? this.app.log.entries
		const { from, level, filter, cleared } = this.#cache
		if (from !== entries || level !== this.level || filter !== this.filter || cleared !== this.cleared) {
			const lines = this.#select(entries)
			this.#cache = { from: entries, level: this.level, filter: this.filter, cleared: this.cleared, lines }
		}
		return this.#cache.lines
	}

	/** Words of the filter, marked where they occur. */
	get words(): readonly string[] {
		return filterWords(this.filter)
	}

	#select(entries: readonly LogEntry[]): readonly LogEntry[] {
		const from = logLevels.indexOf(this.level)
		const { words } = this
		const after = this.cleared === undefined ? 0 : entries.lastIndexOf(this.cleared) + 1
		return entries.slice(after).filter((entry) => {
			if (logLevels.indexOf(entry.level) < from) return false
			const text = `${entry.source} ${entry.message}`.toLowerCase()
			return words.every((word) => text.includes(word))
		})
	}

	crumbs(): readonly string[] {
		return []
	}

	movable(): Movable {
		const held = (work: () => void): void => {
			work()
			this.setHeld(this.cursor.selected < this.cursor.count - 1)
		}
		return {
			move: (delta) => held(() => this.cursor.move(delta)),
			page: (pages) => held(() => this.cursor.page(pages)),
			edge: (end) => held(() => this.cursor.edge(end)),
		}
	}

	back(): boolean {
		if (this.filter === '' && this.held === undefined) return false
		this.setFilter('')
		this.setHeld(false)
		return true
	}

	/** Holds the lines still, or follows the newest. */
	setHeld(held: boolean): void {
		this.held = held ? (this.held ?? this.app.log.entries) : undefined
	}
}
