import { reopenSignatures } from '../../app/collectSignatures.ts'
import { unlocked } from '../../app/unlocked.ts'
import { Form } from '../../kit/overlays/Form.tsx'
import { safeText } from '../../kit/text/safeText.ts'
import type { KeysModel } from './KeysModel.ts'

/** Asks for the file of a transaction of the selected multisig key, and opens the page of its signatures. */
export function openSignatures(model: KeysModel): void {
	const { app, selected } = model
	if (selected === undefined) return
	unlocked(app, () =>
		app.show(
			new Form(app, {
				title: `Transaction of ${safeText(selected.name, 40)}`,
				action: 'open',
				intro: ['The file that was saved when it was made, here or by another member. Opening it signs nothing.'],
				fields: [
					{
						id: 'file',
						label: 'file',
						kind: 'text',
						placeholder: `/path/to/${safeText(selected.name, 20)}-0-unsigned.json`,
						validate: (value) => (value.trim() === '' ? 'the path of the file' : undefined),
					},
				],
				submit: async ({ file = '' }) => reopenSignatures(app, selected, file.trim()),
			}),
		),
	)
}
