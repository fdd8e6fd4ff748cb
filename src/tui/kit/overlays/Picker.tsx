import { Box } from 'ink'
import type { ReactElement } from 'react'
import { Panel } from '../components/Panel.tsx'
import { Rows } from '../components/Rows.tsx'
import { useArea, useChanges, useHit, usePlain, useTheme } from '../hooks/hooks.ts'
import { type Command, type CommandRecord, commandsOf } from '../keymap/Command.ts'
import type { Overlay } from '../keymap/Overlay.ts'
import { ListCursor } from '../models/ListCursor.ts'
import { TextBuffer } from '../models/TextBuffer.ts'
import type { Key } from '../terminal/Key.ts'
import { cellWidth, fitCells, wrapCells } from '../text/cells.ts'
import { textFieldRows } from '../text/textFieldRows.ts'
import type { Theme } from '../theme/Theme.ts'
import type { UiApp } from '../UiApp.ts'

/** A row of a picker. */
export interface PickerItem {
	readonly label: string
	/** Text at the right end: a key, a value. */
	readonly right: string
	/** Secondary text. */
	readonly detail: string
	/** The reason it cannot run; empty if it can. */
	readonly disabled: string
	/** Group; a heading is drawn where it changes. */
	readonly group: string
	readonly run: () => void
}

/** A list that is searched by typing and run by Enter: the base of palette and help. */
export abstract class Picker<App extends UiApp = UiApp> implements Overlay {
	abstract readonly name: string
	abstract readonly title: string
	readonly placement = 'full'
	protected readonly app: App
	readonly query = new TextBuffer()
	abstract readonly placeholder: string
	readonly cursor = new ListCursor(() => this.found.length)

	constructor(app: App) {
		this.app = app
	}

	/** Items for the typed text, the best first. */
	protected abstract items(query: string): readonly PickerItem[]

	commands(): readonly Command[] {
		const move = (id: string, keys: readonly string[], description: string, run: () => void): CommandRecord => ({
			id: `pick.${id}`,
			keys,
			title: id,
			description,
			run,
		})
		return commandsOf({ group: 'Palette and help' }, [
			{
				id: 'pick.run',
				keys: ['enter'],
				title: 'run',
				description: 'Run the selected entry.',
				footer: 1,
				run: () => this.run(),
			},
			move('down', ['down', 'ctrl+n', 'ctrl+j'], 'Next entry.', () => this.cursor.move(1)),
			move('up', ['up', 'ctrl+p'], 'Previous entry.', () => this.cursor.move(-1)),
			move('page-down', ['pagedown'], 'One page of entries down.', () => this.cursor.page(1)),
			move('page-up', ['pageup'], 'One page of entries up.', () => this.cursor.page(-1)),
			{
				id: 'pick.close',
				keys: ['esc'],
				title: 'close',
				description: 'Close without running anything.',
				footer: 2,
				run: () => this.app.close(this),
			},
		])
	}

	onKey(key: Key): boolean {
		if (!this.query.edit(key)) return false
		this.cursor.select(0)
		return true
	}

	onPaste(text: string): boolean {
		this.query.insert(text)
		this.cursor.select(0)
		return true
	}

	view(): ReactElement {
		return <PickerView picker={this} />
	}

	/** Entries for the typed text. */
	get found(): readonly PickerItem[] {
		return this.items(this.query.text)
	}

	run(): void {
		const item = this.found[this.cursor.selected]
		if (item === undefined) return
		if (item.disabled !== '') {
			this.app.toast('info', `${item.label}: ${item.disabled}`)
			return
		}
		this.app.close(this)
		item.run()
	}
}

/** From this many rows on, what the selected entry says stands whole below the list, in so many rows with the rule above. */
const wholeFrom = 14
const wholeRows = 3

/** Widest label that shares the column, in cells; a longer one pushes its detail to the right. */
const widestLabel = 32

/** The search field and the matching entries, with headings while the field is empty. */
function PickerView({ picker }: { readonly picker: Picker }): ReactElement {
	useChanges()
	const { found } = picker
	return (
		<Panel title={picker.title} remark={String(found.length)} active>
			<Entries picker={picker} found={found} />
		</Panel>
	)
}

