import { UserError } from '../../../errors/UserError.ts'
import { member } from '../../../util/jsonParts.ts'
import { showForm } from '../../kit/overlays/Form.tsx'
import { showNotice } from '../../kit/overlays/Notice.tsx'
import { wrapCells } from '../../kit/text/cells.ts'
import { safeLines } from '../../kit/text/safeText.ts'
import type { KeysModel } from './KeysModel.ts'

/** The members of the JSON that `sign a text` copies. */
const parts = ['address', 'pubKey', 'signature', 'text'] as const

/** Asks for a signed text and checks its signature. Needs no key. */
export function verifyText(model: KeysModel): void {
	const { app } = model
	showForm(app, {
		title: 'Check a signature',
		action: 'check',
		intro: ['Paste what “sign a text” gave: JSON with address, pubKey, signature and text.'],
		fields: [
			{
				id: 'document',
				label: 'signed text',
				kind: 'multiline',
				rows: 5,
				validate: (value) => (value.trim() === '' ? 'paste the signed text' : undefined),
			},
		],
		submit: async ({ document = '' }, form) => {
			const { address, text, signature, pubKey } = signedText(document)
			const valid = await model.client.keys.verifyText(address, text, signature, pubKey)
			form.close()
			showNotice(app, {
				title: 'Check of a signature',
				lines: ({ theme, width }) => [
					valid
						? theme.good('✓ it is the signature of this address over this text')
						: theme.bad('✗ it is not the signature of this address over this text'),
					'',
					...safeLines(address, 200).flatMap((line) => wrapCells(line, width)),
					'',
					...safeLines(text, 20_000).flatMap((line) => wrapCells(line, width)),
				],
			})
		},
	})
}

/** Throws UserError for a text that is no such document. */
function signedText(document: string): Readonly<Record<(typeof parts)[number], string>> {
	let value: unknown
	try {
		value = JSON.parse(document)
	} catch {
		throw new UserError('This is not JSON.', { next: 'Paste all of what “sign a text” gave, braces included.' })
	}
	const missing = parts.find((name) => typeof member(value, name) !== 'string')
	if (missing !== undefined) throw new UserError(`It has no text called ${missing}.`, { next: `Add "${missing}".` })
	return value as ReturnType<typeof signedText>
}
