import type { ReactElement } from 'react'
import type { ChainClient } from '../../../client/ChainClient.ts'
import type { KeyInfo } from '../../../client/KeysClient.ts'
import type { UserError } from '../../../errors/UserError.ts'
import { formatCoins } from '../../app/format/coins.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import type { Command } from '../../kit/keymap/Command.ts'
import type { Overlay } from '../../kit/keymap/Layer.ts'
import { TextBuffer } from '../../kit/models/TextBuffer.ts'
import type { Key } from '../../kit/terminal/Key.ts'
import { wrapCells } from '../../kit/text/cells.ts'
import { hint } from '../../kit/text/hints.ts'
import { textFieldRows } from '../../kit/text/textFieldRows.ts'
import { wordGrid } from '../../kit/text/wordGrid.ts'
import type { RowSpace } from '../../kit/theme/RowSpace.ts'
import { offerTour } from './offerTour.ts'
import { WelcomeView } from './WelcomeView.tsx'

type Step = 'name' | 'passphrase' | 'words' | 'funded'

/** How the new key gets its first coins; `none`: nobody here gives any. */
type Funding = { readonly state: 'none' | 'asked' | 'arrived' } | { readonly state: 'failed'; readonly problem: string }

/**
 * The first run: from nothing to a key with coins in three Enters. The first makes the key, the second says its words
 * are written down (the faucet has been asked meanwhile), the third leads to the first greeting. On a chain without a
 * faucet the third page says so, and what to do.
 */
export class Welcome implements Overlay {
	readonly name = 'welcome'
	readonly placement = 'full'
	readonly title = 'Welcome'
	readonly #app: TuiApp
	readonly #client: ChainClient
	readonly #keyName = new TextBuffer('me')
	readonly #passphrase = new TextBuffer()
	#step: Step = 'name'
	#error = ''
	#busy = false
	#mnemonic = ''
	/** The passphrase is chosen now, not checked. */
	#newStore = true
	#funding: Funding = { state: 'none' }

	constructor(app: TuiApp, client: ChainClient) {
		this.#app = app
		this.#client = client
		// A keyring with a passphrase is opened on the way; the name has a good value already.
		if (client.keys.isLocked()) this.#step = 'passphrase'
		app.attempt(async () => {
			this.#newStore = await client.keys.isNew()
		})
	}

	/** Shows it when there is no key yet and it was not left before. */
	static offer(app: TuiApp): void {
		if (app.client === undefined || app.state.keys.length > 0 || app.preferences.get('welcomed')) return
		app.show(new Welcome(app, app.client))
	}

