import type { Greeting } from '../../../client/index.ts'
import { csvRow } from '../../../util/csvRow.ts'
import { nodeUrl } from '../../app/format/nodeUrl.ts'
import { listCommands } from '../../app/list/listCommands.ts'
import { saveExport } from '../../app/userFiles.ts'
import type { CommandRecord } from '../../kit/keymap/Command.ts'
import { counted } from '../../kit/text/numbers.ts'
import { newBatch } from './BatchPage.tsx'
import type { GreetingsModel } from './GreetingsModel.ts'
import { newGreeting } from './newGreeting.ts'

/** Commands of the Greetings screen. */
export function greetingCommands(model: GreetingsModel): readonly CommandRecord[] {
	const { app } = model
	const needsGreeting = (): true | string => model.selected !== undefined || 'no greeting is selected'
	const needsListed = (): true | string => model.listed > 0 || 'there is nothing to export'
	const needsFailed = (): true | string =>
		model.selectedEntry?.progress.state === 'failed' || 'the selected row is not a failed greeting'
	const failed = model.selectedEntry?.progress.state === 'failed'
	const url = nodeUrl(app.state.status, 'greeting', model.selected?.id ?? '')
	return [
		{
			id: 'greetings.new',
			keys: ['n'],
			title: 'new greeting',
			description: 'Write a greeting.',
			footer: failed ? 5 : 1,
			run: () => newGreeting(app),
		},
		...listCommands(model, {
			id: 'greetings',
			open: {
				description: 'Open the selected greeting: its text, block, transaction and proof.',
				...(failed ? {} : { footer: 3 }),
				enabled: () => (model.inside === undefined ? needsGreeting() : 'it is already open'),
				run: () => {
					model.open(true)
					model.selectedFacts.load()
				},
			},
			filter: {
				description: 'Filter by words, `by:name` or `#id`, while you type.',
				placeholder: 'words · by:name · #id',
				footer: 6,
			},
			sort: {
				description: 'Newest first or oldest first.',
				run: () => {
					model.turn()
					app.toast('info', model.newestFirst ? 'newest first' : 'oldest first')
				},
			},
			follow: {
				description: 'Keep the newest greeting selected, or hold the selection.',
				enabled: () => model.newestFirst || 'the oldest is first',
			},
		}),
		{
			id: 'greetings.copy',
			keys: ['y'],
			title: 'copy text',
			description: 'Copy the text of the selected greeting, exactly as it is stored.',
			footer: 7,
			enabled: needsGreeting,
			run: () => app.copy(model.selected?.message ?? '', `greeting #${model.selected?.id}`),
		},
		{
			id: 'greetings.url',
			keys: ['U'],
			title: 'copy URL',
			description: 'Copy the URL of the greeting on the node.',
			enabled: () => url !== undefined || 'no greeting is selected, or the node has no REST listener',
			run: () => app.copy(url ?? '', 'URL'),
		},
		{
			id: 'greetings.owner',
			keys: ['o'],
			title: 'owner',
			description: 'Open the account of the owner.',
			footer: 8,
			enabled: needsGreeting,
			run: () => app.open('accounts', model.selected?.owner),
		},
		{
			id: 'greetings.tx',
			keys: ['t'],
			title: 'transaction',
			description: 'Open the transaction that made the greeting.',
			enabled: () => typeof model.facts?.tx === 'object' || 'its transaction is not known',
			run: () => {
				const tx = model.facts?.tx
				if (typeof tx === 'object') app.open('transactions', tx.hash)
			},
		},
		{
			id: 'greetings.verify',
			keys: ['v'],
			title: 'check proof',
			description: 'Ask for the proof of existence again and check it against the app hash.',
			enabled: needsGreeting,
			run: () => {
				if (model.selected !== undefined) model.selectedFacts.read(model.selected.id)
			},
		},
		{
			id: 'greetings.retry',
			keys: ['r'],
			title: retryTitle(model),
			description: 'Send a failed greeting again, with the fee the node asked for.',
			...(failed ? { footer: 1 } : {}),
			enabled: needsFailed,
			run: () => {
				if (model.selectedEntry !== undefined) app.outbox.retry(model.selectedEntry)
			},
		},
		{
			id: 'greetings.edit',
			keys: ['e'],
			title: 'edit',
			description: 'Put the text of a failed greeting into the form again.',
			...(failed ? { footer: 2 } : {}),
			enabled: needsFailed,
			run: () => {
				const entry = model.selectedEntry
				if (entry === undefined) return
				app.outbox.remove(entry)
				newGreeting(app, entry.label)
			},
		},
		{
			id: 'greetings.discard',
			keys: ['x', 'delete'],
			title: 'discard',
			description: 'Remove a failed greeting from the list.',
			...(failed ? { footer: 3 } : {}),
			enabled: needsFailed,
			run: () => {
				if (model.selectedEntry !== undefined) app.outbox.remove(model.selectedEntry)
			},
		},
		{
			id: 'greetings.export',
			keys: ['E'],
			title: 'export',
			description: 'Save the greetings of the list (all, or those of the filter) to a JSON file.',
			enabled: needsListed,
			run: () => exportGreetings(model, 'json'),
		},
		{
			id: 'greetings.export-csv',
			keys: ['C'],
			title: 'export as CSV',
			description: 'Save the greetings of the list (all, or those of the filter) to a CSV file.',
			enabled: needsListed,
			run: () => exportGreetings(model, 'csv'),
		},
		{
			id: 'greetings.batch',
			keys: ['B'],
			title: 'from a file',
			description: 'Send the lines of a file as greetings, each with its own state; continues where it stopped.',
			enabled: () => app.state.keys.some((key) => key.kind !== 'watch') || 'make a key first: it signs what you write',
			run: () => newBatch(app),
		},
	]
}

function retryTitle(model: GreetingsModel): string {
	const progress = model.selectedEntry?.progress
	const fee = progress?.state === 'failed' ? progress.requiredFee : undefined
	return fee === undefined ? 'retry' : `retry with ${fee}`
}

/** Saves the greetings of the list to `greetings.json` or `greetings.csv` in the folder of exports. */
async function exportGreetings(model: GreetingsModel, form: 'json' | 'csv'): Promise<void> {
	const { app, pages } = model
	const ids = model.matches ?? Array.from({ length: pages.count }, (_, id) => id)
	const greetings: Greeting[] = []
	for (const id of ids) {
		if (!pages.has(id)) await pages.load(id)
		const greeting = pages.get(id)
		if (greeting !== undefined) greetings.push(greeting)
	}
	const text = form === 'json' ? `${JSON.stringify(greetings, null, 2)}\n` : greetingsCsv(greetings)
	saveExport(app, `greetings.${form}`, text, counted(greetings.length, 'greeting'))
}

/** Greetings as CSV. A message that looks like a formula gets an apostrophe in front; the JSON export has the exact bytes. */
function greetingsCsv(greetings: readonly Greeting[]): string {
	return [
		csvRow(['id', 'owner', 'message']),
		...greetings.map(({ id, owner, message }) => csvRow([String(id), owner, message])),
	].join('')
}
