import { Box } from 'ink'
import type { ReactElement } from 'react'
import { useArea, useChanges, useHit, useTheme } from '../hooks/hooks.ts'
import type { FormField } from '../models/FormField.ts'
import { fieldRows, formHeight, formIntro, shownFields } from '../models/formHeight.ts'
import type { PickList } from '../models/PickList.ts'
import type { Form } from '../overlays/Form.tsx'
import { cellWidth, fitCells, pageCells } from '../text/cells.ts'
import { hint } from '../text/hints.ts'
import { textFieldRows } from '../text/textFieldRows.ts'
import type { Theme } from '../theme/Theme.ts'
import { Panel } from './Panel.tsx'
import { Rows } from './Rows.tsx'

/** A form in its panel, see `Form`: introduction, fields with hint or error, and progress. */
export function FormView({ form }: { readonly form: Form }): ReactElement {
	useChanges()
	const { width, height } = useArea()
	const body = <FormBody form={form} />
	if (form.options.page !== true) {
		return (
			<Panel title={form.title} active>
				{body}
			</Panel>
		)
	}
	const cells = Math.min(width, pageCells)
	return (
		<Panel title={form.title} active width={cells} height={Math.min(height, formHeight(form, cells - 4) + 2)}>
			{body}
		</Panel>
	)
}

function FormBody({ form }: { readonly form: Form }): ReactElement {
	const theme = useTheme()
	const { width, height } = useArea()
	const labels = Math.min(14, Math.max(4, ...form.fields.map((field) => cellWidth(field.options.label))) + 2)
	const fields = shownFields(form, width, height)
	const { page, action, leave = 'close' } = form.options
	const end =
		form.error !== ''
			? [theme.bad(fitCells(`✗ ${form.error}`, width)), theme.warn(fitCells(form.errorNext, width))]
			: form.busy !== ''
				? [...(page === true ? [''] : []), theme.accent(fitCells(form.busy, width))]
				: page === true
					? ['', `${hint(theme, 'enter', action)}   ${hint(theme, 'esc', leave)}`]
					: []
	return (
		<Box flexDirection="column" flexShrink={0}>
			<Rows lines={formIntro(form, width)} />
			{fields.map((field) => (
				<Field
					key={field.options.id}
					field={field}
					focused={form.focused === field}
					labelCells={labels}
					width={width}
					onFocus={(row) => form.focusOn(field, row)}
				/>
			))}
			<Rows lines={end} />
		</Box>
	)
}

/** A field of a form. */
interface FieldProps {
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
function Field({ field, focused, labelCells, width, onFocus }: FieldProps): ReactElement {
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

/** The selected one of a few values, `◂ alice ▸` while it has the focus. @param arrows Whether there are others. */
export function choiceRow(theme: Theme, label: string, arrows: boolean, focused: boolean, width: number): string {
	const text = fitCells(label, Math.min(cellWidth(label), focused ? width - 4 : width))
	const shown = focused ? theme.strong(text) : text
	return arrows ? `${theme.key('◂ ')}${shown}${theme.key(' ▸')}` : shown
}

/** `▸ [1] alice`: what is chosen of a list, and in which order where that counts. */
export function pickRows(
	theme: Theme,
	picks: PickList,
	options: {
		readonly rows: number
		readonly width: number
		readonly focused: boolean
		readonly numbered: boolean
		/** Said when there is nothing to choose from. */
		readonly empty: string
	},
): readonly string[] {
	const { rows, width, focused, numbered, empty } = options
	if (picks.choices.length === 0) return [theme.muted(fitCells(empty, width))]
	const top = picks.top(rows)
	return picks.choices.slice(top, top + rows).map((choice, row) => {
		const place = picks.place(top + row)
		const mark = place === 0 ? ' ' : numbered ? String(place) : '✓'
		const text = fitCells(`[${mark}] ${choice.label}`, width - 2)
		return focused && top + row === picks.at ? theme.selected(`▸ ${text}`) : `  ${text}`
	})
}
