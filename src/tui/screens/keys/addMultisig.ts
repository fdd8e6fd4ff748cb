import { shownName } from '../../app/names/shownName.ts'
import { nameProblem } from '../../app/signing/createKey.ts'
import { type Form, showForm } from '../../kit/overlays/Form.tsx'
import { counted } from '../../kit/text/numbers.ts'
import type { KeysModel } from './KeysModel.ts'

/** Creates a multisig key: own members from a list, others by their public keys. */
export function addMultisig(model: KeysModel): void {
	const { app } = model
	const own = model.keys.filter((key) => key.kind === 'local')
	const members = (): readonly string[] => [
		...(form.field('members')?.picks?.chosen ?? []),
		...publicKeysIn(form.field('others')?.value ?? ''),
	]
	const keepOrder = (): boolean => form.field('order')?.value === 'chosen'
	const form: Form = showForm(app, {
		title: 'Multisig key',
		action: 'create',
		fields: [
			{ id: 'name', label: 'name', placeholder: 'council', validate: nameProblem(app) },
			{
				id: 'members',
				label: 'members',
				kind: 'pick',
				choices: own.map((key) => ({ value: key.name, label: `${shownName(key.name)}  ${key.address}` })),
				placeholder: 'you have no key of your own yet',
				numbered: keepOrder,
				hint: () => (own.length === 0 ? '' : 'Space chooses, ↑ ↓ go through the list'),
				validate: () => (members().length < 2 ? 'choose two or more, or give public keys of others below' : undefined),
			},
			{
				id: 'others',
				label: 'others',
				placeholder: 'public keys of others, pasted: none',
				validate: (value) => othersProblem(model, value, form.field('members')?.picks?.chosen ?? []),
				hint: (value) => {
					const count = publicKeysIn(value).length
					return count === 0 ? '' : counted(count, 'public key')
				},
			},
			{
				id: 'order',
				label: 'order',
				kind: 'choice',
				choices: [
					{ value: 'sorted', label: 'by address, as other programs do' },
					{ value: 'chosen', label: 'as chosen: your keys by their numbers, then the others' },
				],
				hint: () => 'another order is another address',
			},
			{
				id: 'threshold',
				label: 'must sign',
				initial: '2',
				validate: (value) => {
					const count = members().length
					const wanted = Number(value)
					if (!/^\s*\d+\s*$/.test(value) || wanted < 1) return 'how many of them must sign, such as 2'
					return wanted > count ? `no more than ${counted(count, 'member')} can sign` : undefined
				},
				hint: () => `of ${members().length}`,
			},
		],
		submit: async ({ name = '', threshold = '' }) => {
			const needed = Number(threshold)
			const count = members().length
			const key = await model.client.keys.addMultisig(name.trim(), needed, members(), { keepOrder: keepOrder() })
			form.close()
			await model.changed(key.name)
			app.toast('good', `${key.name} is a multisig key: ${needed} of ${count} must sign`)
		},
	})
}

/** The public keys in a text, each once: 33 bytes in 44 base64 characters, alone or in the JSON of `keys show`. */
function publicKeysIn(text: string): readonly string[] {
	return [...new Set(text.match(/(?<![A-Za-z0-9+/])A[g-z0-9+/][A-Za-z0-9+/]{42}(?![A-Za-z0-9+/])/g) ?? [])]
}

function othersProblem(model: KeysModel, value: string, chosen: readonly string[]): string | undefined {
	if (value.trim() === '') return undefined
	const keys = publicKeysIn(value)
	if (keys.length === 0) return 'a public key is 44 characters of base64; `chain-tui keys list` shows it'
	const double = model.keys.find(({ name, pubKey }) => chosen.includes(name) && keys.some((key) => key === pubKey))
	return double === undefined ? undefined : `${shownName(double.name)} is chosen above already`
}
