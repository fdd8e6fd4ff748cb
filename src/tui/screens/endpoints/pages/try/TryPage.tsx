import type { ReactElement } from 'react'
import { curlLines } from '../../../../../client/index.ts'
import { ListPanel } from '../../../../app/list/ListScreen.tsx'
import { Split } from '../../../../kit/components/layout.tsx'
import { Panel } from '../../../../kit/components/Panel.tsx'
import { useArea, useChanges, useTheme } from '../../../../kit/hooks/hooks.ts'
import type { ListColumn } from '../../../../kit/models/List.ts'
import { breakCells, middle } from '../../../../kit/text/cells.ts'
import { hint } from '../../../../kit/text/hints.ts'
import { safeText } from '../../../../kit/text/safeText.ts'
import type { Theme } from '../../../../kit/theme/Theme.ts'
import { ReplyPanel } from './ReplyPanel.tsx'
import type { TryModel } from './TryModel.ts'
import type { TryMethod } from './tryMethods.ts'

/** Least widths that show the descriptions of methods, and the longest of them. */
const wideFrom = 110
const widestFrom = 150

/** The console: the methods, the current call, and its reply. */
export function TryPage({ model }: { readonly model: TryModel }): ReactElement {
	useChanges()
	const { width } = useArea()
	return (
		<Split at={width >= widestFrom ? 64 : width >= wideFrom ? 56 : Math.min(42, Math.floor(width * 0.45))}>
			<MethodList model={model} />
			<CallAndReply model={model} />
		</Split>
	)
}

function MethodList({ model }: { readonly model: TryModel }): ReactElement {
	return (
		<ListPanel
			list={model.list}
			title="Methods"
			place=""
			active={!model.inReply}
			header={false}
			columns={columns}
			onOpen={() => model.app.attempt(() => model.send())}
		/>
	)
}

const columns: readonly ListColumn<TryMethod>[] = [
	{ id: 'method', width: 'flex', text: ({ name }, { mark, cells }) => mark(middle(name, cells)) },
	{ id: 'about', width: 16, from: 46, text: ({ about }, { mark, theme }) => theme.muted(mark(about)) },
]

function CallAndReply({ model }: { readonly model: TryModel }): ReactElement {
	const theme = useTheme()
	const { width, height } = useArea()
	const most = Math.floor(height / 2)
	const rows = callRows(model, theme, width - 4, most - 2)
	return (
		<Split rows at={Math.min(rows.length + 2, most)}>
			<Panel title={model.method.name} rows={() => rows} />
			<ReplyPanel model={model} />
		</Split>
	)
}

/** The parameters, and the curl line if all of it fits, because half of one is useless and the reply needs the rows. */
function callRows(model: TryModel, theme: Theme, width: number, most: number): readonly string[] {
	const parameters = [
		theme.muted('parameters'),
		...breakCells(safeText(model.parameters.text(model.method), 4_000), width),
	]
	const curl = curlLines(model.call).flatMap((line) => breakCells(safeText(line, 8_000), width))
	const whole = [...parameters, '', theme.muted('as a curl line'), ...curl]
	return whole.length <= most ? whole : [...parameters, hint(theme, 'c', 'copies it as a curl line')]
}
