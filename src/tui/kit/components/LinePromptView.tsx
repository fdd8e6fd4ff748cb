import type { ReactElement } from 'react'
import { useArea } from '../hooks/useArea.ts'
import { useChanges, useTheme } from '../hooks/useModel.ts'
import type { TextBuffer } from '../models/TextBuffer.ts'
import { cellWidth, fitCells } from '../text/cells.ts'
import { textFieldRows } from '../text/textFieldRows.ts'
import { Row } from './Rows.tsx'

/** A one-line input, see `LinePrompt`. */
export function LinePromptView({
	buffer,
	prompt,
	placeholder,
	remark,
}: {
	readonly buffer: TextBuffer
	readonly prompt: string
	readonly placeholder: string
	/** Text at the right end. */
	readonly remark: () => string
}): ReactElement {
	useChanges()
	const theme = useTheme()
	const { width } = useArea()
	const told = remark()
	const right = told === '' ? '' : ` ${told} `
	const room = Math.max(4, width - cellWidth(prompt) - 2 - cellWidth(right))
	const [field = ''] = textFieldRows(buffer, { width: room, rows: 1, focused: true, theme, placeholder })
	return <Row text={theme.accent(` ${prompt} `) + fitCells(field, room) + theme.muted(right)} />
}