	commands(): readonly Command[] {
		const group = 'First run'
		const words = this.#step === 'words'
		return [
			{
				id: 'welcome.next',
				keys: ['enter'],
				title: words
					? 'I have written them down'
					: this.#step !== 'funded'
						? 'make my key'
						: this.#poor
							? 'import a key with coins'
							: 'write your first greeting',
				description: 'Make the key, go on when its words are written down, and write the first greeting.',
				group,
				footer: 1,
				run: () => this.#next(),
			},
			{
				id: 'welcome.field',
				keys: ['tab', 'up', 'down'],
				title: 'other field',
				description: 'Go between the name of the key and the passphrase.',
				group,
				enabled: () => (this.#client.keys.isLocked() && !words) || 'there is one field',
				run: () => this.#switch(),
			},
			{
				id: 'welcome.copy',
				keys: ['ctrl+y'],
				title: words ? 'copy the words' : 'copy my address',
				description: 'Copy the words of the new key; on the last page its address.',
				group,
				...(words || this.#step === 'funded' ? { footer: 2 } : {}),
				enabled: () => words || this.#step === 'funded' || 'there are no words yet',
				run: () =>
					words
						? this.#app.copySecret(this.#mnemonic, 'the words')
						: this.#app.copy(this.#key?.address ?? '', 'your address'),
			},
			{
				id: 'welcome.skip',
				keys: ['esc'],
				title: this.#step === 'funded' ? 'look around' : 'skip',
				description: 'Look around without a key; Keys makes one later.',
				group,
				...(words ? {} : { footer: 3 }),
				enabled: () => !words || 'the words are shown only once: write them down, then press Enter',
				run: () => {
					this.#finish()
					offerTour(this.#app)
				},
			},
		]
	}

	onKey(key: Key): boolean {
		if (this.#busy) return true
		this.#error = ''
		if (this.#step === 'name') return this.#keyName.edit(key)
		if (this.#step === 'passphrase') return this.#passphrase.edit(key)
		return false
	}

	onPaste(text: string): boolean {
		if (this.#step === 'name') this.#keyName.insert(text)
		else if (this.#step === 'passphrase') this.#passphrase.insert(text)
		return true
	}

	hidesTyping(): boolean {
		return this.#step === 'passphrase'
	}

	rows(_width: number, height: number): number {
		return height
	}

	view(): ReactElement {
		return <WelcomeView title={() => this.#heading()} rows={(space) => this.#rows(space)} />
	}

	#rows(space: RowSpace): readonly string[] {
		if (this.#step === 'words') return this.#wordsPage(space)
		if (this.#step === 'funded') return this.#fundedPage(space)
		return this.#namePage(space)
	}

	#heading(): string {
		if (this.#step === 'words') return 'Your key · 2 of 3'
		if (this.#step !== 'funded') return 'Welcome · 1 of 3'
		return this.#poor ? 'No coins yet · 3 of 3' : 'Ready · 3 of 3'
	}

	#namePage(space: RowSpace): readonly string[] {
		const { theme, width } = space
		const embedded = this.#app.state.status?.kind === 'embedded'
		const text = embedded
			? 'This is a whole small blockchain, running here, now. To write on it you need a key: a name for you, and a secret that signs.'
			: 'To write on this chain you need a key: a name for you, and a secret that signs.'
		const field = (buffer: TextBuffer, focused: boolean, secret: boolean, placeholder: string): string =>
			textFieldRows(buffer, { width: Math.max(10, width - 14), rows: 1, focused, theme, secret, placeholder })[0] ?? ''
		const locked = this.#client.keys.isLocked()
		const onName = this.#step === 'name'
		return [
			...wrapCells(text, width),
			'',
			`${(onName ? theme.accent : theme.muted)('name'.padEnd(12))}${field(this.#keyName, onName, false, 'me')}`,
			...(locked
				? [
						`${(onName ? theme.muted : theme.accent)('passphrase'.padEnd(12))}${field(this.#passphrase, !onName, true, 'protects the key file on this machine')}`,
					]
				: []),
			'',
			...(this.#error !== ''
				? wrapCells(`✗ ${this.#error}`, width).map(theme.bad)
				: this.#busy
					? [theme.accent('◌ making the key')]
					: wrapCells(this.#storeRemark(), width).map(theme.muted)),
			'',
			`${hint(theme, 'enter', 'make my key')}   ${hint(theme, 'esc', 'look around without one')}`,
		]
	}

	#storeRemark(): string {
		if (this.#client.keys.notice !== '') return this.#client.keys.notice
		const backend = this.#client.keys.backend
		if (backend === 'os') return 'The secret is kept in the key store of your system.'
		if (backend === 'memory') return 'The secret is kept in memory and forgotten when you leave.'
		return 'The secret is kept in an encrypted file that only you can read.'
	}

	#wordsPage(space: RowSpace): readonly string[] {
		const { theme, width } = space
		return [
			...wrapCells(
				'These words are your key. Whoever has them can sign as you; without them nobody can bring it back. They are shown this once.',
				width,
			),
			'',
			...wordGrid(this.#mnemonic, width).map(theme.strong),
			'',
			...this.#fundingRows(space),
			'',
			`${hint(theme, 'enter', 'I have written them down')}   ${hint(theme, 'ctrl+y', 'copy')}`,
		]
	}

	/** The key that was made. */
	get #key(): KeyInfo | undefined {
		return this.#app.state.keys.find((candidate) => candidate.name === this.#app.state.current)
	}

	/** Nobody gave coins and none came: nothing can be written yet. */
	get #poor(): boolean {
		const given = this.#funding.state === 'asked' || this.#funding.state === 'arrived'
		return !given && this.#app.state.balances.every((coin) => coin.amount === '0')
	}

	#fundedPage(space: RowSpace): readonly string[] {
		const { theme, width } = space
		const row = (label: string, value: string): string => `${theme.muted(label.padEnd(12))}${value}`
		const facts = [
			row('you are', theme.strong(this.#app.nameOf(this.#key?.address ?? ''))),
			row('address', this.#key?.address ?? ''),
			row('balance', formatCoins(this.#app.state.balances, this.#app.denom)),
		]
		if (this.#poor) {
			const point = (text: string): readonly string[] =>
				wrapCells(text, width - 2).map((line, index) => `${index === 0 ? '·' : ' '} ${line}`)
			return [
				...this.#fundingRows(space),
				'',
				...facts,
				'',
				...wrapCells('To write you need a few coins for the fees. Either of these gets you some:', width),
				...point('Copy your address and ask someone who has coins to send you some. This page says when they arrive.'),
				...point('Import a key that has coins: its words, its private key or an encrypted export.'),
				'',
				`${hint(theme, 'ctrl+y', 'copy my address')}   ${hint(theme, 'enter', 'import a key with coins')}   ${hint(theme, 'esc', 'look around')}`,
			]
		}
		return [
			...this.#fundingRows(space),
			'',
			...facts,
			'',
			...wrapCells(
				'Now say something: a greeting is a transaction, signed by you, paid with a small fee, kept in a block.',
				width,
			),
			'',
			`${hint(theme, 'enter', 'write your first greeting')}   ${hint(theme, 'esc', 'look around')}`,
		]
	}

	#fundingRows({ theme, width }: RowSpace): readonly string[] {
		const funding = this.#funding
		if (funding.state === 'asked') return [theme.accent('◌ the faucet is sending you coins')]
		if (funding.state === 'arrived') return [theme.good('✓ the faucet sent you coins')]
		if (this.#step === 'funded' && !this.#poor) return [theme.good('✓ your coins have arrived')]
		if (funding.state === 'failed') {
			const again = `${this.#app.keyFor('go.keys')} goes to Keys, where ${this.#app.keyFor('keys.faucet')} asks it again.`
			return wrapCells(`The faucet has not sent you coins: ${funding.problem} ${again}`, width).map(theme.warn)
		}
		const whose = this.#client.admin === undefined ? 'This node has no faucet' : 'This chain has no faucet'
		return wrapCells(`${whose}: your key owns nothing yet.`, width).map(theme.warn)
	}

	#switch(): void {
		this.#step = this.#step === 'name' ? 'passphrase' : 'name'
		this.#app.touch()
	}

	#next(): void {
		if (this.#busy) return
		if (this.#step === 'name' || this.#step === 'passphrase') this.#make()
		else if (this.#step === 'words') {
			this.#step = 'funded'
			this.#mnemonic = ''
			this.#app.touch()
		} else {
			const poor = this.#poor
			this.#finish()
			offerTour(this.#app, poor ? 'now' : 'after-greeting')
			if (!poor) {
				this.#app.open('greetings', 'new')
				return
			}
			const wanted = this.#app.commands.every().find(({ command }) => command.id === 'keys.import')
			if (wanted !== undefined) this.#app.run(wanted)
		}
	}

	#make(): void {
		const name = this.#keyName.text.trim()
		if (name === '') {
			this.#step = 'name'
			this.#error = 'a key needs a name'
			this.#app.touch()
			return
		}
		if (this.#client.keys.isLocked() && this.#passphrase.text === '') {
			this.#step = 'passphrase'
			this.#error = 'choose a passphrase: it protects the key file'
			this.#app.touch()
			return
		}
		if (this.#client.keys.isLocked() && this.#newStore && this.#passphrase.text.length < 8) {
			this.#error = 'the passphrase needs at least 8 characters'
			this.#app.touch()
			return
		}
		this.#busy = true
		this.#app.attempt(
			async () => {
				if (this.#client.keys.isLocked()) await this.#client.keys.unlock(this.#passphrase.text)
				const made = await this.#client.keys.create(name)
				this.#busy = false
				this.#mnemonic = made.mnemonic
				this.#step = 'words'
				this.#app.preferences.set('key', name)
				this.#app.refreshIdentity()
				this.#fund(made.key.address)
			},
			(error: UserError) => {
				this.#busy = false
				this.#error = [error.message, error.next].filter((part) => part !== '').join(' · ')
			},
		)
	}

	#fund(address: string): void {
		const admin = this.#client.admin
		if (admin === undefined) return
		this.#funding = { state: 'asked' }
		this.#app.attempt(
			async () => {
				if (!(await admin.hasFaucet())) {
					this.#funding = { state: 'none' }
					return
				}
				await admin.faucet(address)
				this.#funding = { state: 'arrived' }
				this.#app.refreshIdentity()
			},
			(error) => {
				this.#funding = { state: 'failed', problem: error.message }
			},
		)
	}

	#finish(): void {
		this.#app.preferences.set('welcomed', true)
		this.#app.close(this)
	}
}
