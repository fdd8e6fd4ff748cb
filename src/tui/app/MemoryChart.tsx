import type { ReactElement } from 'react'
import { byteSize } from '../kit/text/byteSize.ts'
import { MeasuredChart } from './MeasuredChart.tsx'

/** Memory of the node's process: of the whole program where the node is in it. */
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
