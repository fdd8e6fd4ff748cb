import type { FieldOptions } from '../../kit/models/FormField.ts'
import type { Form } from '../../kit/overlays/Form.tsx'

/** Shortest passphrase of a key file, in characters. */
export const shortestPassphrase = 8

/**
 * The two fields of a new passphrase. It is typed twice, because a typo in hidden input would lock the keys forever.
 * @param form The form they belong to, once it exists.
 * @param visible Whether they are shown; always by default.
 */
export function newPassphrase(
	form: () => Form | undefined,
	visible: () => boolean = () => true,
): readonly [FieldOptions, FieldOptions] {
	const first = (): string => form()?.field('passphrase')?.value ?? ''
	return [
		{
			id: 'passphrase',
			label: 'passphrase',
			kind: 'secret',
			placeholder: `${shortestPassphrase} or more characters`,
			visible,
			validate: (value) => {
				const short = shortestPassphrase - [...value].length
				return short > 0 ? `${shortestPassphrase} or more characters: ${short} to go` : undefined
			},
		},
		{
			id: 'again',
			label: 'once more',
			kind: 'secret',
			placeholder: 'the same again',
			visible,
			validate: (value) => (value === first() ? undefined : value === '' ? 'type it once more' : 'the two differ'),
			hint: (value) =>
				value === '' ? '' : value === first() ? 'the same' : first().startsWith(value) ? '' : 'the two differ',
		},
	]
}
