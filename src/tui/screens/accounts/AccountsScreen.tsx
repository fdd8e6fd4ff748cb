import type { ReactElement } from 'react'
import { Split } from '../../kit/components/Split.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useChanges } from '../../kit/hooks/useModel.ts'
import { AccountInspector } from './AccountInspector.tsx'
import { AccountList } from './AccountList.tsx'
import { AccountPreview } from './AccountPreview.tsx'
import type { AccountsModel } from './AccountsModel.ts'
import { ReportTable } from './ReportTable.tsx'

/**
 * Least width that shows the inspector beside the list while the list has the focus, and while the inspector has it.
 */
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
	if (width < (open ? alwaysBesideFrom : besideFrom)) {
		return open ? <AccountInspector model={model} /> : <AccountList model={model} />
	}
	const inShort = !open && width < compareFrom && selected !== undefined && !model.isPasted
	return (
		<Split at={open ? narrowList(width) : Math.floor(width * (width < compareFrom ? 0.6 : 0.5))}>
			<AccountList model={model} />
			{inShort ? <AccountPreview model={model} address={selected} /> : <AccountInspector model={model} />}
		</Split>
	)
}
