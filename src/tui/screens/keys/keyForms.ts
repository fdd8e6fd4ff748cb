import type { TakenKey } from '../../../client/index.ts'
import { addressProblem } from '../../app/names/addressForms.ts'
import { shownName } from '../../app/names/shownName.ts'
import type { OfferOptions } from '../../app/Offers.ts'
import { chosenKind, keyKindField, nameProblem } from '../../app/signing/createKey.ts'
import { newPassphrase } from '../../app/signing/newPassphrase.ts'
import { unlocked } from '../../app/signing/unlocked.ts'
import { confirm } from '../../kit/overlays/Confirm.tsx'
import { type Form, showForm } from '../../kit/overlays/Form.tsx'
import { Notice, showNotice } from '../../kit/overlays/Notice.tsx'
import { breakCells, cellWidth, wrapCells } from '../../kit/text/cells.ts'
import { qrRows } from '../../kit/text/qrRows.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { KeysModel } from './KeysModel.ts'

/** Takes over a key from its words, its private key or an encrypted export. */
export function importKey(model: KeysModel): void {
	const { app } = model
	unlocked(app, () => {
		const form: Form = showForm(app, {
			title: 'Import a key',
			action: 'import',
			fields: [
				{ id: 'name', label: 'name', placeholder: 'alice', validate: nameProblem(app) },
				{
					id: 'from',
					label: 'from',
					kind: 'choice',
					choices: [
						{ value: 'words', label: 'its words (mnemonic)' },
						{ value: 'hex', label: 'its private key (hex, 0x…)' },
						{ value: 'armor', label: 'an encrypted export' },
					],
				},
				{
					id: 'secret',
					label: 'secret',
					kind: 'multiline',
					rows: 3,
					// An export is encrypted: only words and private keys are secrets.
					secret: () => form.field('from')?.value !== 'armor',
					validate: (value) => (value.trim() === '' ? 'paste it or type it here' : undefined),
				},
				keyKindField(() => form.field('from')?.value !== 'armor'),
				{
					id: 'passphrase',
					label: 'passphrase',
					kind: 'secret',
					visible: () => form.field('from')?.value === 'armor',
					validate: (value) => (value === '' ? 'the passphrase it was exported with' : undefined),
				},
			],
			submit: async ({ name = '', from = '', kind, secret = '', passphrase = '' }) => {
				const { keys } = model.client
				const algo = chosenKind(kind)
				const key =
					from === 'words'
						? await keys.importMnemonic(name.trim(), secret.trim().split(/\s+/).join(' '), algo)
						: from === 'hex'
							? await keys.importPrivateKey(name.trim(), secret.trim(), algo)
							: await keys.importKey(name.trim(), secret.trim(), passphrase)
				form.close()
				await model.changed(key.name)
				app.toast('good', `${key.name} imported`)
			},
		})
	})
}

/** Watches an address without its secret. */
export function watchAddress(model: KeysModel): void {
	const { app } = model
	const prefix = app.prefix
	showForm(app, {
		title: 'Watch an address',
		action: 'watch',
		fields: [
			{ id: 'name', label: 'name', placeholder: 'treasury', validate: nameProblem(app) },
			{
				id: 'address',
				label: 'address',
				placeholder: `${prefix}1… or 0x…`,
				validate: (value) => addressProblem(value, prefix),
			},
		],
		submit: async ({ name = '', address = '' }, form) => {
			const key = await model.client.keys.addWatchOnly(name.trim(), address.trim())
			form.close()
			await model.changed(key.name)
		},
	})
}

/** Gives the selected key another name. */
export function renameKey(model: KeysModel): void {
	const { app, selected } = model
	if (selected === undefined) return
	unlocked(app, () =>
		showForm(app, {
			title: `Rename ${shownName(selected.name)}`,
			action: 'rename',
			fields: [{ id: 'name', label: 'name', initial: selected.name, validate: nameProblem(app) }],
			submit: async ({ name = '' }, form) => {
				const to = name.trim()
				await moveName(model, selected.name, to)
				form.close()
				app.toast('good', `${selected.name} is ${to} now`, { run: () => moveName(model, to, selected.name) })
			},
		}),
	)
}

/** Renames a key; who one is stays the same. */
async function moveName(model: KeysModel, from: string, to: string): Promise<void> {
	const { preferences } = model.app
	await model.client.keys.rename(from, to)
	if (preferences.get('key') === from) preferences.set('key', to)
	await model.changed(to)
}

