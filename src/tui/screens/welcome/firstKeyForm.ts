import { newPassphrase } from '../../app/newPassphrase.ts'
import { Form } from '../../kit/overlays/Form.tsx'
import type { FirstRun } from './FirstRun.ts'
import { offerTour } from './offerTour.ts'
import { whereKept } from './whereKept.ts'
import { wordsPage } from './wordsPage.ts'

/** The first page of the first run: a name for the key, and the passphrase of the key file where there is one. */
export function firstKeyForm(run: FirstRun): Form {
	const { app } = run
	const { keys } = run.client
	const locked = (): boolean => keys.isLocked()
	// A key file without keys may be there already; then its passphrase is asked once.
	let isNew = true
	let made = false
	const [passphrase, again] = newPassphrase(
		() => form,
		() => locked() && isNew,
	)
	const form: Form = new Form(app, {
		title: 'Welcome · 1 of 3',
		action: 'make my key',
		leave: 'look around without one',
		page: true,
		intro: () => [
			app.state.status?.kind === 'embedded'
				? 'This is a whole small blockchain, running here, now. To write on it you need a key: a name for you, and a secret that signs.'
				: 'To write on this chain you need a key: a name for you, and a secret that signs.',
			'',
			...whereKept(keys, isNew),
		],
		// The name has a good value already.
		focus: locked() ? passphrase.id : 'name',
		fields: [
			{
				id: 'name',
				label: 'name',
				kind: 'text',
				initial: 'me',
				placeholder: 'me',
				validate: (value) => (value.trim() === '' ? 'a key needs a name' : undefined),
			},
			{
				...passphrase,
				visible: locked,
				validate: (value) =>
					isNew ? passphrase.validate?.(value) : value === '' ? 'the passphrase of your key file' : undefined,
			},
			again,
		],
		submit: async ({ name = '', passphrase: typed = '' }) => {
			form.busy = '◌ making the key'
			app.touch()
			const mnemonic = await run.make(name.trim(), typed)
			made = true
			form.close()
			app.show(wordsPage(run, mnemonic))
		},
		closed: () => {
			if (made) return
			run.end()
			offerTour(app)
		},
	})
	app.attempt(async () => {
		isNew = await keys.isNew()
	})
	return form
}
