import { listCommands } from '../../app/list/listCommands.ts'
import { shownName } from '../../app/names/shownName.ts'
import { reopenSignatures } from '../../app/signing/collectSignatures.ts'
import { createKey } from '../../app/signing/createKey.ts'
import { newPassphrase } from '../../app/signing/newPassphrase.ts'
import { unlocked } from '../../app/signing/unlocked.ts'
import type { CommandRecord } from '../../kit/keymap/Command.ts'
import { type Form, showForm } from '../../kit/overlays/Form.tsx'
import { safeText } from '../../kit/text/safeText.ts'
import { addMultisig } from './addMultisig.ts'
import type { KeysModel } from './KeysModel.ts'
import { deleteKey, exportKey, importKey, renameKey, showQr, signText, watchAddress } from './keyForms.ts'
import { sendCoins } from './sendCoins.ts'
import { verifyText } from './verifyText.ts'

/** Commands of the Keys screen. */
export function keyCommands(model: KeysModel): readonly CommandRecord[] {
	const { app } = model
	const needsKey = (): true | string => model.selected !== undefined || 'there is no key yet: c makes one'
	const needsSecret = (): true | string => {
		if (model.selected === undefined) return 'there is no key yet: c makes one'
		return model.selected.kind === 'local' || 'its secret is not here'
	}
	const none = model.keys.length === 0
	return [
		...listCommands(model, { id: 'keys', filter: { placeholder: 'a name, kind or address' } }),
		{
			id: 'keys.create',
			keys: ['c', 'n'],
			title: 'create',
			description: 'Create a new key; its words are shown once.',
			footer: none ? 1 : 4,
			run: () =>
				createKey(app, {
					made: ({ name }) => {
						model.list.select(name)
						model.readBalances()
					},
				}),
		},
		{
			id: 'keys.use',
			keys: ['enter'],
			title: 'use',
			description: 'Sign with the selected key from now on.',
			footer: 1,
			enabled: needsKey,
			run: () => {
				if (model.selected !== undefined) model.use(model.selected)
			},
		},
		{
			id: 'keys.send',
			keys: ['s'],
			title: 'send',
			description: 'Send coins from the selected key.',
			footer: 2,
			enabled: () => model.selected?.kind === 'multi' || needsSecret(),
			run: () => sendCoins(model),
		},
		{
			id: 'keys.faucet',
			keys: ['f'],
			title: 'faucet',
			description: 'Request coins from the faucet for the selected key.',
			footer: 3,
			enabled: () => {
				if (model.admin === undefined) return 'this node has no faucet'
				return model.hasFaucet ? needsKey() : 'this chain has no faucet: ask someone who has coins'
			},
			run: () => askFaucet(model),
		},
		{
			id: 'keys.import',
			keys: ['i'],
			title: 'import',
			description: 'Import a key from its words, its private key or an encrypted export.',
			footer: none ? 2 : 5,
			run: () => importKey(model),
		},
		{
			id: 'keys.watch',
			keys: ['w'],
			title: 'watch',
			description: 'Watch an address without its secret.',
			run: () => watchAddress(model),
		},
		{
			id: 'keys.multisig',
			keys: ['m'],
			title: 'multisig',
			description: 'Create a multisig key, for which several members must sign.',
			run: () => addMultisig(model),
		},
		{
			id: 'keys.signatures',
			keys: ['O'],
			title: 'open signatures',
			description: 'Open a saved transaction of a multisig key: sign it, add signatures, send it.',
			enabled: () => model.selected?.kind === 'multi' || 'choose a multisig key',
			run: () => openSignatures(model),
		},
		{
			id: 'keys.copy',
			keys: ['y'],
			title: 'copy address',
			description: 'Copy the address of the selected key.',
			footer: 6,
			enabled: needsKey,
			run: () => app.copy(model.selected?.address ?? '', 'address'),
		},
		{
			id: 'keys.qr',
			keys: ['Q'],
			title: 'QR code',
			description: 'Show the address as a QR code.',
			enabled: needsKey,
			run: () => showQr(model),
		},
		{
			id: 'keys.account',
			keys: ['a'],
			title: 'account',
			description: 'Open the account of the selected key.',
			enabled: needsKey,
			run: () => app.open('accounts', model.selected?.address),
		},
		{
			id: 'keys.transactions',
			keys: ['t'],
			title: 'transactions',
			description: 'List what the selected key sent and received.',
			footer: 7,
			enabled: needsKey,
			run: () => app.open('transactions', model.selected?.address),
		},
		{
			id: 'keys.sign',
			keys: ['S'],
			title: 'sign a text',
			description: 'Sign a text with the selected key and check the signature.',
			enabled: needsSecret,
			run: () => signText(model),
		},
		{
			id: 'keys.verify',
			keys: ['V'],
			title: 'check a signature',
			description: 'Check a signed text and who signed it.',
			run: () => verifyText(model),
		},
		{
			id: 'keys.move',
			keys: ['B'],
			title: 'move keys',
			description: 'Keep the keys in the key store of the system, or in an encrypted file.',
			enabled: () => model.keys.length > 0 || 'there is no key yet: c makes one',
			run: () => moveKeys(model),
		},
		{
			id: 'keys.rename',
			keys: ['R'],
			title: 'rename',
			description: 'Give the selected key another name.',
			enabled: needsKey,
			run: () => renameKey(model),
		},
		{
			id: 'keys.export',
			keys: ['e'],
			title: 'export',
			description: 'Show the private key, encrypted with a passphrase.',
			enabled: needsSecret,
			run: () => exportKey(model),
		},
		{
			id: 'keys.delete',
			keys: ['D', 'delete'],
			title: 'delete',
			description: 'Delete the selected key; its name must be typed, and u brings it back for ten seconds.',
			enabled: needsKey,
			run: () => deleteKey(model),
		},
	]
}

async function askFaucet(model: KeysModel): Promise<void> {
	const { app, admin, selected } = model
	if (admin === undefined || selected === undefined) return
	app.toast('busy', 'the faucet is sending')
	await admin.faucet(selected.address)
	const coins = await model.client.balances(selected.address)
	model.balances.set(selected.address, coins)
	app.refreshIdentity()
	app.toast('good', `${selected.name} has ${app.amounts.coins(coins)} now`)
}

/** Asks for the file of a transaction of the selected multisig key, and opens the page of its signatures. */
function openSignatures(model: KeysModel): void {
	const { app, selected } = model
	if (selected === undefined) return
	unlocked(app, () =>
		showForm(app, {
			title: `Transaction of ${shownName(selected.name)}`,
			action: 'open',
			intro: ['The file that was saved when it was made, here or by another member. Opening it signs nothing.'],
			fields: [
				{
					id: 'file',
					label: 'file',
					placeholder: `/path/to/${safeText(selected.name, 20)}-0-unsigned.json`,
					validate: (value) => (value.trim() === '' ? 'the path of the file' : undefined),
				},
			],
			submit: async ({ file = '' }) => reopenSignatures(app, selected, file.trim()),
		}),
	)
}

const stores = [
	{ value: 'os', label: 'key store of the system' },
	{ value: 'file', label: 'encrypted file' },
] as const

/** Copies all keys to another store, which this and later starts use; those in the old one stay there. */
function moveKeys(model: KeysModel): void {
	const { app } = model
	const { keys } = model.client
	unlocked(app, () => {
		const [passphrase, again] = newPassphrase(
			() => form,
			() => form.field('to')?.value === 'file',
		)
		const form: Form = showForm(app, {
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
	})
}
