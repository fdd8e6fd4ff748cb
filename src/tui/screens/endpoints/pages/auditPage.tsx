import type { ReactElement } from 'react'
import type { AuditEntry, EndpointsProject } from '../../../../client/index.ts'
import { Stack } from '../../../kit/components/layout.tsx'
import { Panel } from '../../../kit/components/Panel.tsx'
import { useArea, useChanges, useTheme } from '../../../kit/hooks/hooks.ts'
import { type Detail, detailRows } from '../../../kit/text/detailRows.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'
import { type ListPage, listPage } from '../ListPage.tsx'
import type { Page } from '../PageModel.ts'
import { ago, when } from '../parts/texts.ts'

const perPage = 100
/** Least height that shows the complete selected entry below the list. */
const entryFrom = 14

/** Changes with actor and time, newest first, of a project or of all the account owns; older ones load at the end. */
export function auditPage(model: EndpointsModel, project: EndpointsProject | undefined): Page {
	let isWhole = false
	let isReading = false
	const read = async (before?: number): Promise<readonly AuditEntry[]> => {
		const { client } = model
		const page = { limit: perPage, ...(before === undefined ? {} : { before }) }
		const entries = await (project === undefined ? client.accountAudit(page) : client.projectAudit(project.id, page))
		isWhole = entries.length < perPage
		return entries
	}
	const page: Page = listPage<AuditEntry>(model, {
		crumb: 'audit log',
		operation: 'accountAudit',
		read: () => read(),
		keyOf: ({ id }) => id,
		texts: ({ actor, action, detail }) => [actor, action, detailText(detail)],
		changed: () => {
			const { list, append } = parts()
			const last = list.shown.at(-1)
			if (isWhole || isReading || last === undefined || list.cursor.selected < list.shown.length - 1) return
			isReading = true
			const end = () => {
				isReading = false
			}
			model.app.attempt(async () => {
				append(await read(list.all.at(-1)?.at))
				end()
			}, end)
		},
		columns: () => [
			{ id: 'at', title: 'when', width: 9, text: ({ at }, { now }) => ago(at, now) },
			{ id: 'actor', title: 'who', width: 24, text: ({ actor }, { mark }) => mark(safeText(actor)) },
			{ id: 'action', title: 'what', width: 22, text: ({ action }, { mark }) => mark(safeText(action)) },
			{
				id: 'detail',
				width: 'flex',
				from: 64,
				text: ({ detail }, { mark, theme }) => theme.muted(mark(detailText(detail))),
			},
		],
		title: () => `Audit log of ${project === undefined ? 'everything you own' : safeText(project.name, 60)}`,
		remarks: (rows) => (isWhole ? [] : [`${rows.length}+`]),
		empty: ['There are no changes yet.'],
		subject: (row) => ({ row: row && { ...row }, values: {}, none: 'there is no entry' }),
		actions: (entry) => ({
			audit: { can: () => 'this is the audit log', run: () => {} },
			copy: {
				title: 'copy entry',
				footer: 1,
				can: () => entry !== undefined || 'there is no entry',
				run: () => model.app.copy(JSON.stringify(entry), 'entry'),
			},
		}),
		around: ({ list, page: shown }) => <Around list={list} page={shown} />,
	})
	const parts = () => {
		const shown = page.model as ListPage<AuditEntry>
		return { list: shown.list, append: (rows: readonly AuditEntry[]) => shown.append(rows) }
	}
	return page
}

function Around({ list, page }: { readonly list: ReactElement; readonly page: ListPage<AuditEntry> }): ReactElement {
	useChanges()
	const theme = useTheme()
	const { width, height } = useArea()
	const entry = page.list.selected
	const rows = entry === undefined ? [] : detailRows(theme, entryRows(entry), width - 4)
	const foot = height >= entryFrom && rows.length > 0 ? Math.min(rows.length + 2, Math.floor(height / 2)) : 0
	const inFull = <Panel title="Entry" rows={() => rows} />
	return (
		<Stack
			parts={[
				{ key: 'list', rows: 'rest', child: list },
				...(foot === 0 ? [] : [{ key: 'entry', rows: foot, child: inFull }]),
			]}
		/>
	)
}

/** Subject of a change in one line. */
function detailText(detail: AuditEntry['detail']): string {
	const parts = Object.entries(detail).map(
		([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
	)
	return safeText(parts.join('  '), 300)
}

/** All of a change. */
function entryRows(entry: AuditEntry): readonly Detail[] {
	return [
		['when', when(entry.at)],
		['who', safeText(entry.actor, 200)],
		['what', safeText(entry.action, 60)],
		...(entry.projectId === null ? [] : [['project', safeText(entry.projectId, 60)] as const]),
		...(entry.applicationId === null ? [] : [['application', safeText(entry.applicationId, 60)] as const]),
		...Object.entries(entry.detail).map(
			([name, value]): Detail => [
				safeText(name, 30),
				safeText(typeof value === 'string' ? value : JSON.stringify(value), 1_000),
			],
		),
	]
}
