import type { ReactElement } from 'react'
import { type Command, commandsOf } from '../../kit/keymap/Command.ts'
import type { Overlay } from '../../kit/keymap/Overlay.ts'
import type { FirstRun } from './FirstRun.ts'
import { FundedView } from './FundedView.tsx'
import { offerTour } from './offerTour.ts'

/** The third page of the first run: key and balance, and the way to the first greeting, or to coins. */
export class FundedPage implements Overlay {
	readonly name = 'funded'
	readonly placement = 'full'
	readonly #run: FirstRun

	constructor(run: FirstRun) {
		this.#run = run
	}

	get title(): string {
		return this.#run.poor ? 'No coins yet · 3 of 3' : 'Ready · 3 of 3'
	}

	commands(): readonly Command[] {
		const { app, poor } = this.#run
		return commandsOf({ group: 'First run' }, [
			{
				id: 'welcome.next',
				keys: ['enter'],
				title: poor ? 'import a key with coins' : 'write your first greeting',
				description: 'Write the first greeting; without coins, import a key that has some.',
				footer: 1,
				run: () => this.#next(),
			},
			{
				id: 'welcome.copy',
				keys: ['y', 'ctrl+y'],
				title: 'copy my address',
				description: 'Copy the address of the new key.',
				footer: 2,
				run: () => app.copy(this.#run.key?.address ?? '', 'your address'),
			},
			{
				id: 'welcome.skip',
				keys: ['esc'],
				title: 'look around',
				description: 'End the first run and look around.',
				footer: 3,
				run: () => {
					this.#end()
					offerTour(app)
				},
			},
		])
	}

	view(): ReactElement {
		return <FundedView run={this.#run} title={() => this.title} />
	}

	#next(): void {
		const { app, poor } = this.#run
		this.#end()
		offerTour(app, poor ? 'now' : 'after-greeting')
		if (!poor) {
			app.open('greetings', 'new')
			return
		}
		const wanted = app.commands.find('keys.import')
		if (wanted !== undefined) app.run(wanted)
	}

	#end(): void {
		this.#run.end()
		this.#run.app.close(this)
	}
}
