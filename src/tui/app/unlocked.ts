import { Form } from '../kit/overlays/Form.tsx'
import { newPassphrase } from './newPassphrase.ts'
import type { TuiApp } from './TuiApp.ts'

/**
 * Runs an action that needs a secret, after asking for the keyring's passphrase if it is locked. A new passphrase is
 * typed twice.
 */
export function unlocked(app: TuiApp, then: () => void): void {
	const keys = app.client?.keys
	if (keys === undefined) return
	if (!keys.isLocked()) {
		then()
		return
	}
	app.attempt(async () => {
		const isNew = await keys.isNew()
		const form: Form = new Form(app, {
			title: isNew ? 'Choose a passphrase for your keys' : 'Unlock your keys',
			action: isNew ? 'choose' : 'unlock',
			...(isNew ? { intro: ['It protects the key file on this machine. Nobody can recover it for you.'] } : {}),
			fields: isNew
				? newPassphrase(() => form)
				: [
						{
							id: 'passphrase',
							label: 'passphrase',
							kind: 'secret',
							validate: (value) => (value === '' ? 'type the passphrase of your key file' : undefined),
						},
					],
			submit: async ({ passphrase = '' }) => {
				await keys.unlock(passphrase)
				// A locked keyring lists no keys, so they are read again.
				app.refreshIdentity()
				form.close()
				then()
			},
		})
		app.show(form)
	})
}
