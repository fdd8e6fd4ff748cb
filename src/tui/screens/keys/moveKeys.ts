import { newPassphrase } from '../../app/newPassphrase.ts'
import { unlocked } from '../../app/unlocked.ts'
import { Form } from '../../kit/overlays/Form.tsx'
import type { KeysModel } from './KeysModel.ts'

const stores = [
	{ value: 'os', label: 'key store of the system' },
	{ value: 'file', label: 'encrypted file' },
] as const

/** Copies all keys to another store, which this and later starts use; those in the old one stay there. */
export function moveKeys(model: KeysModel): void {
	const { app } = model
	const { keys } = model.client
	unlocked(app, () => {
		const [passphrase, again] = newPassphrase(
			() => form,
			() => form.field('to')?.value === 'file',
		)
		const form: Form = new Form(app, {
			title: 'Keep the keys elsewhere',
			action: 'move',
			intro: ['All keys are copied, and this and later starts use the copies. The old store keeps what it has.'],
			fields: [
				{
					id: 'to',
					label: 'to',
					kind: 'choice',
					choices: stores.filter(({ value }) => value !== keys.backend),
				},
				{ ...passphrase, hint: () => 'of the key file; a new file gets this one' },
				again,
			],
			submit: async ({ to = '', passphrase = '' }) => {
				await keys.moveTo(to as 'os' | 'file', passphrase === '' ? undefined : passphrase)
				form.close()
				await model.changed(model.selected?.name)
				app.toast('good', `keys are kept in the ${stores.find(({ value }) => value === to)?.label} now`)
			},
		})
		app.show(form)
	})
}
