import type { ReactElement } from 'react'
import { ListPanel } from '../../../app/list/ListScreen.tsx'
import { useChanges, useTheme } from '../../../kit/hooks/hooks.ts'
import { fitCells } from '../../../kit/text/cells.ts'
import { counted, grouped } from '../../../kit/text/numbers.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { AccountsModel } from '../AccountsModel.ts'
import { type MigrationReport, reportColumns } from './MigrationReport.ts'
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
	const theme = useTheme()
	const { totals } = report
	const counts = [
		`${grouped(totals.reads)} reads`,
		theme.good(`✓ ${grouped(totals.work)} work`),
		theme.warn(`≈ ${grouped(totals.change)} change`),
		theme.bad(`✗ ${grouped(totals.break)} break`),
	].join(theme.border(' · '))
	const head = report.fault === '' ? counts : `${counts}  ${theme.bad(safeText(report.fault, 200))}`
	return (
		<ListPanel
			list={report.list}
			title={`${counted(report.all.length, 'account')} × ${counted(report.clients.length, 'client')}`}
			place={report.fault !== '' ? '✗ stopped' : report.done ? 'all of the chain' : '◌ reading'}
			columns={reportColumns(model.app, report.names)}
			head={(width) => [
				fitCells(head, width),
				theme.muted(fitCells('reads of places an account has, and those that work in generation 9', width)),
			]}
			empty={['', report.done ? 'The chain has no account.' : '◌ reading']}
			onOpen={() => openReads(model, report)}
		/>
	)
}
