import type { ReactElement } from 'react'
import { useArea, usePlain, useTheme } from '../hooks/hooks.ts'
import { qrRows } from '../text/qrRows.ts'
import { safeText } from '../text/safeText.ts'
import { Rows } from './Rows.tsx'

/** More than a screen could show, or a code can hold. */
const mostCharacters = 500

/** A text as a QR code, if the area has room. The caller runs `loadQr` before. A screen reader gets only the text. */
export function QrCode({ text }: { readonly text: string }): ReactElement | null {
	const theme = useTheme()
	const { width, height } = useArea()
	const plain = usePlain()
	if (plain) return <Rows lines={[safeText(text)]} />
	if (text.length > mostCharacters) return null
	const rows = qrRows(text, theme.colored, height)
	const fits = rows.length <= height && rows.length * 2 <= width
	return fits ? <Rows lines={rows} /> : null
}
