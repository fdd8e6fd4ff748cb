import { wrapCells } from '../text/cells.ts'
import type { FormField } from './FormField.ts'

/** The drawn state of a form; see `Form`. */
export interface FormState {
	readonly title: string
	readonly fields: readonly FormField[]
	readonly focused: FormField | undefined
	readonly options: {
		readonly intro?: readonly string[] | (() => readonly string[])
		readonly action: string
		readonly page?: boolean
		readonly leave?: string
	}
	readonly busy: string
	readonly error: string
	readonly errorNext: string
	/** Puts the cursor into a field, or on a row of its list. */
	focusOn(field: FormField, row?: number): void
}

/** Height of a form's inside at a width, in rows. */
export function formHeight(form: FormState, width: number, fields = visibleFields(form)): number {
	return formIntro(form, width).length + fields.reduce((sum, field) => sum + fieldRows(field) + 1, 0) + endRows(form)
}

/** Fields that are shown. Without room for all, those before the current field are dropped. */
export function shownFields(form: FormState, width: number, height: number): readonly FormField[] {
	const fields = [...visibleFields(form)]
	while (fields.length > 1 && fields[0] !== form.focused && formHeight(form, width, fields) > height) fields.shift()
	return fields
}

/** The introduction above the fields, and an empty row. */
export function formIntro(form: FormState, width: number): readonly string[] {
	const { intro = [] } = form.options
	const lines = (typeof intro === 'function' ? intro() : intro).flatMap((line) => wrapCells(line, width))
	return lines.length === 0 ? [] : [...lines, '']
}

/** Height of a field without its hint. */
export function fieldRows(field: FormField): number {
	if (field.picks !== undefined) return Math.max(1, Math.min(field.options.rows ?? 6, field.picks.choices.length))
	return field.options.kind === 'multiline' ? (field.options.rows ?? 3) : 1
}

function visibleFields(form: FormState): readonly FormField[] {
	return form.fields.filter((field) => field.visible)
}

function endRows(form: FormState): number {
	// A page reserves the two rows of its keys, so that a message does not move it.
	if (form.options.page === true) return 2
	return form.error !== '' ? 2 : form.busy !== '' ? 1 : 0
}
