import type { ReactElement } from 'react'
import { ItemTable } from '../../../../kit/components/ItemTable.tsx'
import { Panel } from '../../../../kit/components/Panel.tsx'
import { Rows } from '../../../../kit/components/Rows.tsx'
import { Stack } from '../../../../kit/components/Stack.tsx'
import { useArea } from '../../../../kit/hooks/useArea.ts'
import { useChanges, useNow, useTheme } from '../../../../kit/hooks/useModel.ts'
import { detailRows } from '../../../../kit/text/detailRows.ts'
import { filterRemark } from '../../../../kit/text/filterRemark.ts'
import { safeText } from '../../../../kit/text/safeText.ts'
import { ago } from '../../parts/times.ts'
import type { AuditModel } from './AuditModel.ts'
import { auditDetailText, auditEntryRows } from './auditTexts.ts'

/** Least height that shows the complete selected entry below the list. */
const entryFrom = 14

/** The list of changes, and the complete selected one. */
export function AuditPage({ model }: { readonly model: AuditModel }): ReactElement {
	useChanges()
	const theme = useTheme()
	const { width, height } = useArea()
	const entry = model.list.selected
	const rows = entry === undefined ? [] : detailRows(theme, auditEntryRows(entry), width - 4)
	const foot = height >= entryFrom && rows.length > 0 ? Math.min(rows.length + 2, Math.floor(height / 2)) : 0
	const inFull = (
		<Panel title="Entry">
			<Rows lines={rows} />
		</Panel>
	)
	return (
		<Stack
			parts={[
				{ key: 'list', rows: 'rest', child: <AuditTable model={model} /> },
				...(foot === 0 ? [] : [{ key: 'entry', rows: foot, child: inFull }]),
			]}
		/>
	)
}

function AuditTable({ model }: { readonly model: AuditModel }): ReactElement {
	useNow()
	const theme = useTheme()
	const { list, project, isWhole } = model
	const now = model.clock()
	const of = project === undefined ? 'everything you own' : safeText(project.name, 60)
	return (
		<Panel title={`Audit log of ${of}`} remark={filterRemark(list, `${list.all.length}${isWhole ? '' : '+'}`)} active>
			<ItemTable
				list={list}
				columns={[
					{ title: 'when', width: 9 },
					{ title: 'who', width: 24 },
					{ title: 'what', width: 22 },
					{ title: 'detail', width: 'flex', from: 64 },
				]}
				row={({ at, actor, action, detail }, mark) => [
					ago(at, now),
					mark(safeText(actor, 100)),
					mark(safeText(action, 60)),
					theme.muted(mark(auditDetailText(detail))),
				]}
				empty={['There are no changes yet.']}
			/>
		</Panel>
	)
}
