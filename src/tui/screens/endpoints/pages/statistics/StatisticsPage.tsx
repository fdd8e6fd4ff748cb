import type { ReactElement } from 'react'
import { Area } from '../../../../kit/components/Area.tsx'
import { Panel } from '../../../../kit/components/Panel.tsx'
import { Rows } from '../../../../kit/components/Rows.tsx'
import { useArea } from '../../../../kit/hooks/useArea.ts'
import { useChanges, useTheme } from '../../../../kit/hooks/useModel.ts'
import { filterRemark } from '../../../../kit/text/filterRemark.ts'
import { safeText } from '../../../../kit/text/safeText.ts'
import { rangeText } from '../../parts/StatisticsRange.ts'
import { StatisticsView } from '../../parts/StatisticsView.tsx'
import { MethodTable } from './MethodTable.tsx'
import type { StatisticsModel } from './StatisticsModel.ts'

const rangeWords = { day: '24 h', month: 'month', custom: 'custom' } as const

/** Statistics of an application in a time one chooses. */
export function StatisticsPage({ model }: { readonly model: StatisticsModel }): ReactElement {
	useChanges()
	const { application, range, list } = model
	return (
		<Panel
			title={`Statistics of ${safeText(application.name, 60)}`}
			remark={filterRemark(list, rangeText(range))}
			active
		>
			<Inside model={model} />
		</Panel>
	)
}

function Inside({ model }: { readonly model: StatisticsModel }): ReactElement {
	const theme = useTheme()
	const { width, height } = useArea()
	const { statistics, range } = model
	if (statistics === undefined) return <Rows lines={[theme.muted('…')]} />
	const choices = (['day', 'month', 'custom'] as const).map((kind) =>
		kind === range.kind ? theme.strong(`[${rangeWords[kind]}]`) : theme.muted(` ${rangeWords[kind]} `),
	)
	return (
		<>
			<Rows lines={[choices.join(' ')]} />
			<Area width={width} height={height - 1}>
				<StatisticsView statistics={statistics} methods={<MethodTable model={model} statistics={statistics} />} />
			</Area>
		</>
	)
}
