import { toHex } from '../../../util/bytes.ts'
import { unlocked } from '../../app/signing/unlocked.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { readTextFile } from '../../app/userFiles.ts'
import type { CommandRecord } from '../../kit/keymap/Command.ts'
import { confirm } from '../../kit/overlays/Confirm.tsx'
import { showForm } from '../../kit/overlays/Form.tsx'
import { askLine } from '../../kit/overlays/LinePrompt.tsx'
import { Picker, type PickerItem } from '../../kit/overlays/Picker.tsx'
import { fuzzy } from '../../kit/text/searching.ts'
import { age } from '../../kit/text/times.ts'
import { type ConverterModel, panes, resultViews } from './ConverterModel.ts'
import { stopOf } from './checklist.ts'
import { effectOf } from './effect.ts'
import { resultText } from './resultRows.ts'

/** Texts that can be edited in the form; longer ones come from a file. */
const longestEdited = 100_000

/** Commands of the Converter screen. */
export function converterCommands(model: ConverterModel): readonly CommandRecord[] {
	const { app } = model
	const isEmpty = model.text === ''
	const needsText = (): true | string => !isEmpty || 'paste a transaction first'
	const needsTx = (): true | string => model.proto !== undefined || 'there is no protobuf transaction yet'
	const nextView = resultViews[(resultViews.indexOf(model.view) + 1) % resultViews.length]!
	const tree = model.pane === 'checks' ? undefined : model.fieldsOf(model.pane)?.tree(model.pane)
	const viewNames = { json: 'JSON', bytes: 'bytes', sign: 'sign document' }
	return [
		{
			id: 'converter.edit',
			keys: ['enter', 'i'],
			title: isEmpty ? 'type' : 'edit',
			description: 'Type or edit the text. Pasting works at any time.',
			footer: isEmpty ? 1 : 6,
			enabled: () =>
				model.text.length <= longestEdited || 'the text is too long to edit: change its file and open it again',
			run: () => edit(model),
		},
		{
			id: 'converter.open',
			keys: ['o'],
			title: 'open file',
			description: 'Open a file with a legacy transaction, or with the bytes of one as base64 or hex.',
			footer: 2,
			run: () => openFile(model),
		},
		{
			id: 'converter.sample',
			keys: ['S'],
			title: 'sample',
			description: 'Load a sample of what a legacy wallet sends, without a valid signature.',
			...(isEmpty ? { footer: 3 } : {}),
			enabled: () => app.state.status !== undefined || 'the node has not reported its settings yet',
			run: async () => {
				// The names of the chain's types load with the first use, not with the app.
				const { sampleTx } = await import('./sampleTx.ts')
				if (app.state.status !== undefined) model.take(sampleTx(app.state.status.settings))
			},
		},
		{
			id: 'converter.mine',
			keys: ['m'],
			title: 'from my key',
			description: 'Load a greeting of the chosen key, signed as a legacy wallet signs. Only broadcast sends it.',
			...(isEmpty ? { footer: 4 } : {}),
			enabled: () => {
				const key = app.state.keys.find(({ name }) => name === app.state.current)
				if (key === undefined) return 'you have no key yet'
				return key.kind === 'local' || `${key.name} cannot sign alone`
			},
			run: () => unlocked(app, () => model.fromKey()),
		},
		{
			id: 'converter.history',
			keys: ['L'],
			title: 'sent before',
			description: 'List the transactions sent from here; Enter loads the text of one.',
			enabled: () => model.history.length > 0 || 'nothing was sent from here yet',
			run: () => app.show(new SentPicker(model)),
		},
		{
			id: 'converter.broadcast',
			keys: ['b'],
			title: 'broadcast',
			description: 'Send the converted transaction to the chain, after a confirmation that says what it does.',
			footer: 1,
			enabled: () => {
				if (model.sent !== undefined && model.sent.state !== 'failed') return 'it was sent already'
				const stop = stopOf(model.steps)
				if (stop !== undefined && stop.title !== 'sent') return `it would be refused at “${stop.title}”`
				return needsTx()
			},
			run: () => askBroadcast(model),
		},
		{
			id: 'converter.pane',
			keys: ['tab'],
			title: `to ${panes[(panes.indexOf(model.pane) + 1) % panes.length]}`,
			description:
				'Go to the next part of the screen: text, result, checklist. Fields that are the same are marked on both sides.',
			footer: 3,
			enabled: needsText,
			run: () => {
				model.pane = panes[(panes.indexOf(model.pane) + 1) % panes.length]!
			},
		},
		{
			id: 'converter.view',
			keys: ['v'],
			title: viewNames[nextView],
			description: 'Step through the views of the result: JSON, bytes, sign document.',
			footer: 4,
			enabled: needsText,
			run: () => {
				model.view = nextView
				model.scrolls.result.edge('first')
				model.pane = 'result'
			},
		},
		{
			id: 'converter.fold',
			keys: ['z'],
			title: 'fold',
			description: 'Fold or open the selected object or list of the text or of the result.',
			enabled: () => tree !== undefined || 'there are no fields',
			run: () => tree?.toggle(),
		},
		{
			id: 'converter.check',
			keys: ['r'],
			title: 'check again',
			description: 'Ask the chain again for accounts and sequences and check everything again.',
			enabled: needsText,
			run: () => {
				model.sent = undefined
				model.check()
			},
		},
		{
			id: 'converter.copy',
			keys: ['y'],
			title: 'copy result',
			description: 'Copy what the result shows: JSON, bytes in base64 or the sign document.',
			footer: 5,
			enabled: () => resultText(model) !== undefined || 'there is no result to copy',
			run: () => {
				const result = resultText(model)
				if (result !== undefined) app.copy(result.text, result.what)
			},
		},
		{
			id: 'converter.hex',
			keys: ['Y'],
			title: 'copy hex',
			description: 'Copy the bytes of the protobuf transaction in hex.',
			enabled: needsTx,
			run: () => app.copy(toHex(model.proto?.bytes ?? new Uint8Array()), 'bytes in hex'),
		},
		{
			id: 'converter.hash',
			keys: ['H'],
			title: 'copy hash',
			description: 'Copy the hash that the transaction will have with the current sequence.',
			enabled: needsTx,
			run: () => app.copy(model.proto?.hash ?? '', 'hash'),
		},
		{
			id: 'converter.tx',
			keys: ['t'],
			title: 'open transaction',
			description: 'Open the transaction once it was sent.',
			...(model.sent?.state === 'committed' ? { footer: 1 } : {}),
			enabled: () => model.sent?.state === 'committed' || 'it is in no block yet',
			run: () => {
				if (model.sent?.state === 'committed') app.open('transactions', model.sent.hash)
			},
		},
		{
			id: 'converter.clear',
			keys: ['x', 'delete'],
			title: 'clear',
			description: 'Clear the text.',
			enabled: needsText,
			run: () => model.clear(),
		},
	]
}

