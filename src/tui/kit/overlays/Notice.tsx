import type { ReactElement } from 'react'
import { type NoticeArea, NoticeView } from '../components/NoticeView.tsx'
import { type Command, type CommandRecord, commandsOf } from '../keymap/Command.ts'
import type { Overlay } from '../keymap/Layer.ts'
import { TextScroll } from '../models/TextScroll.ts'
import type { UiApp } from '../UiApp.ts'

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
	/** Called when it closes. */
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
	readonly #app: UiApp
	readonly #options: NoticeOptions
	readonly #scroll = new TextScroll()

	constructor(app: UiApp, options: NoticeOptions) {
		this.#app = app
		this.#options = options
		this.title = options.title
	}

	commands(): readonly Command[] {
		const { copy, onlyEnter } = this.#options
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
			scroll('down', ['down', 'j'], 'down', () => this.#scroll.move(1)),
			scroll('up', ['up', 'k'], 'up', () => this.#scroll.move(-1)),
			scroll('page-down', ['pagedown', 'space'], 'a page down', () => this.#scroll.page(1)),
			scroll('page-up', ['pageup'], 'a page up', () => this.#scroll.page(-1)),
		])
	}

	rows(_width: number, height: number): number {
		return height
	}

	closed(): void {
		this.#options.closed?.()
	}

	view(): ReactElement {
		const { lines, copy, onlyEnter, page } = this.#options
		return (
			<NoticeView
				title={this.title}
				lines={lines}
				scroll={this.#scroll}
				page={page === true}
				hints={[
					{ key: 'enter', title: onlyEnter ?? 'close' },
					...(copy === undefined ? [] : [{ key: 'y', title: 'copy' }]),
				]}
			/>
		)
	}
}
