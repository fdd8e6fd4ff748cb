import type { ReactElement } from 'react'
import { defineScreen } from '../../app/defineScreen.ts'
import { ListScreen } from '../../app/list/ListScreen.tsx'
import { tabs } from '../../app/tabs.ts'
import { useChanges } from '../../kit/hooks/hooks.ts'
import { counted } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { LogsModel, logColumns } from './LogsModel.ts'
import { logCommands, openLine } from './logsCommands.ts'

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

/** Logs of node and app. */
export const logsScreen = defineScreen({
	...tabs.logs,
	model: (app) => new LogsModel(app),
	commands: logCommands,
	Screen: LogsScreen,
})
