import type { ReactElement } from 'react'
import type { UsageStatement } from '../../../../../client/index.ts'
import { useTuiApp } from '../../../../app/TuiAppContext.ts'
import { ItemTable } from '../../../../kit/components/ItemTable.tsx'
import { Panel } from '../../../../kit/components/Panel.tsx'
import { Prose } from '../../../../kit/components/Prose.tsx'
import { Rows } from '../../../../kit/components/Rows.tsx'
import { Split } from '../../../../kit/components/Split.tsx'
import { Stack } from '../../../../kit/components/Stack.tsx'
import { useArea } from '../../../../kit/hooks/useArea.ts'
import { useChanges, useTheme } from '../../../../kit/hooks/useModel.ts'
import { usePlain } from '../../../../kit/hooks/usePlain.ts'
import { detailRows } from '../../../../kit/text/detailRows.ts'
import { filterRemark } from '../../../../kit/text/filterRemark.ts'
import { grouped } from '../../../../kit/text/numbers.ts'
import { safeText } from '../../../../kit/text/safeText.ts'
import { RelaysByDay } from '../../parts/RelaysByDay.tsx'
import { billRows } from './billRows.ts'
import type { StatementModel } from './StatementModel.ts'

/** Least width that shows the days beside the applications, and least height that shows them above. */
const besideFrom = 110
const chartFrom = 24
const chartRows = 8

/** The bill of a month, the days, and which application used how much. */
export function StatementPage({ model }: { readonly model: StatementModel }): ReactElement {
	useChanges()
	const theme = useTheme()
	const { amounts } = useTuiApp()
	const plain = usePlain()
	const { width, height } = useArea()
	const { statement } = model
	if (statement === undefined) {
		return (
			<Panel title="Statement">
				<Prose text="…" as="muted" />
			</Panel>
		)
	}
	const beside = width >= besideFrom && !plain
	const withChart = !beside && height >= chartFrom && !plain
	// Without a chart, a line of blocks shows the days.
	const lines = detailRows(
		theme,
		billRows(statement, { theme, width: width - 4 }, { amounts: amounts, withDays: !beside && !withChart }),
		width - 4,
	)
	const bill = (
		<Panel title={`Statement ${statement.month}`} remark="UTC">
			<Rows lines={lines} />
		</Panel>
	)
	const applications = <ApplicationTable model={model} statement={statement} />
	const days = <RelaysByDay statement={statement} />
	return (
		<Stack
			parts={[
				{ key: 'bill', rows: lines.length + 2, child: bill },
				...(withChart ? [{ key: 'days', rows: chartRows, child: days }] : []),
				{
					key: 'applications',
					rows: 'rest',
					child: beside ? (
						<Split at={0.5}>
							{applications}
							{days}
						</Split>
					) : (
						applications
					),
				},
			]}
		/>
	)
}

function ApplicationTable({
	model,
	statement,
}: {
	readonly model: StatementModel
	readonly statement: UsageStatement
}): ReactElement {
	const { list } = model
	return (
		<Panel title="By application" remark={filterRemark(list)} active>
			<ItemTable
				list={list}
				columns={[
					{ title: 'application', width: 'flex', id: 'name' },
					{ title: 'relays', width: 16, align: 'right', id: 'relays' },
					{ title: 'share', width: 7, align: 'right' },
				]}
				row={({ name, relays }, mark) => {
					const share = statement.relays === 0 ? 0 : (relays / statement.relays) * 100
					return [mark(safeText(name, 100)), grouped(relays), `${share.toFixed(1)} %`]
				}}
				empty={['There were no calls in this month.']}
			/>
		</Panel>
	)
}
