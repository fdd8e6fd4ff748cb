import type { ReactElement } from 'react'
import { Panel } from '../../kit/components/Panel.tsx'
import { Rows } from '../../kit/components/Rows.tsx'
import { Split } from '../../kit/components/Split.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useChanges, useTheme } from '../../kit/hooks/useModel.ts'
import { usePlain } from '../../kit/hooks/usePlain.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { EndpointsModel } from './EndpointsModel.ts'
import { problemRows } from './problemRows.ts'
import { ServiceOff } from './ServiceOff.tsx'

/** Rows a page needs to be worth showing under what went wrong. */
const leastRows = 6

/** Private endpoints: the current page, or the reason there is none. */
export function EndpointsScreen({ model }: { readonly model: EndpointsModel }): ReactElement {
	useChanges()
	const theme = useTheme()
	const plain = usePlain()
	const { width, height } = useArea()
	if (model.service === undefined) return <ServiceOff model={model} />
	const { problem, page } = model
	const { isRead, crumb } = page.model
	if (problem === undefined) {
		if (isRead) return page.view()
		return (
			<Panel title={crumb === '' ? 'Private endpoints' : safeText(crumb, 80)}>
				<Rows lines={[theme.accent('◌ asking the endpoint service')]} />
			</Panel>
		)
	}
	const rows = problemRows(theme, problem, width - 4)
	const top = Math.min(height, rows.length + 2)
	const failed = (
		<Panel title="That failed" height={top}>
			<Rows lines={rows} />
		</Panel>
	)
	// Earlier content stays visible if there is room.
	if (!isRead || (height - top < leastRows && !plain)) return failed
	return (
		<Split rows at={top}>
			{failed}
			{page.view()}
		</Split>
	)
}
