import type { ReactElement } from 'react'
import type { Greeting } from '../../../client/index.ts'
import { defineScreen } from '../../app/defineScreen.ts'
import { ListScreen } from '../../app/list/ListScreen.tsx'
import { describeProgress, type OutboxEntry } from '../../app/signing/Outbox.ts'
import { tabs } from '../../app/tabs.ts'
import type { Cell, ListColumn } from '../../kit/models/List.ts'
import { grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { age } from '../../kit/text/times.ts'
import { GreetingDetail } from './GreetingDetail.tsx'
import { GreetingsModel, type Row } from './GreetingsModel.ts'
import { greetingCommands } from './greetingsCommands.ts'

/** All greetings, the user's pending ones first; the selected one beside the list or in its place. */
export function GreetingsScreen({ model }: { readonly model: GreetingsModel }): ReactElement {
	return (
		<ListScreen
			model={model}
			title={model.isCounted ? `Greetings ${grouped(model.pages.count)}` : 'Greetings'}
			remarks={model.newestFirst ? [] : ['oldest first']}
			columns={(width) => greetingColumns(model, width)}
			empty={model.isCounted ? ['', 'There are no greetings yet.', 'n writes the first greeting.'] : ['', '◌ reading']}
			noMatch={['', model.scanning ? 'Looking …' : 'No greeting matches.', 'Esc clears the filter.']}
			onOpen={() => model.open(true)}
			detail={() => <GreetingDetail model={model} />}
			besideFrom={118}
			at={(width) => (width < 150 ? 0.58 : 0.5)}
		/>
	)
}

/** The columns of the list, at a width in cells. */
function greetingColumns(model: GreetingsModel, width: number): readonly ListColumn<Row>[] {
	const { app, pages, seen } = model
	const column = (
		place: Omit<ListColumn<Row>, 'text'>,
		ofGreeting: (greeting: Greeting, cell: Cell) => string,
		ofEntry: (entry: OutboxEntry, cell: Cell) => string = () => '',
		whileReading: (id: number, cell: Cell) => string = () => '',
	): ListColumn<Row> => ({
		...place,
		text: (row, cell) => {
			if ('entry' in row) return ofEntry(row.entry, cell)
			const greeting = pages.get(row.id)
			return greeting === undefined ? whileReading(row.id, cell) : ofGreeting(greeting, cell)
		},
	})
	return [
		column(
			{ id: 'id', width: Math.max(3, grouped(pages.count).length), align: 'right' },
			({ id }) => grouped(id),
			stateSign,
			grouped,
		),
		column(
			{ id: 'owner', width: width >= 110 ? 24 : width >= 60 ? 12 : 8 },
			({ owner }, { mark, cells }) => mark(app.shortName(owner, cells)),
			({ key }) => safeText(key, 24),
			(_, { theme }) => theme.muted('…'),
		),
		column(
			{ id: 'message', width: 'flex' },
			({ message }, { mark }) => mark(safeText(message, 400)),
			(entry, cell) => `${safeText(entry.label, 60)}  ${stateText(entry, cell)}`,
		),
		column({ id: 'age', width: 4, align: 'right' }, ({ id }, { now }) => {
			const made = seen.get(Number(id))
			return made === undefined ? '' : age(made.time, now)
		}),
	]
}

function statePaint({ progress }: OutboxEntry, { theme }: Cell): (text: string) => string {
	return progress.state === 'failed' ? theme.bad : progress.state === 'committed' ? theme.good : theme.accent
}

function stateSign(entry: OutboxEntry, cell: Cell): string {
	const sign = { signing: '◌', 'in-mempool': '◌', committed: '✓', failed: '✗' }[entry.progress.state]
	return statePaint(entry, cell)(sign)
}

function stateText(entry: OutboxEntry, cell: Cell): string {
	// The signs ◌ ✓ ✗: as such in a pattern they would stay in the bundle, whose text then takes two bytes a character.
	return statePaint(entry, cell)(describeProgress(entry.progress).replace(/^[\u25CC\u2713\u2717] /, ''))
}

/** All greetings, and writing one. */
export const greetingsScreen = defineScreen({
	...tabs.greetings,
	model: (app) => new GreetingsModel(app),
	commands: greetingCommands,
	Screen: GreetingsScreen,
})
