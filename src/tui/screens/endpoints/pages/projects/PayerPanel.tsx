import type { ReactElement } from 'react'
import { useTuiApp } from '../../../../app/TuiAppContext.ts'
import { Details } from '../../../../kit/components/Details.tsx'
import { Panel } from '../../../../kit/components/Panel.tsx'
import { useArea } from '../../../../kit/hooks/useArea.ts'
import { useTheme } from '../../../../kit/hooks/useModel.ts'
import { middle } from '../../../../kit/text/cells.ts'
import { safeText } from '../../../../kit/text/safeText.ts'
import { billText, freeTierText } from '../../parts/usage.ts'
import type { ProjectsModel } from './ProjectsModel.ts'

/** Rows the panel takes. */
export const payerRows = 7

/** The account in use: its plan, what it used this month, and where the service is. */
export function PayerPanel({ model }: { readonly model: ProjectsModel }): ReactElement {
	return (
		<Panel title="Account" remark={model.statement?.month ?? ''}>
			<PayerDetails model={model} />
		</Panel>
	)
}

function PayerDetails({ model }: { readonly model: ProjectsModel }): ReactElement | null {
	const theme = useTheme()
	const { amounts } = useTuiApp()
	const room = useArea().width - 11
	const { account, statement } = model
	if (account === undefined || statement === undefined) return null
	return (
		<Details
			rows={[
				['e-mail', safeText(account.email, 100)],
				['plan', account.plan === 'enterprise' ? 'enterprise' : 'pay as you go'],
				['free tier', freeTierText(statement, theme, room)],
				['bill', billText(statement, theme, amounts)],
				['service', middle(safeText(model.url, 200), Math.max(8, room))],
			]}
		/>
	)
}
