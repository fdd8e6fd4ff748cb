import type { ReactElement } from 'react'
import { listenerWords, msText, outcomeOf, whatOf } from '../../../client/index.ts'
import { JsonView } from '../../kit/components/JsonView.tsx'
import { Split } from '../../kit/components/layout.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { Prose } from '../../kit/components/Prose.tsx'
import { Rows } from '../../kit/components/Rows.tsx'
import { useArea, useChanges, useTheme } from '../../kit/hooks/hooks.ts'
import { cellWidth, fitCells } from '../../kit/text/cells.ts'
import { detailRows } from '../../kit/text/detailRows.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { absolute } from '../../kit/text/times.ts'
import type { Theme } from '../../kit/theme/Theme.ts'
import type { OpenedRequest, RequestPart } from './OpenedRequest.ts'
import type { RequestsModel } from './RequestsModel.ts'

/** Least height that shows request and reply above each other. */
const bothFrom = 30

/** A request and its reply, opened or only looked at. */
export function RequestDetails({
	model,
	reading,
}: {
	readonly model: RequestsModel
	readonly reading: OpenedRequest
}): ReactElement {
	useChanges()
	const isOpen = model.reading === reading
	const names = reading.parts.map(({ id }) => (id === reading.front.id ? `[${words[id]}]` : words[id]))
	const strip = names.join(' ')
	const { width } = useArea()
	// The parts stay in sight, however long the path is.
	const room = Math.max(8, Math.min(60, width - strip.length - 10))
	const title = safeText(whatOf(reading.summary), 300)
	return (
		<Panel title={fitCells(title, Math.min(room, cellWidth(title)))} remark={strip} active={isOpen}>
			<Inside reading={reading} isOpen={isOpen} />
		</Panel>
	)
}

const words: Readonly<Record<RequestPart['id'], string>> = {
	reply: 'reply',
	request: 'request',
	headers: 'headers',
	again: 'sent again',
}

function Inside({ reading, isOpen }: { readonly reading: OpenedRequest; readonly isOpen: boolean }): ReactElement {
	const theme = useTheme()
	const { width, height } = useArea()
	const { front, reply, request } = reading
	const head = [...headRows(reading, theme, width), '']
	const both = height >= bothFrom && request.text !== '' && front.id !== 'headers'
	const below = front === request ? reply : front
	return (
		<Split rows at={head.length}>
			<Rows lines={head} />
			{both ? (
				<Split rows at={0.35}>
					<Part part={request} active={isOpen && front === request} />
					<Part part={below} active={isOpen && front === below} />
				</Split>
			) : (
				<Part part={front} active={isOpen} />
			)}
		</Split>
	)
}

/** A part under its heading. */
function Part({ part, active }: { readonly part: RequestPart; readonly active: boolean }): ReactElement {
	const theme = useTheme()
	const { width } = useArea()
	const remark = part.remark === '' ? '' : `  ${theme.muted(part.remark)}`
	const title = `${(active ? theme.accent : theme.strong)(words[part.id])}${remark}`
	return (
		<Split rows at={1}>
			<Rows lines={[fitCells(title, Math.min(width, cellWidth(title)))]} />
			{part.tree !== undefined ? (
				<JsonView tree={part.tree} active={active} />
			) : part.text === '' ? (
				<Rows lines={[theme.muted('nothing')]} />
			) : (
				<Prose text={part.text} scroll={part.scroll} />
			)}
		</Split>
	)
}

function headRows({ summary }: OpenedRequest, theme: Theme, width: number): readonly string[] {
	const outcome = outcomeOf(summary)
	const status = summary.status === 0 || outcome.text === String(summary.status) ? '' : ` (HTTP ${summary.status})`
	const agent = summary.agent === '' ? '' : ` · ${safeText(summary.agent, 64)}`
	const asked = summary.method === 'gRPC' ? summary.path.slice(1) : `${summary.method} ${summary.path}`
	return detailRows(
		theme,
		[
			['asked', `${safeText(asked, 600)}  ${theme.muted(listenerWords[summary.listener])}`],
			[
				'status',
				`${(outcome.bad ? theme.bad : theme.good)(`${outcome.bad ? '✗' : '✓'} ${outcome.text}${status}`)} in ${msText(summary.ms)} ms`,
			],
			['when', absolute(summary.time)],
			['from', `${safeText(summary.from, 64)}${agent}`],
		],
		width,
	)
}
