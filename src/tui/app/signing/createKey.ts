import type { KeyInfo } from '../../../client/index.ts'
import type { FieldOptions } from '../../kit/models/FormField.ts'
import { Form } from '../../kit/overlays/Form.tsx'
import { Notice } from '../../kit/overlays/Notice.tsx'
import { wrapCells } from '../../kit/text/cells.ts'
import { wordGrid } from '../../kit/text/wordGrid.ts'
import type { TuiApp } from '../TuiApp.ts'
import { unlocked } from './unlocked.ts'

/**
 * Asks for a name, makes a key and shows its words once. The form stands over others, which keep what was typed.
 * @param options.kind What is chosen at first: `eth` for a key that signs for contracts.
 * @param options.made Called with the key when it is among the app's.
 */
export function createKey(
	app: TuiApp,
	{ kind = 'own', made = () => {} }: { readonly kind?: 'own' | 'eth'; readonly made?: (key: KeyInfo) => void } = {},
): void {
	unlocked(app, () =>
		app.show(
			new Form(app, {
				name: 'new key',
				title: 'New key',
				action: 'create',
				fields: [
					{ id: 'name', label: 'name', kind: 'text', placeholder: 'alice', validate: nameProblem(app) },
					{ ...keyKindField(), initial: kind },
				],
				submit: async ({ name = '', kind: chosen }, form) => {
					const { keys } = app.client!
					const { key, mnemonic } = await keys.create(name.trim(), chosenKind(chosen))
					form.close()
					const isFirst = app.state.current === ''
					app.set({ keys: await keys.list() })
					if (isFirst) app.preferences.set('key', key.name)
					app.refreshIdentity()
					made(key)
					showWords(app, key, mnemonic)
				},
			}),
		),
	)
}

/** The words, on a page that Esc does not close. */
function showWords(app: TuiApp, { address }: KeyInfo, mnemonic: string): void {
	app.show(
		new Notice(app, {
			title: `Words of ${app.nameOf(address)}`,
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
		}),
	)
}

/** The problem of a new key's name. */
export function nameProblem(app: TuiApp): (value: string) => string | undefined {
	return (value) => {
		const name = value.trim()
		if (name === '') return 'a key needs a name'
		const isTaken = app.state.keys.some((key) => key.kind !== 'acting' && key.name === name)
		return isTaken ? `there is a key named ${name} already` : undefined
	}
}

/** The choice between the chain's own kind of key and Ethereum's. */
export function keyKindField(visible: () => boolean = () => true): FieldOptions {
	return {
		id: 'kind',
		label: 'kind',
		kind: 'choice',
		visible,
		choices: [
			{ value: 'own', label: "the chain's own" },
			{ value: 'eth', label: 'Ethereum' },
		],
		hint: (value) =>
			value === 'eth' ? 'signs for contracts too, as wallets of Ethereum do (needs a chain with an EVM)' : '',
	}
}

/** The kind that was chosen. */
export function chosenKind(value: string | undefined): { readonly algo?: NonNullable<KeyInfo['algo']> } {
	return value === 'eth' ? { algo: 'eth_secp256k1' } : {}
}
