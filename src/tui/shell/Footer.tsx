import type { ReactElement } from 'react'
import { useTuiApp } from '../app/TuiAppContext.ts'
import { Row, Rows } from '../kit/components/Rows.tsx'
import { useChanges, useModel, useNow } from '../kit/hooks/useModel.ts'
import { footerRow, toastRows } from './footerRow.ts'

/** The last row: keys that matter here, and the last message. */
export function Footer({ width }: { readonly width: number }): ReactElement {
	useChanges()
	useNow()
	const app = useTuiApp()
	useModel(() => app.state)
	return <Row text={footerRow(app, width)} />
}

/** A message that is too long for the footer, above it. */
export function Toast({ width }: { readonly width: number }): ReactElement {
	useNow()
	const app = useTuiApp()
	useModel(() => app.state.toast)
	return <Rows lines={toastRows(app, width)} />
}
