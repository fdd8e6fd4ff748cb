import type { ReactElement } from 'react'
import { curlLine, curlLines, type EndpointsApplication, type NewApplicationKey } from '../../../../client/index.ts'
import type { TuiApp } from '../../../app/TuiApp.ts'
import { Panel } from '../../../kit/components/Panel.tsx'
import { type Command, commandsOf } from '../../../kit/keymap/Command.ts'
import type { Overlay } from '../../../kit/keymap/Overlay.ts'
import { breakCells, wrapCells } from '../../../kit/text/cells.ts'
import { hint } from '../../../kit/text/hints.ts'
import { linkText } from '../../../kit/text/linkText.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { RowSpace } from '../../../kit/theme/Theme.ts'

/** Content of the box. */
export interface KeyBoxOptions {
	readonly application: EndpointsApplication
	readonly key: NewApplicationKey
	readonly title: string
	/** Note below the key about the old one. */
	readonly note?: string
}

/** A new key, shown only once. Neither Esc nor an early Enter closes the box before it has been copied; `X` does. */
export class KeyBox implements Overlay {
	readonly name = 'key-box'
	readonly placement = 'full'
	readonly title: string
	readonly #app: TuiApp
	readonly #options: KeyBoxOptions
	/** `sent`: only the terminal knows whether it took the key, so the user confirms it. */
	#kept: 'no' | 'sent' | 'copied' = 'no'
	/** A copy was begun. */
	#copying = false
	/** Enter was pressed before its end is known: a quick hand need not wait for the clipboard. */
	#closing = false

	constructor(app: TuiApp, options: KeyBoxOptions) {
		this.#app = app
		this.#options = options
		this.title = options.title
	}

	commands(): readonly Command[] {
		const { key } = this.#options
		const copy = (text: string, what: string): void => {
			this.#copying = true
			this.#app.copySecret(text, what, (known) => {
				this.#kept = known || this.#kept === 'copied' ? 'copied' : 'sent'
				if (this.#closing && this.#kept === 'copied') this.#app.close(this)
				this.#closing = false
			})
		}
		return commandsOf({ group: 'New key' }, [
			{
				id: 'key-box.copy',
				keys: ['y'],
				title: 'copy key',
				description: 'Copy the new key.',
				footer: 1,
				run: () => copy(key.key, 'key'),
			},
			{
				id: 'key-box.curl',
				keys: ['c'],
				title: 'copy curl line',
				description:
					'Copy the curl line; it takes the key from $API_KEY, so no secret gets into the history of a shell.',
				footer: 2,
				run: () => this.#app.copy(this.#curl(), 'curl line'),
			},
			{
				id: 'key-box.curl-key',
				keys: ['C'],
				title: 'with the key',
				description: 'Copy the curl line with the key in it; the shell will keep it in its history.',
				footer: 3,
				run: () => copy(this.#curl(key.key), 'curl line with the key'),
			},
			{
				id: 'key-box.done',
				keys: ['enter'],
				title: this.#kept === 'sent' ? 'I have the key' : 'done',
				description: 'Close the box once the key has been copied.',
				footer: 4,
				enabled: () => this.#copying || 'the key is shown only once: y copies it, X closes without',
				run: () => {
					if (this.#kept === 'no') this.#closing = true
					else this.#app.close(this)
				},
			},
			{
				id: 'key-box.discard',
				keys: ['X'],
				title: 'close without copying',
				description: 'Close the box without having copied the key.',
				footer: 5,
				enabled: () => this.#kept !== 'copied' || 'the key has been copied: Enter closes',
				run: () => this.#app.close(this),
			},
			{
				id: 'key-box.stay',
				keys: ['esc'],
				title: 'close',
				description: 'Close the box, but only once the key has been copied.',
				run: () => {
					if (this.#kept === 'copied') this.#app.close(this)
					else this.#app.toast('info', 'the key is shown only once: y copies it, X closes without')
				},
			},
		])
	}

	view(): ReactElement {
		return <Panel title={this.title} remark="shown once" active rows={(space) => this.#rows(space)} />
	}

	#rows({ theme, width }: RowSpace): readonly string[] {
		const { application, key, note } = this.#options
		const field = (label: string, text: string, paint: (text: string) => string): readonly string[] =>
			breakCells(safeText(text, 2_000), width - 5).map(
				(line, index) => theme.muted((index === 0 ? label : '').padEnd(5)) + paint(line),
			)
		const linked = (line: string): string => theme.link(linkText(this.#app.links, application.url, line))
		const ways = [
			hint(theme, 'y', 'copy key'),
			hint(theme, 'c', 'copy curl line'),
			hint(theme, 'C', 'copy it with the key'),
			hint(theme, 'X', 'close'),
		].join('   ')
		const last = {
			no: [ways],
			sent: [
				...wrapCells(
					'sent to the terminal, which may have dropped it: paste it somewhere to see; it cannot be cleared from here',
					width,
				).map(theme.warn),
				`${hint(theme, 'enter', 'I have the key')}   ${hint(theme, 'y', 'copy again')}`,
			],
			copied: [`${theme.good('✓ copied')}   ${hint(theme, 'enter', 'done')}`],
		}[this.#kept]
		return [
			...field('URL', application.url, linked),
			...field('key', key.key, theme.strong),
			'',
			...wrapCells('The key is shown only this once: the service keeps only its fingerprint.', width).map(theme.warn),
			...(note === undefined ? [] : wrapCells(note, width)),
			'',
			theme.muted('Try it in a shell; the first line asks for the key and shows nothing:'),
			'',
			'read -rs API_KEY',
			...curlLines(this.#call()).flatMap((line) => breakCells(safeText(line, 2_000), width)),
			'',
			...last,
		]
	}

	#curl(key?: string): string {
		return curlLine({ ...this.#call(), ...(key === undefined ? {} : { key }) })
	}

	#call() {
		return { url: this.#options.application.url, method: 'eth_blockNumber', params: [] } as const
	}
}
