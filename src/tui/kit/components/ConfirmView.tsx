import type { ReactElement } from 'react'
import { useArea } from '../hooks/useArea.ts'
import { useChanges, useTheme } from '../hooks/useModel.ts'
import type { TextBuffer } from '../models/TextBuffer.ts'
import { cellWidth, wrapCells } from '../text/cells.ts'
import { hint } from '../text/hints.ts'
import { textFieldRows } from '../text/textFieldRows.ts'
import { Panel } from './Panel.tsx'
import { Rows } from './Rows.tsx'

/** A question, see `Confirm`. */
export interface ConfirmViewProps {
	readonly title: string
	readonly text: readonly string[]
	/** Label of Enter. */
	readonly action: string
	/** Text to type first. */
	readonly typed: string | undefined
	readonly buffer: TextBuffer
	/** Whether another text was typed. */
	readonly wrong: () => boolean
}

/** A confirmation with its keys, and a field if something must be typed. */
export function ConfirmView(props: ConfirmViewProps): ReactElement {
	useChanges()
	return (
		<Panel title={props.title} active>
			<Question {...props} />
		</Panel>
	)
}

function Question({ text, action, typed, buffer, wrong }: ConfirmViewProps): ReactElement {
	const theme = useTheme()
	const { width } = useArea()
	const lines = text.flatMap((line) => wrapCells(line, width))
	if (typed !== undefined) {
		const label = `type ${theme.strong(typed)}: `
		const room = Math.max(10, width - cellWidth(label))
		const [field = ''] = textFieldRows(buffer, { width: room, rows: 1, focused: true, theme })
		lines.push('', `${label}${field}`)
	}
	const remark = wrong() ? theme.bad(`✗ that is not ${typed}`) : ''
	return <Rows lines={[...lines, remark, `${hint(theme, 'enter', action)}   ${hint(theme, 'esc', 'cancel')}`]} />
}
