import type { ReactElement } from 'react'
import { Throughput } from '../../app/Throughput.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { counted } from '../../kit/text/numbers.ts'
import type { HomeModel } from './HomeModel.ts'

/** Transactions and gas a second. */
export function ThroughputPanel({ model }: { readonly model: HomeModel }): ReactElement {
	return (
		<Panel title="Throughput" remark={`last ${counted(model.app.pulses.list.length, 'block')}`}>
			<Throughput />
		</Panel>
	)
}
