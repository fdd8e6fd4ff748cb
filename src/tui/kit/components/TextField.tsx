import type { ReactElement } from 'react'
import { useArea } from '../hooks/useArea.ts'
import { useTheme } from '../hooks/useModel.ts'
import type { TextBuffer } from '../models/TextBuffer.ts'
import { textFieldRows } from '../text/textFieldRows.ts'
import { Rows } from './Rows.tsx'

/** A text being typed. */
export interface TextFieldProps {
	readonly buffer: TextBuffer
	readonly focused: boolean
	/** One by default: a longer text scrolls sideways. */
	readonly rows?: number
	/** Cells; those of the area by default. */
	readonly width?: number
	/** Shown while it is empty. */
	readonly placeholder?: string
	/** Draws `•` for each character. */
	readonly secret?: boolean
}

/** A text being typed, its cursor always visible. */
export function TextField({
	buffer,
	rows = 1,
	placeholder = '',
	secret = false,
	...props
}: TextFieldProps): ReactElement {
	const theme = useTheme()
	const area = useArea()
	const width = props.width ?? area.width
	return <Rows lines={textFieldRows(buffer, { width, rows, focused: props.focused, theme, placeholder, secret })} />
}
