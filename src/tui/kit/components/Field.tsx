import { Box } from 'ink'
import type { ReactElement } from 'react'
import { useHit } from '../hooks/useHit.ts'
import { useTheme } from '../hooks/useModel.ts'
import type { FormField } from '../models/FormField.ts'
import { fieldRows } from '../models/formHeight.ts'
import { cellWidth, fitCells } from '../text/cells.ts'
import { choiceRow } from '../text/choiceRow.ts'
import { pickRows } from '../text/pickRows.ts'
import { textFieldRows } from '../text/textFieldRows.ts'
import type { Theme } from '../theme/Theme.ts'
import { Rows } from './Rows.tsx'

/** A field of a form. */
export interface FieldProps {
	readonly field: FormField
	/** Whether it has the focus. */
	readonly focused: boolean
	/** Width of the label column in cells. */
	readonly labelCells: number
	readonly width: number
	/** Called on a click, with the row of its list if there is one. */
	readonly onFocus: (row: number | undefined) => void
}

/** A field with its label, and below it an error or a hint. */
export function Field({ field, focused, labelCells, width, onFocus }: FieldProps): ReactElement {
	const theme = useTheme()
	const room = width - labelCells
	const values = valueRows(field, focused, room, theme)
	const label = (focused ? theme.accent : theme.muted)(fitCells(field.options.label, labelCells))
	const lines = values.map((row, index) => (index === 0 ? label : ' '.repeat(labelCells)) + row)
	const box = useHit({
		onClick: (_x, y) => onFocus(field.picks === undefined ? undefined : field.picks.top(values.length) + y),
	})
	return (
		<Box flexDirection="column" flexShrink={0}>
			<Box ref={box} flexDirection="column" flexShrink={0}>
				<Rows lines={lines} />
			</Box>
			<Rows lines={[' '.repeat(labelCells) + remark(field, room, theme)]} />
		</Box>
	)
}

function valueRows(field: FormField, focused: boolean, width: number, theme: Theme): readonly string[] {
	const { options } = field
	const rows = fieldRows(field)
	if (options.kind === 'choice')
		return [choiceRow(theme, field.chosen?.label ?? '–', focused && (options.choices?.length ?? 0) > 1, focused, width)]
	if (field.picks !== undefined)
		return pickRows(theme, field.picks, {
			rows,
			width,
			focused,
			numbered: options.numbered?.() === true,
			empty: options.placeholder ?? '',
		})
	const lines = textFieldRows(field.buffer, {
		width,
		rows,
		focused,
		theme,
		secret: field.masked,
		...(options.placeholder === undefined ? {} : { placeholder: options.placeholder }),
	})
	return [...lines, ...Array.from({ length: rows - lines.length }, () => '')]
}

function remark(field: FormField, width: number, theme: Theme): string {
	if (field.error !== '') return theme.bad(fitCells(`✗ ${field.error}`, width))
	const hint = field.options.hint?.(field.value) ?? ''
	return theme.muted(fitCells(hint, Math.min(width, cellWidth(hint))))
}
