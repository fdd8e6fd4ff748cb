import type { ReactElement } from 'react'
import { ListPanel } from '../../app/list/ListScreen.tsx'
import { fewTxColumns, txColumns } from '../../app/list/txColumns.ts'
import { useChanges } from '../../kit/hooks/hooks.ts'
import type { HomeModel } from './HomeModel.ts'

/** The latest transactions, newest first. */
export function LatestPanel({ model }: { readonly model: HomeModel }): ReactElement {
	useChanges()
	const { app } = model
	return (
		<ListPanel
			list={model.list}
			title="Latest"
			header={false}
			columns={txColumns(app, fewTxColumns)}
			empty={
				model.isRead
					? ['', 'This chain has no transactions yet.', `${app.keyFor('home.greet')} writes the first greeting.`]
					: ['', '◌ reading']
			}
			onOpen={() => app.open('transactions', model.list.selected?.hash)}
		/>
	)
}
