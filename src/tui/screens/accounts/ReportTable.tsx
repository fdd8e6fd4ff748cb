import type { ReactElement } from 'react'
import type { ClientVerdict } from '../../../codec/legacy/clientPaths/reportAccount.ts'
import { verdictText } from '../../../codec/legacy/clientPaths/reportText.ts'
import { ItemTable } from '../../kit/components/ItemTable.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { Rows } from '../../kit/components/Rows.tsx'
import { Split } from '../../kit/components/Split.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useChanges, useTheme } from '../../kit/hooks/useModel.ts'
import { fitCells, middle } from '../../kit/text/cells.ts'
import { filterRemark } from '../../kit/text/filterRemark.ts'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { AccountsModel } from './AccountsModel.ts'
import type { MigrationReport } from './MigrationReport.ts'
import { openReads } from './reportCommands.ts'

/** The migration report: an account a row, a client a column. */
export function ReportTable({
	model,
	report,
}: {
	readonly model: AccountsModel
	readonly report: MigrationReport
}): ReactElement {
	useChanges()
	const title = `${counted(report.all.length, 'account')} × ${counted(report.clients.length, 'client')}`
	const state = report.fault !== '' ? '✗ stopped' : report.done ? 'all of the chain' : '◌ reading'
	return (
		<Panel title={title} remark={filterRemark(report.list, state)} active>
			<Inside model={model} report={report} />
		</Panel>
	)
}

/** Cells of a column of a client. */
const clientCells = 16

function Inside({ model, report }: { readonly model: AccountsModel; readonly report: MigrationReport }): ReactElement {
	const theme = useTheme()
	const { width } = useArea()
	const { app } = model
	const { totals } = report
	const paint = ({ reads, ...verdict }: ClientVerdict) =>
		reads === 0 ? theme.muted : verdict.break > 0 ? theme.bad : verdict.change > 0 ? theme.warn : theme.good
	const counts = [
		`${grouped(totals.reads)} reads`,
		theme.good(`✓ ${grouped(totals.work)} work`),
		theme.warn(`≈ ${grouped(totals.change)} change`),
		theme.bad(`✗ ${grouped(totals.break)} break`),
	].join(theme.border(' · '))
	const head = report.fault === '' ? counts : `${counts}  ${theme.bad(safeText(report.fault, 200))}`
	const address = width >= 130 ? 45 : 14
	return (
		<Split rows at={2}>
			<Rows
				lines={[
					fitCells(head, width),
					theme.muted(fitCells('reads of places an account has, and those that work in generation 9', width)),
				]}
			/>
			<ItemTable
				list={report.list}
				columns={[
					{ title: 'account', width: 'flex', id: 'account' },
					{ title: 'kind', width: 18, from: 92, id: 'kind' },
					...report.names.map((name) => ({ title: shortClient(name), width: clientCells, id: 'work' })),
				]}
				row={({ address: of, kind, clients }, mark) => {
					const name = app.nameOf(of)
					const shown = theme.muted(mark(middle(of, address)))
					return [
						name === of
							? shown
							: `${theme.strong(mark(fitCells(name, Math.min([...name].length, 14)).trimEnd()))}  ${shown}`,
						mark(kind),
						...clients.map((verdict) => paint(verdict)(verdictText(verdict))),
					]
				}}
				empty={['', report.done ? 'The chain has no account.' : '◌ reading']}
				onOpen={() => openReads(model, report)}
			/>
		</Split>
	)
}

/** A client fitted to its column: its end, which has the version. */
function shortClient(name: string): string {
	const text = safeText(name, 60)
	return [...text].length <= clientCells ? text : `…${text.slice(-clientCells + 1)}`
}
