import type { ReactElement } from 'react'
import type { UsageStatement } from '../../../../client/EndpointsClient.ts'
import { Chart } from '../../../kit/components/Chart.tsx'
import { Panel } from '../../../kit/components/Panel.tsx'
import { short } from '../../../kit/text/numbers.ts'
import { relaysByDay } from './usage.ts'

/** What the account used on each day of the month. */
export function RelaysByDay({ statement }: { readonly statement: UsageStatement | undefined }): ReactElement {
	const days = statement === undefined ? [] : relaysByDay(statement)
	return (
		<Panel title="Relays by day" remark={statement === undefined ? '' : `${statement.month}, UTC`}>
			<Chart
				values={days}
				combine="sum"
				format={short}
				ends={['1', days.length < 2 ? '' : String(days.length)]}
				bars
				empty="The first call of the month begins it."
			/>
		</Panel>
	)
}
