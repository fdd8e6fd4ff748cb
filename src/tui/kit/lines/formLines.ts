import type { FormField } from '../models/FormField.ts'
import type { PickList } from '../models/PickList.ts'
import { cellWidth, fitCells, wrapCells } from '../text/cells.ts'
import { textField } from './textField.ts'
import type { Line, View } from './View.ts'

/** What of a form is drawn. */
export interface FormState {
	readonly fields: readonly FormField[]
	readonly focused: FormField | undefined
	readonly options: { readonly intro?: readonly string[]; readonly action: string }
	readonly busy: string
	readonly error: string
	readonly errorNext: string
	focusOn(field: FormField, row?: number): void
}

/** Rows the inside of a form takes at a width. */
export function formHeight(form: FormState, width: number): number {
	const intro = introLines(form, width).length
	const fields = form.fields.filter((field) => field.visible)
	return (
		intro +
		fields.reduce((sum, field) => sum + fieldRows(field) + 1, 0) +
		(form.error !== '' ? 2 : form.busy !== '' ? 1 : 0)
	)
}

/** The inside of a form: introduction, fields with a hint or error under each, and the state of sending. */
export function formLines(form: FormState, view: View): readonly Line[] {
	const { theme, width } = view
	const labels = Math.min(14, Math.max(4, ...form.fields.map((field) => cellWidth(field.options.label))) + 2)
	const lines: Line[] = [...introLines(form, width)]
	for (const field of form.fields) {
		if (!field.visible) continue
		const focused = form.focused === field
		const rows = fieldLines(field, focused, width - labels, view)
		view.hit({
			x: 0,
			y: lines.length,
			width,
			height: rows.length,
			onClick: (_x, y) => form.focusOn(field, field.picks === undefined ? undefined : field.picks.top(rows.length) + y),
		})
		const paintLabel = focused ? theme.accent : theme.muted
		rows.forEach((row, index) => {
			lines.push((index === 0 ? paintLabel(fitCells(field.options.label, labels)) : ' '.repeat(labels)) + row)
		})
		lines.push(' '.repeat(labels) + underField(field, width - labels, view))
	}
	if (form.error !== '') {
		lines.push(theme.bad(fitCells(`✗ ${form.error}`, width)), theme.warn(fitCells(form.errorNext, width)))
	} else if (form.busy !== '') {
		lines.push(theme.accent(fitCells(form.busy, width)))
	}
	return lines
}

function introLines(form: FormState, width: number): readonly Line[] {
	const lines = (form.options.intro ?? []).flatMap((line) => wrapCells(line, width))
	return lines.length === 0 ? [] : [...lines, '']
}

function fieldRows(field: FormField): number {
	if (field.picks !== undefined) return Math.max(1, Math.min(field.options.rows ?? 6, field.picks.choices.length))
	return field.options.kind === 'multiline' ? (field.options.rows ?? 3) : 1
}

function fieldLines(field: FormField, focused: boolean, width: number, view: View): readonly Line[] {
	const { theme } = view
	const { options } = field
	if (options.kind === 'choice') {
		const label = field.chosen?.label ?? '–'
		const many = (options.choices?.length ?? 0) > 1
		const arrows = focused && many ? [theme.key('◂ '), theme.key(' ▸')] : ['', '']
		return [
			arrows[0] +
				(focused
					? theme.strong(fitCells(label, Math.min(cellWidth(label), width - 4)))
					: fitCells(label, Math.min(cellWidth(label), width))) +
				arrows[1],
		]
	}
	if (field.picks !== undefined) return pickLines(field, field.picks, focused, width, view)
	const rows = fieldRows(field)
	const lines = textField(field.buffer, {
		width,
		rows,
		focused,
		theme,
		secret: options.kind === 'secret',
		...(options.placeholder === undefined ? {} : { placeholder: options.placeholder }),
	})
	return [...lines, ...Array.from({ length: rows - lines.length }, () => '')]
}

/** `▸ [1] alice`: what is chosen, and in which order where that counts. */
function pickLines(
	field: FormField,
	picks: PickList,
	focused: boolean,
	width: number,
	{ theme }: View,
): readonly Line[] {
	const { choices } = picks
	if (choices.length === 0) return [theme.muted(fitCells(field.options.placeholder ?? '', width))]
	const rows = fieldRows(field)
	const top = picks.top(rows)
	return choices.slice(top, top + rows).map((choice, row) => {
		const place = picks.place(top + row)
		const mark = place === 0 ? ' ' : field.options.numbered?.() === true ? String(place) : '✓'
		const text = fitCells(`[${mark}] ${choice.label}`, width - 2)
		return focused && top + row === picks.at ? theme.selected(`▸ ${text}`) : `  ${text}`
	})
}

function underField(field: FormField, width: number, view: View): Line {
	const { theme } = view
	if (field.error !== '') return theme.bad(fitCells(`✗ ${field.error}`, width))
	return theme.muted(fitCells(field.options.hint?.(field.value) ?? '', width))
}
