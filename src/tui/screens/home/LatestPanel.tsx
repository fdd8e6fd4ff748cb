import type { ReactElement } from 'react'
import { txLine } from '../../app/format/txLine.ts'
import { Panel } from '../../kit/components/Panel.tsx'
import { Table } from '../../kit/components/Table.tsx'
import { useNow, useTheme } from '../../kit/hooks/useModel.ts'
import { grouped } from '../../kit/text/numbers.ts'
import { age } from '../../kit/text/times.ts'
import type { HomeModel } from './HomeModel.ts'

/** The latest transactions, newest first. */
export function LatestPanel({ model }: { readonly model: HomeModel }): ReactElement {
	const { app } = model
	const theme = useTheme()
	const now = useNow()
	return (
		<Panel title="Latest" active>
			<Table
				header={false}
				cursor={model.cursor}
				count={model.latest.length}
				columns={[
					{ title: 'block', width: 8, align: 'right' },
					{ title: 'age', width: 4, align: 'right' },
					{ title: '', width: 1 },
					{ title: 'kind', width: 8 },
					{ title: 'who', width: 12 },
					{ title: 'what', width: 'flex' },
				]}
				row={(index) => {
					const tx = model.latest[index]
					if (tx === undefined) return []
					const summary = txLine(tx, (address) => app.shortName(address, 12), app.amounts)
					return [
						grouped(tx.height),
						age(tx.time, now),
						summary.failed ? theme.bad('✗') : theme.good('✓'),
						summary.kind,
						summary.who,
						summary.what,
					]
				}}
				empty={
					model.isRead
						? ['', 'This chain has no transactions yet.', `${app.keyFor('home.greet')} writes the first greeting.`]
						: ['', '◌ reading']
				}
				onOpen={() => app.open('transactions', model.latest[model.cursor.selected]?.hash)}
			/>
		</Panel>
	)
}
