import type { ReactElement } from 'react'
import { membersOf, needsOthers, signerField } from '../../app/signers.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { unlocked } from '../../app/unlocked.ts'
import type { Command } from '../../kit/keymap/Command.ts'
import type { Overlay } from '../../kit/keymap/Layer.ts'
import type { FieldOptions } from '../../kit/models/FormField.ts'
import { ListCursor } from '../../kit/models/ListCursor.ts'
import { Form } from '../../kit/overlays/Form.tsx'
import { counted } from '../../kit/text/numbers.ts'
import { Batch } from './Batch.ts'
import { BatchView } from './BatchView.tsx'

/** Asks for a file of greetings and sends them. */
export function newBatch(app: TuiApp): void {
	unlocked(app, () =>
		app.show(
			new Form(app, {
				title: 'Greetings from a file',
				action: 'read the file',
				intro: ['One greeting on each line. An interrupted batch continues where it stopped.'],
				fields: [
					{
						id: 'file',
						label: 'file',
						kind: 'text',
						placeholder: '/path/to/greetings.txt',
						validate: (value) => (value.trim() === '' ? 'the path of a text file' : undefined),
					},
					batchSigner(app),
				],
				submit: async ({ file = '', from = '' }, form) => {
					const { client } = app
					if (client === undefined) return
					const folder = app.directory
					const batch = await Batch.open({ client, file: file.trim(), from, folder, changed: app.touch })
					form.close()
					app.show(new BatchPage(app, batch))
				},
			}),
		),
	)
}

/** A batch runs unattended, so a key that needs signatures of others cannot sign it. */
function batchSigner(app: TuiApp): FieldOptions {
	const field = signerField(app, () => '')
	return {
		...field,
		validate: (name) => {
			const key = app.state.keys.find((other) => other.name === name)
			return key !== undefined && needsOthers(app, key)
				? `others must sign for it too (${membersOf(app, key).elsewhere.join(', ')}): choose another key`
				: field.validate?.(name)
		},
	}
}

/** The lines of a batch and how far each is. Nothing is sent before Enter. */
export class BatchPage implements Overlay {
	readonly name = 'batch'
	readonly placement = 'full'
	readonly title = 'Greetings from a file'
	readonly #app: TuiApp
	readonly #batch: Batch
	readonly #cursor: ListCursor
	/** Whether the selection follows the first pending line; it does until the user moves it. */
	#following = true

	constructor(app: TuiApp, batch: Batch) {
		this.#app = app
		this.#batch = batch
		this.#cursor = new ListCursor(() => batch.lines.length)
	}

	commands(): readonly Command[] {
		const group = 'Greetings from a file'
		const batch = this.#batch
		const waiting = batch.count('waiting')
		const move = (id: string, keys: readonly string[], description: string, run: () => void): Command => ({
			id: `batch.${id}`,
			keys,
			title: id,
			description,
			group,
			run: () => {
				this.#following = false
				run()
				this.#app.touch()
			},
		})
		return [
			{
				id: 'batch.run',
				keys: ['enter', 'p'],
				title: batch.running ? 'pause' : `send ${counted(waiting, 'line')}`,
				description: 'Send the waiting lines, or stop sending.',
				group,
				footer: 1,
				enabled: () => batch.running || waiting > 0 || 'no line waits',
				run: () => (batch.running ? batch.pause() : this.#run(false)),
			},
			{
				id: 'batch.retry',
				keys: ['r'],
				title: 'retry failed',
				description: 'Send the failed lines again.',
				group,
				footer: 2,
				enabled: () => (batch.count('failed') > 0 && !batch.running) || 'there is nothing to retry now',
				run: () => this.#run(true),
			},
			{
				id: 'batch.close',
				keys: ['esc', 'q'],
				title: 'close',
				description: 'Close the page and stop sending; the same file continues from there.',
				group,
				footer: 3,
				run: () => this.#app.close(this),
			},
			move('down', ['down', 'j'], 'Next line.', () => this.#cursor.move(1)),
			move('up', ['up', 'k'], 'Previous line.', () => this.#cursor.move(-1)),
			move('page-down', ['pagedown', 'space'], 'One page of lines down.', () => this.#cursor.page(1)),
			move('page-up', ['pageup'], 'One page of lines up.', () => this.#cursor.page(-1)),
		]
	}

	closed(): void {
		this.#batch.pause()
	}

	rows(_width: number, height: number): number {
		return height
	}

	view(): ReactElement {
		return <BatchView batch={this.#batch} cursor={this.#cursor} following={() => this.#following} />
	}

	#run(failedToo: boolean): void {
		this.#app.attempt(async () => {
			await this.#batch.run({ failedToo })
			const failed = this.#batch.count('failed')
			const told = `${counted(this.#batch.count('committed'), 'line')} in blocks`
			this.#app.toast(failed > 0 ? 'bad' : 'good', failed > 0 ? `${told}, ${counted(failed, 'line')} failed` : told)
		})
	}
}
