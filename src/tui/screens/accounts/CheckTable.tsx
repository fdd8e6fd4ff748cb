import type { ReactElement } from 'react'
import { Row } from '../../kit/components/Rows.tsx'
import { Table } from '../../kit/components/Table.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useTheme } from '../../kit/hooks/useModel.ts'
import { fitCells } from '../../kit/text/cells.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { AccountsModel } from './AccountsModel.ts'
import { overallText } from './checkTexts.ts'
import { shortPath } from './comparisonTexts.ts'

/** The migration check: what an old client reads, and whether generation 9 still answers it. */
export function CheckTable({ model }: { readonly model: AccountsModel }): ReactElement {
	const theme = useTheme()
	const { width, height } = useArea()
	const { client, rows, failing } = model.check
	const head = `${theme.strong(safeText(`${client.client} ${client.version}`, 80))} ${theme.muted(
		`reads ${rows.length} places, ${failing} need work`,
	)}`
	const path = width - 2 - 9 - 15 - 4
	return (
		<>
			<Row text={fitCells(head, width)} />
			<Table
				height={height - 1}
				cursor={model.rowCursor}
				count={rows.length}
				empty={['', 'This client reads nothing.']}
				columns={[
					{ title: 'request', width: 11 },
					{ title: 'reads (jq)', width: 'flex' },
					{ title: 'generation 9', width: 15 },
				]}
				row={(index) => {
					const summary = rows[index]
					if (summary === undefined) return []
					const { read, overall } = summary
					return [read.request, shortPath(read.path, path), overallText(overall, theme)]
				}}
			/>
		</>
	)
}
