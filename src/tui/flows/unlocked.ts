import { Form } from '../components/Form.ts'
import type { TuiApp } from '../state/TuiApp.ts'

/** Runs something that needs a secret, after the passphrase of the keyring when it is locked. */
export function unlocked(app: TuiApp, then: () => void): void {
	const keys = app.client?.keys
	if (keys === undefined) return
	if (!keys.isLocked()) {
		then()
		return
	}
	app.show(
		new Form(app, {
			title: 'Unlock your keys',
			action: 'unlock',
			fields: [
				{
					id: 'passphrase',
					label: 'passphrase',
					kind: 'secret',
					validate: (value) => (value === '' ? 'type the passphrase of your key file' : undefined),
				},
			],
			submit: async ({ passphrase = '' }, form) => {
				await keys.unlock(passphrase)
				form.close()
				then()
			},
		}),
	)
}
