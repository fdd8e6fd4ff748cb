import { type Form, showForm } from '../../kit/overlays/Form.tsx'
import type { TuiApp } from '../TuiApp.ts'
import { newPassphrase } from './newPassphrase.ts'

/**
 * Runs an action that needs a secret, after asking for the keyring's passphrase if it is locked. A new passphrase is
 * typed twice.
 * @param options.orNew Runs it too while there is no keyring yet, for a form that offers to make the first key.
 */
export function unlocked(app: TuiApp, then: () => void, { orNew = false }: { readonly orNew?: boolean } = {}): void {
	const keys = app.client?.keys
	if (keys === undefined) return
	if (!keys.isLocked()) {
		then()
		return
	}
	app.attempt(async () => {
		const isNew = await keys.isNew()
		if (isNew && orNew) {
			then()
			return
		}
		const form: Form = showForm(app, {
			// Over the form whose values need the secret, which stays as it is.
			name: 'unlock',
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
				form.busy = 'opening the key file …'
				try {
					await keys.unlock(passphrase)
				} catch (error) {
					// The next try begins anew, and guessing takes longer each time.
					for (const { buffer } of form.fields) buffer.set('')
					const wrong = (wrongTries.get(app) ?? 0) + 1
					wrongTries.set(app, wrong)
					await new Promise((resolve) => setTimeout(resolve, waitAfter(wrong)))
					throw error
				} finally {
					form.busy = ''
				}
				wrongTries.delete(app)
				// A locked keyring lists no keys, so they are read again.
				app.refreshIdentity()
				form.close()
				then()
			},
		})
	})
}

/** Wrong passphrases since the last right one: closing the form and opening it again forgets none. */
const wrongTries = new WeakMap<TuiApp, number>()

/** Milliseconds that a form waits after so many wrong passphrases: from the third on a second, then twice as long each time. */
function waitAfter(wrong: number): number {
	return wrong < 3 ? 0 : Math.min(30_000, 1_000 * 2 ** (wrong - 3))
}
