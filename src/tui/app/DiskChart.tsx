import type { ReactElement } from 'react'
import { byteSize } from '../kit/text/byteSize.ts'
import { MeasuredChart } from './MeasuredChart.tsx'

/** Bytes of the home's files; counted once a minute. */
export function DiskChart(): ReactElement {
	return (
		<MeasuredChart
			title="Disk"
			pick={({ disk }) => (disk === 0 ? undefined : disk)}
			format={byteSize}
			remark={(values) => `${byteSize(values.at(-1) ?? 0)} now`}
			as="chart2"
		/>
	)
}