function edit(model: ConverterModel): void {
	showForm(model.app, {
		title: 'Legacy transaction',
		action: 'convert',
		placement: 'full',
		fields: [
			{
				id: 'text',
				label: 'text',
				kind: 'multiline',
				rows: Math.max(5, model.app.state.rows - 12),
				initial: model.text,
				placeholder: 'StdTx JSON, a body of POST /txs, or bytes as base64 or hex',
				validate: (value) => (value.trim() === '' ? 'paste or type a transaction' : undefined),
			},
		],
		submit: ({ text = '' }, form) => {
			form.close()
			model.take(text)
		},
	})
}

function openFile(model: ConverterModel): void {
	const { app } = model
	askLine(app, {
		title: 'Open file',
		prompt: 'file',
		placeholder: 'path of a file with a transaction',
		accepted: (text) => {
			const path = text.trim()
			if (path === '') return
			app.attempt(async () => model.take(await readTextFile(path)))
		},
	})
}

function askBroadcast(model: ConverterModel): void {
	const { app, proto } = model
	if (proto === undefined) return
	confirm(app, {
		title: 'Send this transaction',
		text: [...effectOf(proto.json, (address) => app.whoIs(address), app.amounts), `Hash ${proto.hash}`],
		action: 'send',
		run: () => model.broadcast(),
	})
}

/** Transactions sent from the converter in this session; Enter loads the text of one. */
class SentPicker extends Picker<TuiApp> {
	readonly name = 'converter-sent'
	readonly title = 'Sent from here'
	readonly placeholder = 'hash or what it does'
	readonly #model: ConverterModel

	constructor(model: ConverterModel) {
		super(model.app)
		this.#model = model
	}

	protected items(query: string): readonly PickerItem[] {
		const items = this.#model.history.map(
			({ at, text, words, hash, outcome }): PickerItem => ({
				group: 'Newest first',
				label: words,
				detail: hash,
				right: `${outcome} ${age(new Date(at).toISOString(), this.app.clock())}`,
				disabled: '',
				run: () => this.#model.take(text),
			}),
		)
		return fuzzy(items, query, (found) => found)
	}
}
