import { Box } from 'ink'
import type { ReactElement } from 'react'
import { Panel } from '../components/Panel.tsx'
import { Rows } from '../components/Rows.tsx'
import { type AreaSize, useArea, useChanges, useHit, usePlain, useTheme } from '../hooks/hooks.ts'
import { type Command, type CommandRecord, commandsOf } from '../keymap/Command.ts'
import type { Overlay } from '../keymap/Overlay.ts'
import { TextScroll } from '../models/TextScroll.ts'
import { pageCells } from '../text/cells.ts'
import { hint } from '../text/hints.ts'
import type { RowSpace } from '../theme/Theme.ts'
import type { UiApp } from '../UiApp.ts'

/** The area that a notice's lines are made for. */
export interface NoticeArea extends AreaSize, RowSpace {
	/** Whether a screen reader reads it. */
	readonly plain: boolean
}

/** Content of a notice. */
export interface NoticeOptions {
	readonly title: string
	/** Lines safe to print, for an area of this size. */
	readonly lines: (area: NoticeArea) => readonly string[]
	readonly copy?: { readonly text: string; readonly what: string; readonly secret?: boolean }
	/** Label of Enter, which alone closes a page that is shown only once. */
	readonly onlyEnter?: string
	/** Limits the width to readable lines. */
	readonly page?: boolean
	readonly closed?: () => void
}

/** Opens a page to read. */
export function showNotice(app: UiApp, options: NoticeOptions): void {
	app.show(new Notice(app, options))
}

/** A page over the screen: a mnemonic, a QR code, an exported key, a signature. */
export class Notice implements Overlay {
	readonly name = 'notice'
	readonly placement = 'full'
	readonly title: string
	readonly options: NoticeOptions
	readonly scroll = new TextScroll()
	readonly #app: UiApp

	constructor(app: UiApp, options: NoticeOptions) {
		this.#app = app
		this.options = options
		this.title = options.title
	}

	commands(): readonly Command[] {
		const { copy, onlyEnter } = this.options
		const scroll = (id: string, keys: readonly string[], title: string, run: () => void): CommandRecord => ({
			id: `notice.${id}`,
			keys,
			title,
			description: `Scroll ${title}.`,
			run,
		})
		return commandsOf({ group: 'Page' }, [
			{
				id: 'notice.done',
				keys: onlyEnter === undefined ? ['enter', 'esc', 'q'] : ['enter'],
				title: onlyEnter ?? 'close',
				description: 'Close the page.',
				footer: 1,
				run: () => this.#app.close(this),
			},
			{
				id: 'notice.copy',
				// The second key copies in forms, where letters are typed.
				keys: ['y', 'ctrl+y'],
				title: 'copy',
				description: 'Copy what the page shows.',
				footer: 2,
				enabled: () => copy !== undefined || 'there is nothing to copy here',
				run: () => {
					if (copy?.secret === true) this.#app.copySecret(copy.text, copy.what)
					else if (copy !== undefined) this.#app.copy(copy.text, copy.what)
				},
			},
			...(onlyEnter === undefined
				? []
				: [
						{
							id: 'notice.stay',
							keys: ['esc'],
							title: 'stay',
							description: 'Esc does not close a page that is shown only once.',
							run: () => this.#app.toast('info', `this is shown only once: Enter says “${onlyEnter}”`),
						},
					]),
			scroll('down', ['down', 'j'], 'down', () => this.scroll.move(1)),
			scroll('up', ['up', 'k'], 'up', () => this.scroll.move(-1)),
			scroll('page-down', ['pagedown', 'space'], 'a page down', () => this.scroll.page(1)),
			scroll('page-up', ['pageup'], 'a page up', () => this.scroll.page(-1)),
		])
	}

	closed(): void {
		this.options.closed?.()
	}

	view(): ReactElement {
		return <NoticeView notice={this} />
	}
}

function NoticeView({ notice: { title, options, scroll } }: { readonly notice: Notice }): ReactElement {
	useChanges()
	const theme = useTheme()
	const plain = usePlain()
	const area = useArea()
	const width = options.page === true ? Math.min(area.width, pageCells) : area.width
	const content = options.lines({ width: width - 4, height: area.height - 4, theme, plain })
	const box = useHit({ onWheel: (direction) => scroll.move(3 * direction) })
	// Only as high as its content.
	const rows = Math.min(area.height, content.length + 4)
	const shown = plain ? content : scroll.window(content, rows - 4)
	const hints = [
		hint(theme, 'enter', options.onlyEnter ?? 'close'),
		...(options.copy === undefined ? [] : [hint(theme, 'y', 'copy')]),
	]
	return (
		<Box ref={box} flexDirection="column">
			<Panel title={title} remark={plain ? '' : scroll.remark} active width={width} height={rows}>
				<Rows lines={[...shown, '', hints.join('   ')]} />
			</Panel>
		</Box>
	)
}
