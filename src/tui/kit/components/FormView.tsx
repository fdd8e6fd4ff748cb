import { Box } from 'ink'
import type { ReactElement } from 'react'
import { useArea, useChanges, useHit, useTheme } from '../hooks/hooks.ts'
import type { FormField } from '../models/FormField.ts'
import { type FormState, fieldRows, formHeight, formIntro, shownFields } from '../models/formHeight.ts'
import type { PickList } from '../models/PickList.ts'
import { cellWidth, cutCells, fitCells, pageCells } from '../text/cells.ts'
import { hint } from '../text/hints.ts'
import { textFieldRows } from '../text/textFieldRows.ts'
import type { Theme } from '../theme/Theme.ts'
import { Panel } from './Panel.tsx'
import { Rows } from './Rows.tsx'

/** A form in its panel, see `Form`: introduction, fields with hint or error, and progress. */
export function FormView({ form }: { readonly form: FormState }): ReactElement {
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

function FormBody({ form }: { readonly form: FormState }): ReactElement {
	const theme = useTheme()
	const { width, height } = useArea()
	const labels = Math.min(16, Math.max(4, ...form.fields.map((field) => cellWidth(field.options.label))) + 2)
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
				<Field key={field.options.id} form={form} field={field} labelCells={labels} width={width} />
			))}
			<Rows lines={end} />
		</Box>
	)
}

/** A field with its label, and below it an error or a hint. */
function Field({
	form,
	field,
	labelCells,
	width,
}: {
	readonly form: FormState
	readonly field: FormField
	readonly labelCells: number
	readonly width: number
}): ReactElement {
	const theme = useTheme()
	const focused = form.focused === field
	const room = width - labelCells
	const values = valueRows(field, focused, room, theme)
	const label = (focused ? theme.accent : theme.muted)(`${fitCells(field.options.label, labelCells - 1)} `)
	const lines = values.map((row, index) => (index === 0 ? label : ' '.repeat(labelCells)) + row)
	const box = useHit({
		onClick: (_x, y) => form.focusOn(field, field.picks && field.picks.top(values.length) + y),
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
	if (options.kind === 'choice') return [choiceRow(field, focused, width, theme)]
	if (field.picks !== undefined) return pickRows(field, field.picks, focused, width, theme)
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
	return theme.muted(cutCells(hint, width))
}

/** The selected one of a few values, `◂ alice ▸` while it has the focus and there are others. */
function choiceRow({ choices, chosen }: FormField, focused: boolean, width: number, theme: Theme): string {
	const label = chosen?.label ?? '–'
	const text = cutCells(label, focused ? width - 4 : width)
	const shown = focused ? theme.strong(text) : text
	const hasOthers = focused && choices.length > 1
	return hasOthers ? `${theme.key('◂ ')}${shown}${theme.key(' ▸')}` : shown
}

/** `▸ [1] alice`: what is chosen of a list, and in which order where that counts. */
function pickRows(field: FormField, picks: PickList, focused: boolean, width: number, theme: Theme): readonly string[] {
	const { placeholder = '', numbered } = field.options
	if (picks.choices.length === 0) return [theme.muted(fitCells(placeholder, width))]
	const rows = fieldRows(field)
	const top = picks.top(rows)
	return picks.choices.slice(top, top + rows).map((choice, row) => {
		const place = picks.place(top + row)
		const mark = place === 0 ? ' ' : numbered?.() === true ? String(place) : '✓'
		const text = fitCells(`[${mark}] ${choice.label}`, width - 2)
		return focused && top + row === picks.at ? theme.selected(`▸ ${text}`) : `  ${text}`
	})
}
