import type { ReactElement } from 'react'
import { Panel } from '../../kit/components/Panel.tsx'
import { Rows } from '../../kit/components/Rows.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useNow, useTheme } from '../../kit/hooks/useModel.ts'
import { fitCells } from '../../kit/text/cells.ts'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { bar } from '../../kit/text/sparkline.ts'
import { age } from '../../kit/text/times.ts'
import type { HomeModel } from './HomeModel.ts'

/** The newest blocks, if there is room for more than a few. */
export function NewestBlocks({ model }: { readonly model: HomeModel }): ReactElement {
	return (
		<Panel title="Blocks">
			<BlockRows model={model} />
		</Panel>
	)
}

function BlockRows({ model }: { readonly model: HomeModel }): ReactElement {
	const theme = useTheme()
	const now = useNow()
	const { height } = useArea()
	const { list } = model.app.pulses
	const most = Math.max(1, ...list.map((pulse) => pulse.gas))
	const lines = list
		.slice(-height)
		.reverse()
		.map((pulse) => {
			const when = age(new Date(pulse.time).toISOString(), now).padStart(4)
			const txs = pulse.txs === 0 ? theme.muted('empty') : counted(pulse.txs, 'tx')
			const gas = pulse.gas === 0 ? '' : theme.chart2(bar(pulse.gas, most, 10).replaceAll('░', ' '))
			return `${grouped(pulse.height).padStart(8)} ${theme.muted(when)}  ${fitCells(txs, 8)} ${gas}`
		})
	return <Rows lines={lines} />
}
