import type { ReactElement } from 'react'
import { curlLines } from '../../../../../client/index.ts'
import { Panel } from '../../../../kit/components/Panel.tsx'
import { Rows } from '../../../../kit/components/Rows.tsx'
import { Split } from '../../../../kit/components/Split.tsx'
import { Stack } from '../../../../kit/components/Stack.tsx'
import { useArea } from '../../../../kit/hooks/useArea.ts'
import { useChanges, useTheme } from '../../../../kit/hooks/useModel.ts'
import { usePlain } from '../../../../kit/hooks/usePlain.ts'
import { breakCells } from '../../../../kit/text/cells.ts'
import { safeText } from '../../../../kit/text/safeText.ts'
import type { ApplicationModel } from './ApplicationModel.ts'
import { applicationRows } from './applicationRows.ts'
import { DayPanel } from './DayPanel.tsx'
import { KeyTable } from './KeyTable.tsx'

/** Least width that shows the statistics beside the rest. */
const besideFrom = 110
/** Rows the keys keep at least, and the statistics. */
const leastKeys = 6
const leastDay = 6

/** One application: how it is called, its keys, and the last 24 hours. */
export function ApplicationPage({ model }: { readonly model: ApplicationModel }): ReactElement {
	useChanges()
	const theme = useTheme()
	const plain = usePlain()
	const { width, height } = useArea()
	const beside = width >= besideFrom && !plain
	const column = (beside ? Math.floor(width * 0.56) : width) - 4
	const rows = applicationRows(model, theme, column)
	const top = Math.min(rows.length + 2, Math.max(leastKeys, height - 5))
	const { project, application } = model
	const details = {
		key: 'details',
		rows: top,
		child: (
			<Panel title={`${safeText(project.name, 40)} › ${safeText(application.name, 60)}`} remark={application.network}>
				<Rows lines={rows} />
			</Panel>
		),
	}
	const keys = <KeyTable model={model} />
	const day = <DayPanel model={model} />
	if (beside) {
		// Shows how to call it, if there is room.
		const curl = curlLines(model.call).flatMap((line) => breakCells(safeText(line, 2_000), column))
		const call = (
			<Panel title="Call it" remark="c copies">
				<Rows lines={curl} />
			</Panel>
		)
		return (
			<Split at={0.56}>
				<Stack
					parts={[
						details,
						{ key: 'keys', rows: 'rest', child: keys },
						...(height - top >= curl.length + 14 ? [{ key: 'call', rows: curl.length + 2, child: call }] : []),
					]}
				/>
				{day}
			</Split>
		)
	}
	const left = height - top
	const wanted = Math.max(leastKeys, model.list.all.length + 3)
	if (left < leastKeys + leastDay - 1 && !plain) {
		return <Stack parts={[details, { key: 'keys', rows: 'rest', child: keys }]} />
	}
	return (
		<Stack
			parts={[
				details,
				{ key: 'keys', rows: Math.min(wanted, left - leastDay), child: keys },
				{ key: 'day', rows: 'rest', child: day },
			]}
		/>
	)
}
