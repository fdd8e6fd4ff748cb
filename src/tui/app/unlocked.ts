import { Form } from '../kit/overlays/Form.tsx'
import type { TuiApp } from './TuiApp.ts'

/** Characters a new passphrase has at least: what the key file asks for. */
const shortest = 8

/** Runs something that needs a secret, after the passphrase of the keyring when it is locked; a new one is chosen here. */
export function unlocked(app: TuiApp, then: () => void): void {
	const keys = app.client?.keys
	if (keys === undefined) return
	if (!keys.isLocked()) {
		then()
		return
	}
	app.attempt(async () => {
		const isNew = await keys.isNew()
		app.show(
			new Form(app, {
				title: isNew ? 'Choose a passphrase for your keys' : 'Unlock your keys',
				action: isNew ? 'choose' : 'unlock',
				...(isNew ? { intro: ['It protects the key file on this machine. Nobody can recover it for you.'] } : {}),
				fields: [
					{
						id: 'passphrase',
						label: 'passphrase',
						kind: 'secret',
						placeholder: isNew ? `at least ${shortest} characters` : '',
						validate: (value) => {
							if (isNew) return value.length < shortest ? `at least ${shortest} characters` : undefined
							return value === '' ? 'type the passphrase of your key file' : undefined
						},
					},
				],
				submit: async ({ passphrase = '' }, form) => {
					await keys.unlock(passphrase)
					// A locked keyring tells no keys: now they are there.
					app.refreshIdentity()
					form.close()
					then()
				},
			}),
		)
	})
}
