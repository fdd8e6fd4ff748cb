import type { ReactElement } from 'react'
import { curlLines, type EndpointStatistics } from '../../../../client/index.ts'
import { ListPanel } from '../../../app/list/ListScreen.tsx'
import { shownName } from '../../../app/names/shownName.ts'
import { StaticTable } from '../../../kit/components/ListTable.tsx'
import { Split, Stack } from '../../../kit/components/layout.tsx'
import { Panel } from '../../../kit/components/Panel.tsx'
import { Prose } from '../../../kit/components/Prose.tsx'
import { useArea, useChanges, usePlain, useTheme } from '../../../kit/hooks/hooks.ts'
import { breakCells, wrapCells } from '../../../kit/text/cells.ts'
import { type Detail, detailRows } from '../../../kit/text/detailRows.ts'
import { linkText } from '../../../kit/text/linkText.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { Theme } from '../../../kit/theme/Theme.ts'
import { methodColumns, StatisticsView } from '../parts/StatisticsView.tsx'
import { protectionText } from '../parts/texts.ts'
import { billText, freeTierText } from '../parts/usage.ts'
import { type ApplicationModel, keyColumns } from './ApplicationModel.ts'

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
			<Panel
				title={`${shownName(project.name)} › ${safeText(application.name, 60)}`}
				remark={application.network}
				rows={() => rows}
			/>
		),
	}
	const keys = (
		<ListPanel
			list={model.list}
			title={`Keys ${model.workingKeys}`}
			columns={keyColumns}
			empty={model.seesKeys === true ? ['There is no key. n makes one.'] : [`Keys are not shown: ${model.seesKeys}.`]}
		/>
	)
	const day = <DayPanel model={model} />
	if (beside) {
		// Shows how to call it, if there is room.
		const curl = curlLines(model.call).flatMap((line) => breakCells(safeText(line, 2_000), column))
		const call = <Panel title="Call it" remark="c copies" rows={() => curl} />
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

/** Facts of an application: URL, callers, payer, and notices for its owner. */
function applicationRows(model: ApplicationModel, theme: Theme, width: number): readonly string[] {
	const { application, statement, isMine, app } = model
	const { url, description, origins, ips, rateLimit, warnings, notices } = application
	const list = (entries: readonly string[]): string =>
		entries.length === 0 ? theme.muted('any') : safeText(entries.join('  '), 400)
	const rows: readonly Detail[] = [
		['URL', linkText(app.links, url)],
		...(description === '' ? [] : [['about', safeText(description, 500)] as const]),
		['callers need', protectionText(application)],
		['origins', list(origins)],
		['IPs', list(ips)],
		...(rateLimit === null ? [] : [['rate limit', `${rateLimit} calls a second`] as const]),
		statement === undefined
			? ['bill', theme.muted(isMine ? '…' : 'paid by the owner of the project')]
			: [
					'free tier',
					`${freeTierText(statement, theme, width - 30)} · bill ${billText(statement, theme, model.app.amounts)}`,
				],
	]
	const told = (sign: string, texts: readonly string[]): readonly string[] =>
		texts.flatMap((text) => wrapCells(`${sign} ${safeText(text, 300)}`, width)).map(theme.warn)
	return [...detailRows(theme, rows, width), ...told('✗', warnings), ...told('!', notices)]
}

/** The last 24 hours of an application. */
function DayPanel({ model }: { readonly model: ApplicationModel }): ReactElement {
	const { statistics } = model
	return (
		<Panel title="Last 24 hours" remark="v more">
			{statistics === undefined ? (
				<Prose text="…" as="muted" />
			) : (
				<StatisticsView statistics={statistics} methods={<MethodRows statistics={statistics} />} />
			)}
		</Panel>
	)
}

/** The methods called most, to look at only. */
function MethodRows({ statistics }: { readonly statistics: EndpointStatistics }): ReactElement {
	return <StaticTable columns={methodColumns(() => statistics.total)} rows={statistics.methods} />
}
