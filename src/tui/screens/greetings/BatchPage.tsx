import type { ReactElement } from 'react'
import { ListPanel } from '../../app/list/ListScreen.tsx'
import { SignerNeeds } from '../../app/signing/SignerNeeds.ts'
import { membersOf, needsOthers, signerField } from '../../app/signing/signers.ts'
import { unlocked } from '../../app/signing/unlocked.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { useChanges, useTheme } from '../../kit/hooks/hooks.ts'
import { type Command, type CommandRecord, commandsOf } from '../../kit/keymap/Command.ts'
import type { Overlay } from '../../kit/keymap/Overlay.ts'
import type { FieldOptions } from '../../kit/models/FormField.ts'
import type { ListColumn } from '../../kit/models/List.ts'
import { WindowList } from '../../kit/models/WindowList.ts'
import { Form } from '../../kit/overlays/Form.tsx'
import { hint } from '../../kit/text/hints.ts'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { bar } from '../../kit/text/sparkline.ts'
import { Batch, type BatchLine } from './Batch.ts'

/** Asks for a file of greetings and sends them. */
export function newBatch(app: TuiApp): void {
	const needs = new SignerNeeds(app, () => form)
	const form: Form = new Form(app, {
		commands: () => [needs.command()],
		changed: () => needs.look(),
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
			batchSigner(app, needs),
		],
		submit: async ({ file = '', from = '' }) => {
			const { client } = app
			if (client === undefined) return
			const folder = app.directory
			const batch = await Batch.open({ client, file: file.trim(), from, folder, changed: app.touch })
			form.close()
			app.show(new BatchPage(app, batch))
		},
	})
	unlocked(app, () => app.show(form), { orNew: true })
}

/** Sends pasted lines, each as a greeting of its own, in one stream. */
export function sendLines(app: TuiApp, from: string, text: string): void {
	const { client } = app
	if (client === undefined) return
	const page = new BatchPage(app, Batch.of({ client, from, text, changed: app.touch }), 'Greetings, one a line')
	app.show(page)
	page.run()
}

/** A batch runs unattended, so a key that needs signatures of others cannot sign it. */
function batchSigner(app: TuiApp, needs: SignerNeeds): FieldOptions {
	return signerField(app, needs, (name) => {
		const key = app.state.keys.find((other) => other.name === name)
		return key !== undefined && needsOthers(app, key)
			? `others must sign for it too (${membersOf(app, key).elsewhere.join(', ')}): choose another key`
			: undefined
	})
}

/** The lines of a batch and how far each is. Nothing is sent before Enter. */
export class BatchPage implements Overlay {
	readonly name = 'batch'
	readonly placement = 'full'
	readonly title: string
	readonly batch: Batch
	readonly list: WindowList<BatchLine>
	/** Whether the selection follows the first pending line; it does until the user moves it. */
	following = true
	readonly #app: TuiApp

	constructor(app: TuiApp, batch: Batch, title = 'Greetings from a file') {
		this.title = title
		this.#app = app
		this.batch = batch
		this.list = WindowList.of(() => batch.lines)
	}

	commands(): readonly Command[] {
		const { batch } = this
		const waiting = batch.count('waiting')
		const move = (id: string, keys: readonly string[], description: string, run: () => void): CommandRecord => ({
			id: `batch.${id}`,
			keys,
			title: id,
			description,
			run: () => {
				this.following = false
				run()
			},
		})
		return commandsOf({ group: 'Greetings from a file' }, [
			{
				id: 'batch.run',
				keys: ['enter', 'p'],
				title: batch.running ? 'pause' : `send ${counted(waiting, 'line')}`,
				description: 'Send the waiting lines, or stop sending.',
				footer: 1,
				enabled: () => {
					if (batch.pausing) return 'lines that were sent are waited for'
					return batch.running || waiting > 0 || 'no line waits'
				},
				run: () => (batch.running ? batch.pause() : this.run()),
			},
			{
				id: 'batch.retry',
				keys: ['r'],
				title: 'retry failed',
				description: 'Send the failed lines again.',
				footer: 2,
				enabled: () => (batch.count('failed') > 0 && !batch.running) || 'there is nothing to retry now',
				run: () => this.run(true),
			},
			{
				id: 'batch.close',
				keys: ['esc', 'q'],
				title: 'close',
				description: 'Close the page and stop sending; the same file continues from there.',
				footer: 3,
				run: () => this.#app.close(this),
			},
			move('down', ['down', 'j'], 'Next line.', () => this.list.move(1)),
			move('up', ['up', 'k'], 'Previous line.', () => this.list.move(-1)),
			move('page-down', ['pagedown', 'space'], 'One page of lines down.', () => this.list.page(1)),
			move('page-up', ['pageup'], 'One page of lines up.', () => this.list.page(-1)),
		])
	}

	closed(): void {
		this.batch.pause()
	}

	view(): ReactElement {
		return <BatchView page={this} />
	}

	/** Sends the waiting lines, perhaps the failed ones again. */
	run(failedToo = false): void {
		this.#app.attempt(async () => {
			await this.batch.run({ failedToo })
			const failed = this.batch.count('failed')
			const told = `${counted(this.batch.count('committed'), 'line')} in blocks`
			this.#app.toast(failed > 0 ? 'bad' : 'good', failed > 0 ? `${told}, ${counted(failed, 'line')} failed` : told)
		})
	}
}

const signs = { waiting: '·', sending: '◌', committed: '✓', failed: '✗' } as const
const paints = { waiting: 'muted', sending: 'accent', committed: 'good', failed: 'bad' } as const

/** Progress of a batch, and each of its lines. */
function BatchView({ page: { batch, list, following } }: { readonly page: BatchPage }): ReactElement {
	useChanges()
	const theme = useTheme()
	const next = batch.lines.findIndex(({ state }) => state === 'sending' || state === 'waiting')
	if (following && batch.running && next >= 0) list.cursor.select(next)
	const failed = batch.count('failed')
	const committed = batch.count('committed')
	const done = `${grouped(committed)} of ${grouped(batch.lines.length)} in blocks`
	const hints = [
		...(batch.running && !batch.pausing ? [hint(theme, 'enter', 'pause')] : []),
		...(!batch.running && batch.count('waiting') > 0 ? [hint(theme, 'enter', 'send')] : []),
		hint(theme, 'esc', 'close'),
	]
	return (
		<ListPanel
			list={list}
			title={`From ${safeText(batch.from, 40)}`}
			place={failed > 0 ? `${done} · ${grouped(failed)} failed` : done}
			columns={columns}
			head={(width) => [theme.chart(bar(committed, batch.lines.length, width))]}
			foot={() => ['', hints.join('   ')]}
		/>
	)
}

const columns: readonly ListColumn<BatchLine>[] = [
	{ id: 'sign', title: '', width: 1, text: ({ state }, { theme }) => theme[paints[state]](signs[state]) },
	{ id: 'line', width: 7, align: 'right', text: ({ number }) => grouped(number) },
	{ id: 'greeting', width: 'flex', text: ({ text }) => safeText(text, 400) },
	{
		id: 'state',
		width: (table) => (table >= 88 ? 36 : 12),
		text: ({ state, problem }, { theme }) => theme[paints[state]](problem === '' ? state : safeText(problem, 100)),
	},
]
