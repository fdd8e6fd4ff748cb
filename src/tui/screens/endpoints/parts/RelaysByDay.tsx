import type { ReactElement } from 'react'
import type { UsageStatement } from '../../../../client/index.ts'
import { Chart } from '../../../kit/components/Chart.tsx'
import { Panel } from '../../../kit/components/Panel.tsx'
import { countLabel } from './texts.ts'
import { relaysByDay } from './usage.ts'

/** Usage of the account on each day of the month. */
export function RelaysByDay({ statement }: { readonly statement: UsageStatement | undefined }): ReactElement {
	const days = statement === undefined ? [] : relaysByDay(statement)
	const day = (number: number): string => `${statement?.month ?? ''}-${String(number).padStart(2, '0')}`
	return (
		<Panel title="Relays by day" remark={statement === undefined ? '' : 'UTC'}>
			<Chart
				values={days}
				format={countLabel}
				ends={[day(1), days.length < 2 ? '' : day(days.length)]}
				bars
				empty="The first call of the month starts it."
			/>
		</Panel>
	)
}
