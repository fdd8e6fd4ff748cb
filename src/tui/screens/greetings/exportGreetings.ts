import type { Greeting } from '../../../client/index.ts'
import { csvRow } from '../../../util/csvRow.ts'
import { saveExport } from '../../app/saveExport.ts'
import { counted } from '../../kit/text/numbers.ts'
import type { GreetingsModel } from './GreetingsModel.ts'

/** Saves the greetings of the list to `greetings.json` or `greetings.csv` in the folder of exports. */
export async function exportGreetings(model: GreetingsModel, form: 'json' | 'csv'): Promise<void> {
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
