import type { ReactElement } from 'react'
import { defineScreen } from '../../app/defineScreen.ts'
import { ListScreen } from '../../app/list/ListScreen.tsx'
import { tabs } from '../../app/tabs.ts'
import { useArea, useChanges } from '../../kit/hooks/hooks.ts'
import { counted } from '../../kit/text/numbers.ts'
import { AccountInspector } from './AccountInspector.tsx'
import { AccountPreview } from './AccountPreview.tsx'
import { AccountsModel } from './AccountsModel.ts'
import { accountColumns } from './accountColumns.ts'
import { accountCommands } from './accountsCommands.ts'
import { ReportTable } from './report/ReportTable.tsx'

/** Least width that shows the inspector beside the list, while the list has the focus and while it has it itself. */
const besideFrom = 100
const alwaysBesideFrom = 150
/** Below this width the list has a summary of the account beside it. */
const compareFrom = 136
/** Cells of the list beside the inspector: a name and the ends of its address. */
function narrowList(width: number): number {
	return Math.max(30, Math.min(40, Math.floor(width * 0.2)))
}

/** Accounts: addresses, and the selected account in generations 8 and 9 of the legacy REST. */
export function AccountsScreen({ model }: { readonly model: AccountsModel }): ReactElement {
	useChanges()
	const { width } = useArea()
	const { selected, report } = model
	if (report !== undefined) return <ReportTable model={model} report={report} />
	const open = model.detailOpen && (selected !== undefined || model.view === 'check')
	const inShort = !open && width < compareFrom && selected !== undefined && !model.isPasted
	const { app, list } = model
	const ours = app.state.keys.filter(({ kind }) => kind !== 'acting').length
	return (
		<ListScreen
			model={model}
			title={counted(list.all.length, 'account')}
			place={ours === 0 ? '' : `${counted(ours, 'key')} of yours`}
			columns={accountColumns(model)}
			empty={[
				'',
				'No address yet.',
				`${app.keyFor('accounts.find')} looks at one, ${app.keyFor('accounts.paste')} compares pasted JSON.`,
			]}
			onOpen={() => model.open()}
			detail={() =>
				inShort ? <AccountPreview model={model} address={selected} /> : <AccountInspector model={model} />
			}
			besideFrom={open ? alwaysBesideFrom : besideFrom}
			at={open ? narrowList(width) : width < compareFrom ? 0.6 : 0.5}
		/>
	)
}

/** Accounts as the legacy REST of both generations writes them. */
export const accountsScreen = defineScreen({
	...tabs.accounts,
	model: (app) => new AccountsModel(app),
	commands: accountCommands,
	Screen: AccountsScreen,
})
