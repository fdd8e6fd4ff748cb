import { Notice } from '../kit/overlays/Notice.tsx'
import { breakCells, wrapCells } from '../kit/text/cells.ts'
import { qrRows } from '../kit/text/qrRows.ts'
import { safeText } from '../kit/text/safeText.ts'
import type { TuiApp } from './TuiApp.ts'

/** Shows a transaction as a QR code, whose text is what `tx sign` reads; where it does not fit, says how large it is. */
export function showTransactionQr(app: TuiApp, json: string): void {
	const text = JSON.stringify(JSON.parse(json))
	app.show(
		new Notice(app, {
			title: 'Transaction to sign',
			copy: { text, what: 'the transaction' },
			lines: ({ plain, theme, width, height }) => {
				const code = plain ? [] : qrRows(text, theme.colored, height)
				// Two modules stand in a row of cells, one in a column.
				const columns = code.length * 2
				if (code.length > 0 && code.length <= height && columns <= width) return code
				const wanted =
					code.length === 0
						? []
						: [`The QR code needs ${columns + 4} columns and ${code.length + 6} rows: make the terminal larger.`]
				return [
					...wanted.flatMap((line) => wrapCells(line, width)).map(theme.warn),
					'Or copy the text, which is the whole transaction:',
					'',
					...breakCells(safeText(text, 8_000), width),
				]
			},
		}),
	)
}
