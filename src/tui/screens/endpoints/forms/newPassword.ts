import type { FieldOptions } from '../../../kit/models/FormField.ts'
import type { Form } from '../../../kit/overlays/Form.tsx'

/** Shortest password the service takes, in characters. */
const shortest = 10
const tooShort = `at least ${shortest} characters`

/** The two fields of a new password, which is typed twice. `form` is asked while one types. */
export function newPasswordFields(id: string, label: string, form: () => Form): readonly FieldOptions[] {
	return [
		{
			id,
			label,
			kind: 'secret',
			validate: (value) => (value.length < shortest ? tooShort : undefined),
			hint: (value) => (value.length < shortest ? tooShort : ''),
		},
		{
			id: 'again',
			label: 'once more',
			kind: 'secret',
			validate: (value) => (value === form().field(id)?.value ? undefined : 'not the same password'),
		},
	]
}
