import type { ReactElement } from 'react'
import { useArea, useTheme } from '../hooks/hooks.ts'
import { type Detail, detailRows } from '../text/detailRows.ts'
import { Rows } from './Rows.tsx'

/** Labels in one column, values in the other. Long values wrap within their column. */
export function Details({ rows }: { readonly rows: readonly Detail[] }): ReactElement {
	const theme = useTheme()
	const { width } = useArea()
	return <Rows lines={detailRows(theme, rows, width)} />
}
