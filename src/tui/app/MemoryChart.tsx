import type { ReactElement } from 'react'
import { byteSize } from '../kit/text/byteSize.ts'
import { MeasuredChart } from './MeasuredChart.tsx'

/** Memory of the node's process, which is the whole program for an embedded node. */
export function MemoryChart(): ReactElement {
	return (
		<MeasuredChart
			title="Memory"
			pick={({ memory }) => (memory === 0 ? undefined : memory)}
			format={byteSize}
			remark={(values) => `${byteSize(values.at(-1) ?? 0)} now`}
		/>
	)
}
