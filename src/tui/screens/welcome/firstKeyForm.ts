import type { KeysClient } from '../../../client/index.ts'
import { newPassphrase } from '../../app/signing/newPassphrase.ts'
import { Form } from '../../kit/overlays/Form.tsx'
import { Notice } from '../../kit/overlays/Notice.tsx'
import { wrapCells } from '../../kit/text/cells.ts'
import { wordGrid } from '../../kit/text/wordGrid.ts'
import type { FirstRun } from './FirstRun.ts'
import { FundedPage } from './FundedPage.tsx'
import { fundingRows } from './fundingRows.ts'
import { offerTour } from './offerTour.ts'

/** The first page of the first run: a name for the key, and the passphrase of the key file where there is one. */
export function firstKeyForm(run: FirstRun): Form {
	const { app } = run
	const { keys } = run.client
	const locked = (): boolean => keys.isLocked()
	// The values of the form ask which fields are visible, and so would ask this again.
	const opensGenesis = (): boolean => (form.field('genesis')?.buffer.text ?? '').trim() !== ''
	// A key file without keys may be there already; then its passphrase is asked once.
	let isNew = true
	let made = false
	const [passphrase, again] = newPassphrase(
		() => form,
		() => locked() && isNew && !opensGenesis(),
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
		fields: [
			{
				id: 'name',
				label: 'name',
				initial: 'me',
				placeholder: 'me',
				validate: (value) => (value.trim() === '' ? 'a key needs a name' : undefined),
			},
			{
				...passphrase,
				visible: () => locked() && !opensGenesis(),
				validate: (value) =>
					isNew ? passphrase.validate?.(value) : value === '' ? 'the passphrase of your key file' : undefined,
			},
			again,
			{
				id: 'genesis',
				label: 'or open',
				placeholder: 'a genesis file of a real chain, of generation 8 or 9',
				hint: () => 'the Upgrade screen (g u) shows what becomes of it, and starts it',
			},
		],
		submit: async ({ name = '', passphrase: typed = '', genesis = '' }) => {
			if (genesis.trim() !== '') {
				// The first run is offered again: there still is no key.
				made = true
				form.close()
				app.open('upgrade', genesis.trim())
				return
			}
			form.busy = '◌ making the key'
			let mnemonic: string
			try {
				mnemonic = await run.make(name.trim(), typed)
			} catch (error) {
				// After a wrong passphrase the next try begins anew.
				if (keys.isLocked()) form.field('passphrase')?.buffer.set('')
				throw error
			}
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

/** Where the secret of a new key is stored, and what happens if that is lost, one paragraph each. */
function whereKept(keys: Pick<KeysClient, 'backend' | 'notice' | 'isLocked'>, isNew: boolean): readonly string[] {
	// The notice says why the keys are in a file instead of the system's store, or that others can read it.
	const told = keys.notice
	if (keys.backend === 'file') {
		const where = told === '' ? 'The secret is kept in an encrypted file in your home.' : told
		// The environment may have opened it.
		return [keys.isLocked() ? `${where} ${ofFile(isNew)}` : where]
	}
	const place = keys.backend === 'os' ? ofSystem : 'The secret is kept in memory and forgotten when you leave.'
	return told === '' ? [place] : [told, place]
}

const words = 'the words on the next page bring the key back'

const ofSystem = `The secret is kept in the key store of your system, where browsers keep passwords too. It opens when you log in, so there is no passphrase to choose. If the store is lost, ${words}.`

function ofFile(isNew: boolean): string {
	if (!isNew) return 'There is one already: type its passphrase.'
	return `The passphrase you choose locks it, and is asked for once after each start. Nobody can look it up or reset it: if it is lost, only ${words}.`
}

/** The second page of the first run: the words of the new key, once, on a page that Esc does not close. */
function wordsPage(run: FirstRun, mnemonic: string): Notice {
	return new Notice(run.app, {
		title: 'Your key · 2 of 3',
		page: true,
		onlyEnter: 'I have written them down',
		copy: { text: mnemonic, what: 'the words', secret: true },
		lines: ({ theme, width }) => [
			...wrapCells(
				'These words are your key. Whoever has them can sign as you; without them nobody can bring it back. They are shown only this once.',
				width,
			),
			'',
			...wordGrid(mnemonic, width).map(theme.strong),
			'',
			...(run.hasEvm
				? [
						...wrapCells(
							`They also make ${run.ethName(run.key?.name ?? '')}, an Ethereum key, which signs for contracts.`,
							width,
						),
						'',
					]
				: []),
			...fundingRows(run, { theme, width }),
		],
		closed: () => run.app.show(new FundedPage(run)),
	})
}