/** Deletes the selected key, after its name was typed. For some seconds it can be brought back. */
export function deleteKey(model: KeysModel): void {
	const { app, selected } = model
	if (selected === undefined) return
	const secret = selected.kind === 'local'
	unlocked(app, () =>
		confirm(app, {
			title: `Delete ${shownName(selected.name)}`,
			text: [
				secret
					? 'Without its words or an export nobody can sign with this address again. Its coins stay on the chain, out of reach. You can change your mind for ten seconds, while the app runs.'
					: 'Only the name goes; nothing on the chain changes.',
				selected.address,
			],
			action: 'delete',
			...(secret ? { typed: selected.name } : {}),
			run: async () => {
				const taken = await model.client.keys.take(selected.name)
				await model.changed()
				offerBack(model, selected.name, taken)
			},
		}),
	)
}

/** Reports that a key is deleted and offers to restore it; a failed restore can be repeated. */
function offerBack(model: KeysModel, name: string, taken: TakenKey): void {
	const { app } = model
	const offer: OfferOptions = {
		expired: taken.forget,
		run: async () => {
			try {
				const key = await taken.restore()
				taken.forget()
				if (app.preferences.get('key') === name) app.preferences.set('key', key.name)
				await model.changed(key.name)
				app.toast('good', `${key.name} is back`)
			} catch (error) {
				app.logError(error)
				app.toast('bad', `${name} could not be brought back: ${(error as Error).message}`, offer)
			}
		},
	}
	app.toast('good', `${name} deleted`, offer)
}

/** Shows the selected key encrypted with a passphrase. */
export function exportKey(model: KeysModel): void {
	const { app, selected } = model
	if (selected === undefined) return
	unlocked(app, () => {
		const form: Form = showForm(app, {
			title: `Export ${shownName(selected.name)}`,
			action: 'export',
			intro: ['The export is encrypted with this passphrase. You need it to import the key again.'],
			fields: newPassphrase(() => form),
			submit: async ({ passphrase = '' }) => {
				const armor = await model.client.keys.exportKey(selected.name, passphrase)
				form.close()
				showNotice(app, {
					title: `Export of ${shownName(selected.name)}`,
					copy: { text: armor, what: 'the encrypted key', secret: true },
					lines: (view) => armor.split('\n').flatMap((line) => wrapCells(safeText(line, 400), view.width)),
				})
			},
		})
	})
}

/** The address of the selected key as a QR code. */
export function showQr(model: KeysModel): void {
	const { app, selected } = model
	if (selected === undefined) return
	showNotice(app, {
		title: `Address of ${shownName(selected.name)}`,
		copy: { text: selected.address, what: 'address' },
		lines: (view) => {
			if (view.plain) return [selected.address, 'Plain mode cannot show the QR code, which is a picture.']
			const code = qrRows(selected.address, view.theme.colored, view.height)
			if (code.length > view.height) {
				return [selected.address, '', view.theme.muted('Make the terminal higher to see the QR code.')]
			}
			if (code.length < view.height) return [selected.address, ...code]
			// The code takes every row, so the address is beside it.
			const codeWidth = cellWidth(code[0] ?? '')
			const room = view.width - codeWidth - 2
			const address = room < 8 ? [] : breakCells(selected.address, room)
			return code.map((line, row) => `${line}  ${address[row - 1] ?? ''}`)
		},
	})
}

/** Signs a text with the selected key. */
export function signText(model: KeysModel): void {
	const { app, selected } = model
	if (selected === undefined) return
	unlocked(app, () =>
		showForm(app, {
			title: `Sign a text as ${shownName(selected.name)}`,
			action: 'sign',
			fields: [
				{
					id: 'text',
					label: 'text',
					kind: 'multiline',
					rows: 3,
					validate: (value) => (value === '' ? 'a text to sign' : undefined),
				},
			],
			submit: async ({ text = '' }, form) => {
				const { keys } = model.client
				const { signature, pubKey } = await keys.signText(selected.name, text)
				const valid = await keys.verifyText(selected.address, text, signature, pubKey)
				form.close()
				const document = JSON.stringify({ address: selected.address, pubKey, signature, text }, null, 2)
				app.show(
					new Notice(app, {
						title: 'Signature',
						copy: { text: document, what: 'signature' },
						lines: (view) => [
							valid
								? view.theme.good('✓ checked: it is the signature of this address')
								: view.theme.bad('✗ it does not verify'),
							'',
							...document.split('\n').flatMap((line) => wrapCells(safeText(line), view.width)),
						],
					}),
				)
			},
		}),
	)
}