function Entries({ picker, found }: { readonly picker: Picker; readonly found: readonly PickerItem[] }): ReactElement {
	const { placeholder, query, cursor } = picker
	const theme = useTheme()
	const plain = usePlain()
	const { width, height } = useArea()
	const [field = ''] = textFieldRows(query, { width: width - 2, rows: 1, focused: true, theme, placeholder })
	const whole = plain || height < wholeFrom ? 0 : wholeRows
	const { lines, indexes } = entryRows(theme, found, {
		width,
		height: plain ? found.length * 2 : height - 2 - whole,
		cursor,
		headings: query.text.trim() === '',
	})
	const box = useHit({
		onClick: (_x, y) => {
			const index = indexes[y]
			if (index === undefined) return
			cursor.select(index)
			picker.run()
		},
		onWheel: (direction) => cursor.move(direction),
	})
	return (
		<Box flexDirection="column">
			<Rows lines={[theme.accent('› ') + field, theme.border('─'.repeat(width))]} />
			<Box ref={box} flexDirection="column">
				<Rows lines={lines} />
			</Box>
			{whole === 0 ? null : (
				<Rows lines={wholeNote(theme, found[cursor.selected], { width, lines: lines.length, height })} />
			)}
		</Box>
	)
}

/** What the selected entry says, whole, at the bottom: in its row it is cut where room is short. */
function wholeNote(
	theme: Theme,
	item: PickerItem | undefined,
	{ width, lines, height }: { readonly width: number; readonly lines: number; readonly height: number },
): readonly string[] {
	const note =
		item === undefined ? '' : [item.detail, item.disabled === '' ? '' : `(${item.disabled})`].join(' ').trim()
	const said = wrapCells(note, width).slice(0, wholeRows - 1)
	const gap = height - 2 - lines - wholeRows
	return [
		...Array.from({ length: gap }, () => ''),
		theme.border('─'.repeat(width)),
		...said.map((line) => theme.muted(line)),
	]
}

/** The rows and their entries; undefined for headings. */
function entryRows(
	theme: Theme,
	items: readonly PickerItem[],
	options: { readonly width: number; readonly height: number; readonly cursor: ListCursor; readonly headings: boolean },
): { readonly lines: readonly string[]; readonly indexes: readonly (number | undefined)[] } {
	const { width, height, cursor } = options
	if (items.length === 0) return { lines: [theme.muted('No match. Esc closes.')], indexes: [] }
	// Headings need rows, so fewer entries fit while they are shown.
	const headings = options.headings ? new Set(items.map((item) => item.group)).size : 0
	const labels = Math.min(widestLabel, Math.max(24, ...items.map((item) => cellWidth(item.label))))
	const { from } = cursor.window(Math.max(1, height - Math.min(headings, 4)))
	const lines: string[] = []
	const indexes: (number | undefined)[] = []
	for (let index = from; index < items.length && lines.length < height; index++) {
		const item = items[index]!
		if (headings > 0 && (index === from || items[index - 1]?.group !== item.group)) {
			lines.push(theme.muted(fitCells(item.group, width)))
			indexes.push(undefined)
			if (lines.length >= height) break
		}
		lines.push(entryRow(theme, item, width, labels, index === cursor.selected))
		indexes.push(index)
	}
	return { lines, indexes }
}

function entryRow(theme: Theme, item: PickerItem, width: number, labels: number, selected: boolean): string {
	const right = item.right === '' ? '' : ` ${item.right}`
	const room = Math.max(1, width - 2 - cellWidth(right))
	const label = fitCells(item.label, Math.min(room, Math.max(cellWidth(item.label), labels)))
	const note = item.disabled === '' ? item.detail : `(${item.disabled})`
	const rest = room - cellWidth(label)
	const detail = rest < 6 ? ' '.repeat(rest) : `  ${fitCells(note, rest - 2)}`
	if (selected) return theme.selected(`▸ ${label}${detail}${right}`)
	const paint = item.disabled === '' ? (text: string) => text : theme.muted
	return `  ${paint(label)}${theme.muted(detail)}${theme.key(right)}`
}
