import type { Form } from '../overlays/Form.tsx'
import { wrapCells } from '../text/cells.ts'
import type { FormField } from './FormField.ts'

/** Height of a form's inside at a width, in rows. */
export function formHeight(form: Form, width: number, fields = visibleFields(form)): number {
	return formIntro(form, width).length + fields.reduce((sum, field) => sum + fieldRows(field) + 1, 0) + endRows(form)
}

/** Fields that are shown. Without room for all, those before the current field are dropped. */
export function shownFields(form: Form, width: number, height: number): readonly FormField[] {
	const fields = [...visibleFields(form)]
	while (fields.length > 1 && fields[0] !== form.focused && formHeight(form, width, fields) > height) fields.shift()
	return fields
}

/** The introduction above the fields, and an empty row. */
export function formIntro(form: Form, width: number): readonly string[] {
	const { intro = [] } = form.options
	const lines = (typeof intro === 'function' ? intro() : intro).flatMap((line) => wrapCells(line, width))
	return lines.length === 0 ? [] : [...lines, '']
}

/** Height of a field without its hint. */
export function fieldRows(field: FormField): number {
	if (field.picks !== undefined) return Math.max(1, Math.min(field.options.rows ?? 6, field.picks.choices.length))
	return field.options.kind === 'multiline' ? (field.options.rows ?? 3) : 1
}

function visibleFields(form: Form): readonly FormField[] {
	return form.fields.filter((field) => field.visible)
}

function endRows(form: Form): number {
	// A page reserves the two rows of its keys, so that a message does not move it.
	if (form.options.page === true) return 2
	return form.error !== '' ? 2 : form.busy !== '' ? 1 : 0
}
