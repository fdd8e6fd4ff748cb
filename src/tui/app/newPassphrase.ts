import type { FieldOptions } from '../kit/models/FormField.ts'
import type { Form } from '../kit/overlays/Form.tsx'

/** Characters a new passphrase has at least: what the key file asks for. */
export const shortestPassphrase = 8

/**
 * The two fields of a passphrase that is chosen now: typed twice, since a slip in what nobody sees would close the keys
 * for ever.
 *
 * @param form The form they are in, once it is made.
 * @param visible Whether they are asked for; always by default.
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
