import type { ReactElement } from 'react'
import type { TuiApp } from '../../app/TuiApp.ts'
import type { ScreenId } from '../../app/tabs.ts'
import { Panel } from '../../kit/components/Panel.tsx'
import type { Command } from '../../kit/keymap/Command.ts'
import type { Overlay } from '../../kit/keymap/Overlay.ts'
import { wrapCells } from '../../kit/text/cells.ts'
import { hint } from '../../kit/text/hints.ts'

interface Stop {
	/** Screen shown under the card; the one in front when absent. */
	readonly screen?: ScreenId
	readonly title: string
	readonly text: readonly string[]
}

/** A few cards over the real screens. Any of them can be the last: Esc ends it. */
export class Tour implements Overlay {
	readonly name = 'tour'
	readonly placement = 'top'
	readonly title = 'Tour'
	readonly #app: TuiApp
	#at = 0

	constructor(app: TuiApp) {
		this.#app = app
		this.#show()
	}

	commands(): readonly Command[] {
		const last = this.#at === this.#stops().length - 1
		return [
			{
				id: 'tour.next',
				keys: ['enter', 'right', 'space'],
				title: last ? 'done' : 'next',
				description: 'Next card of the tour.',
				group: 'Tour',
				footer: 1,
				run: () => this.#step(1),
			},
			{
				id: 'tour.previous',
				keys: ['left', 'backspace'],
				title: 'back',
				description: 'Previous card of the tour.',
				group: 'Tour',
				run: () => this.#step(-1),
			},
			{
				id: 'tour.end',
				keys: ['esc', 'q'],
				title: 'end the tour',
				description: 'End the tour.',
				group: 'Tour',
				footer: 2,
				run: () => this.#app.close(this),
			},
		]
	}

	rows(width: number): number {
		return (this.#stops()[this.#at]?.text ?? []).flatMap((line) => wrapCells(line, width - 4)).length + 4
	}

	view(): ReactElement {
		const stops = this.#stops()
		const stop = stops[this.#at]!
		const next = this.#at === stops.length - 1 ? 'done' : 'next'
		return (
			<Panel
				title={stop.title}
				remark={`${this.#at + 1} of ${stops.length}`}
				active
				rows={({ theme, width }) => [
					...stop.text.flatMap((line) => wrapCells(line, width)),
					'',
					`${hint(theme, 'enter', next)}   ${hint(theme, 'esc', 'end the tour')}`,
				]}
			/>
		)
	}

	#stops(): readonly Stop[] {
		const key = (id: string): string => this.#app.keyFor(id)
		return [
			{
				screen: 'home',
				title: 'Your chain',
				text: [
					'Home shows the chain as it grows: its height, its addresses for other programs, and what happened last.',
					`The digits go to the other screens, ${key('app.back')} goes one step up, always.`,
				],
			},
			{
				screen: 'greetings',
				title: 'Say something',
				text: [
					`${key('greetings.new')} writes a greeting. Enter signs and sends it; you see it go into the mempool and into a block.`,
					`${key('greetings.filter')} filters the list while you type.`,
				],
			},
			{
				screen: 'keys',
				title: 'Who you are',
				text: ['Keys holds the names you sign with. From here you send coins, ask the faucet, and sign a text.'],
			},
			{
				screen: 'node',
				title: 'The node is yours',
				text: ['Pause it, make a block by hand, move its clock, take a snapshot and go back to it.'],
			},
			{
				title: 'When you are lost',
				text: [
					`${key('app.help')} lists every key that works where you are. ${key('app.palette')} finds any command by name.`,
					'Both also run what you pick.',
				],
			},
		]
	}

	#step(delta: number): void {
		const count = this.#stops().length
		if (this.#at + delta >= count) {
			this.#app.close(this)
			return
		}
		this.#at = Math.max(0, this.#at + delta)
		this.#show()
	}

	#show(): void {
		const screen = this.#stops()[this.#at]?.screen
		if (screen !== undefined) this.#app.open(screen)
	}
}
