import type { ReadCheck } from '../../../../codec/legacy/clientPaths/checkClientPaths.ts'
import { type ReportFormat, reportWriter, verdictText } from '../../../../codec/legacy/clientPaths/reportText.ts'
import { listCommands } from '../../../app/list/listCommands.ts'
import { saveExport } from '../../../app/userFiles.ts'
import { type Command, type CommandRecord, commandsOf } from '../../../kit/keymap/Command.ts'
import { showNotice } from '../../../kit/overlays/Notice.tsx'
import { wrapCells } from '../../../kit/text/cells.ts'
import { counted } from '../../../kit/text/numbers.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { AccountsModel } from '../AccountsModel.ts'
import type { MigrationReport } from './MigrationReport.ts'

/** Commands of the page of the migration report. */
export function reportCommands(model: AccountsModel, report: MigrationReport): readonly Command[] {
	const listed = { app: model.app, list: report.list, inside: undefined }
	const whenThere = (): true | string => report.all.length > 0 || 'the report has no account yet'
	const whenSelected = (): true | string =>
		whenThere() === true ? report.list.selected !== undefined || 'no account is selected' : whenThere()
	const saving = (format: ReportFormat, word: string): Omit<CommandRecord, 'id' | 'keys'> => ({
		title: `save ${word}`,
		description: `Save the complete report as ${word}, including filtered-out rows.`,
		enabled: whenThere,
		run: () => exportReport(model, report, format),
	})
	return commandsOf({ group: 'Migration report' }, [
		{
			id: 'report.reads',
			keys: ['enter', 'right', 'l'],
			title: 'which reads',
			description: 'Show which reads of each client have to change for the selected account, and to what.',
			footer: 1,
			enabled: whenSelected,
			run: () => openReads(model, report),
		},
		{ id: 'report.export-csv', keys: ['e'], footer: 2, ...saving('csv', 'CSV') },
		{ id: 'report.export-json', keys: ['E'], footer: 3, ...saving('json', 'JSON') },
		{ id: 'report.export-md', keys: ['m'], footer: 4, ...saving('md', 'Markdown') },
		...listCommands(listed, {
			id: 'report',
			filter: {
				description: 'Show only accounts with these words in name, address or kind, while you type.',
				placeholder: 'name, address, kind',
				footer: 5,
			},
			sort: { description: 'Sort by account, by kind or by what breaks, up and then down.', footer: 6 },
		}),
		{
			id: 'report.inspect',
			keys: ['o'],
			title: 'account',
			description: 'Open the selected account in the inspector.',
			footer: 7,
			enabled: whenSelected,
			run: () => {
				const address = report.list.selected?.address
				if (address !== undefined) model.show(address)
			},
		},
	])
}

/** Shows the required changes for the selected account, by client. */
export function openReads(model: AccountsModel, report: MigrationReport): void {
	const { app } = model
	const { selected } = report.list
	if (selected === undefined) return
	showNotice(app, {
		title: `Reads of ${app.shortName(selected.address, 30)}`,
		lines: ({ theme, width }) => [
			safeText(selected.address, 200),
			theme.muted(selected.kind),
			...selected.clients.flatMap((verdict) => [
				'',
				`${theme.strong(safeText(verdict.client, 60))}  ${verdictText(verdict)} work`,
				...verdict.checks.flatMap((check) => wrapCells(readLine(check), width - 2).map((line) => `  ${line}`)),
			]),
		],
	})
}

function readLine({ read, verdict, path9, note }: ReadCheck): string {
	const what = {
		works: '',
		new: '',
		moved: `→ moved to ${path9 ?? '?'}`,
		absent: '✗ left out',
		otherQuery: '⇒ in another reply',
		breaks: '✗ another value',
	}[verdict]
	return safeText(`${read.path}  ${what}${note === '' ? '' : ` · ${note}`}`, 600)
}

function exportReport({ app }: AccountsModel, report: MigrationReport, format: ReportFormat): void {
	const writer = reportWriter(format, report.names, (address) => {
		const name = app.nameOf(address)
		return name === address ? '' : name
	})
	const text = [
		writer.head(),
		...report.all.map((row, index) => writer.row(row, index === 0)),
		writer.foot(report.totals, report.all.length),
	].join('')
	saveExport(app, `migration-report.${format}`, text, `report on ${counted(report.all.length, 'account')}`)
}
