import { unlocked } from '../../app/signing/unlocked.ts'
import { showForm } from '../../kit/overlays/Form.tsx'
import { showNotice } from '../../kit/overlays/Notice.tsx'
import { wrapCells } from '../../kit/text/cells.ts'
import { wordGrid } from '../../kit/text/wordGrid.ts'
import type { KeysModel } from './KeysModel.ts'
import { chosenKind, keyKindField } from './keyKindField.ts'

/** Asks for a name, makes a key and shows its words once. */
export function createKey(model: KeysModel): void {
	const { app } = model
	unlocked(app, () =>
		showForm(app, {
			title: 'New key',
			action: 'create',
			fields: [{ id: 'name', label: 'name', placeholder: 'alice', validate: nameProblem(model) }, keyKindField()],
			submit: async ({ name = '', kind }, form) => {
				const { key, mnemonic } = await model.client.keys.create(name.trim(), chosenKind(kind))
				form.close()
				await model.changed(key.name)
				if (app.state.current === '') model.use(key)
				showWords(model, key.name, mnemonic)
			},
		}),
	)
}

/** The words, on a page that Esc does not close. */
function showWords(model: KeysModel, name: string, mnemonic: string): void {
	const { app } = model
	showNotice(app, {
		title: `Words of ${app.nameOf(app.state.keys.find((key) => key.name === name)?.address ?? name)}`,
		onlyEnter: 'I have written them down',
		copy: { text: mnemonic, what: 'the words', secret: true },
		lines: (view) => [
			...wrapCells(
				'These words are the key. Whoever has them can sign as you; they are shown only this once.',
				view.width,
			),
			'',
			...wordGrid(mnemonic, view.width).map(view.theme.strong),
		],
	})
}

/** The problem of a new key's name. */
export function nameProblem(model: KeysModel): (value: string) => string | undefined {
	return (value) => {
		const name = value.trim()
		if (name === '') return 'a key needs a name'
		return model.keys.some((key) => key.name === name) ? `there is a key named ${name} already` : undefined
	}
}
