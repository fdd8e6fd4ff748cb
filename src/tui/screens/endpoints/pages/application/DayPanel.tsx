import type { ReactElement } from 'react'
import { Panel } from '../../../../kit/components/Panel.tsx'
import { Prose } from '../../../../kit/components/Prose.tsx'
import { StatisticsView } from '../../parts/StatisticsView.tsx'
import type { ApplicationModel } from './ApplicationModel.ts'
import { MethodRows } from './MethodRows.tsx'

/** The last 24 hours of an application. */
export function DayPanel({ model }: { readonly model: ApplicationModel }): ReactElement {
	const { statistics } = model
	return (
		<Panel title="Last 24 hours" remark="v more">
			{statistics === undefined ? (
				<Prose text="…" as="muted" />
			) : (
				<StatisticsView statistics={statistics} methods={<MethodRows statistics={statistics} />} />
			)}
		</Panel>
	)
}
