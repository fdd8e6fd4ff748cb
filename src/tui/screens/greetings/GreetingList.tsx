import type { ReactElement } from 'react'
import { describeProgress, type OutboxEntry } from '../../app/Outbox.ts'
import { Panel } from '../../kit/components/Panel.tsx'
import { Table } from '../../kit/components/Table.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useChanges, useNow, useTheme } from '../../kit/hooks/useModel.ts'
import { highlight } from '../../kit/text/highlight.ts'
import { grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { age } from '../../kit/text/times.ts'
import type { Theme } from '../../kit/theme/Theme.ts'
import type { GreetingsModel } from './GreetingsModel.ts'

/** The greetings in a table; the user's pending ones come first. */
export function GreetingList({ model }: { readonly model: GreetingsModel }): ReactElement {
	useChanges()
	const place = model.rowCount === 0 ? '' : `${grouped(model.cursor.selected + 1)} of ${grouped(model.rowCount)}`
	const remarks = [
		...(model.filter === '' ? [] : [`/${safeText(model.filter, 24)}${model.scanning ? ' …' : ''}`]),
		...(model.newestFirst ? [] : ['oldest first']),
		...(model.following && model.filter === '' ? ['following'] : []),
		...(place === '' ? [] : [place]),
	]
	return (
		<Panel title={`Greetings ${grouped(model.pages.count)}`} remark={remarks.join(' · ')} active>
			<GreetingTable model={model} />
		</Panel>
	)
}

function GreetingTable({ model }: { readonly model: GreetingsModel }): ReactElement {
	const theme = useTheme()
	const now = useNow()
	const { width } = useArea()
	const owner = width >= 110 ? 24 : width >= 60 ? 12 : 8
	return (
		<Table
			cursor={model.cursor}
			count={model.rowCount}
			columns={[
				{ title: 'id', width: Math.max(3, grouped(model.pages.count).length), align: 'right' },
				{ title: 'owner', width: owner },
				{ title: 'message', width: 'flex' },
				{ title: 'age', width: 4, align: 'right' },
			]}
			row={(index) => {
				const row = model.row(index)
				if (row === undefined) return []
				return 'entry' in row ? entryCells(row.entry, theme) : greetingCells(model, row.id, { owner, theme, now })
			}}
			empty={
				model.filter === ''
					? ['', 'There are no greetings yet.', 'n writes the first greeting.']
					: ['', model.scanning ? 'Looking …' : 'No greeting matches.', 'Esc clears the filter.']
			}
			onSelect={() => {
				model.following = false
				model.selectedFacts.load()
			}}
			onOpen={() => model.open(true)}
		/>
	)
}

function entryCells({ progress, label, key }: OutboxEntry, theme: Theme): readonly string[] {
	const paint = progress.state === 'failed' ? theme.bad : progress.state === 'committed' ? theme.good : theme.accent
	const sign = { signing: '◌', 'in-mempool': '◌', committed: '✓', failed: '✗' }[progress.state]
	// The signs ◌ ✓ ✗: as such in a pattern they would stay in the bundle, whose text then takes two bytes a character.
	const state = paint(describeProgress(progress).replace(/^[\u25CC\u2713\u2717] /, ''))
	return [paint(sign), safeText(key, 24), `${safeText(label, 60)}  ${state}`, '']
}

function greetingCells(
	model: GreetingsModel,
	id: number,
	{ owner, theme, now }: { readonly owner: number; readonly theme: Theme; readonly now: number },
): readonly string[] {
	const greeting = model.pages.get(id)
	if (greeting === undefined) return [grouped(id), theme.muted('…'), '', '']
	const seen = model.seen.get(id)
	const mark = (text: string): string => highlight(text, model.words, theme.match)
	return [
		grouped(greeting.id),
		mark(model.app.shortName(greeting.owner, owner)),
		mark(safeText(greeting.message, 400)),
		seen === undefined ? '' : age(seen.time, now),
	]
}
