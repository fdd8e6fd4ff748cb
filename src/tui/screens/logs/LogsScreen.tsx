import type { ReactElement } from 'react'
import { ListScreen } from '../../app/list/ListScreen.tsx'
import { useChanges } from '../../kit/hooks/useModel.ts'
import { counted } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { type LogsModel, logColumns } from './LogsModel.ts'
import { openLine } from './logsCommands.ts'

/** Logs: one line each, the newest at the foot. */
export function LogsScreen({ model }: { readonly model: LogsModel }): ReactElement {
	useChanges()
	const { app, list, area } = model
	return (
		<ListScreen
			model={model}
			title={counted(list.count, 'line')}
			remarks={[
				...(area === undefined ? [] : [safeText(area, 20)]),
				`${model.level} and above`,
				...(list.cursor.following ? [] : ['paused']),
			]}
			place=""
			columns={logColumns}
			empty={['', 'No lines of this level yet.', `${app.keyFor('logs.level')} shows other levels.`]}
			onOpen={() => openLine(model)}
		/>
	)
}
