import type { KeyInfo, TxProgress } from '../../../client/index.ts'
import type { Command } from '../../kit/keymap/Command.ts'
import type { Form } from '../../kit/overlays/Form.tsx'
import type { TuiApp } from '../TuiApp.ts'
import { createKey } from './createKey.ts'

/** What an account lacks: coins that a faucet gives, or that others must send. */
type Lack = 'faucet' | 'coins'

/** What a form that signs may lack, a key or coins on it, and the command that makes it. Typed text is kept. */
export class SignerNeeds {
	readonly #app: TuiApp
	readonly #form: () => Form
	readonly #kind: 'own' | 'eth'
	/** What accounts lack, by address; undefined for one that lacks nothing. */
	readonly #lacks = new Map<string, Lack | undefined>()

	/** @param form Its field `from` names the key, if it has one. @param kind `eth`: only keys of Ethereum can sign. */
	constructor(app: TuiApp, form: () => Form, kind: 'own' | 'eth' = 'own') {
		this.#app = app
		this.#form = form
		this.#kind = kind
	}

	/** The problem of a form without a key to sign with. */
	get keyProblem(): string | undefined {
		if (this.keys.length > 0) return undefined
		return `there is no ${this.#kind === 'eth' ? 'Ethereum ' : ''}key here: Ctrl-G makes one`
	}

	/** The keys that can sign. */
	get keys(): readonly KeyInfo[] {
		return this.#app.state.keys.filter(({ kind, algo }) =>
			this.#kind === 'eth' ? algo === 'eth_secp256k1' : kind !== 'watch',
		)
	}

	/** Asks once whether the account of a key has coins. */
	look(key = this.#signer): void {
		const { client } = this.#app
		if (key === undefined || client === undefined || this.#lacks.has(key.address)) return
		this.#lacks.set(key.address, undefined)
		this.#app.attempt(
			async () => {
				const isPoor = (await client.balances(key.address)).every(({ amount }) => amount === '0')
				if (isPoor) await this.#setPoor(key.address)
			},
			// What the form sends says it.
			() => {},
		)
	}

	/** Takes note of a transaction that was refused for want of coins. */
	refused(progress: TxProgress, key = this.#signer): void {
		if (progress.state !== 'failed' || key === undefined) return
		const { log, problem } = progress
		if (!/insufficient funds|unknown address|key not found/.test(`${log} ${problem}`)) return
		this.#app.attempt(() => this.#setPoor(key.address))
	}

	/** What the key's account lacks, in words; empty if it lacks nothing. */
	hint(key = this.#signer): string {
		const lack = this.#lacks.get(key?.address ?? '')
		if (lack === undefined) return ''
		return lack === 'faucet' ? 'it has too few coins: Ctrl-G asks the faucet' : 'it has too few coins'
	}

	/** The command that makes what is missing. */
	command(key?: KeyInfo): Command {
		const signer = key ?? this.#signer
		const needsKey = key === undefined && this.keys.length === 0
		const needsCoins = this.#lacks.get(signer?.address ?? '') === 'faucet'
		return {
			id: 'form.make',
			keys: ['ctrl+g'],
			title: needsKey ? 'make a key' : 'ask the faucet',
			description: 'Make what the form lacks: a key that signs, or coins from the faucet. What is typed stays.',
			group: 'Form',
			...(needsKey || needsCoins ? { footer: 0 } : {}),
			enabled: () => needsKey || needsCoins || 'nothing is missing',
			run: () => {
				if (needsKey) this.#makeKey()
				else if (signer !== undefined) this.#fund(signer)
			},
		}
	}

	get #signer(): KeyInfo | undefined {
		const from = this.#form().field('from')?.value
		return this.#app.state.keys.find(({ name }) => name === from)
	}

	async #setPoor(address: string): Promise<void> {
		const { admin } = this.#app.client ?? {}
		this.#lacks.set(address, (await admin?.hasFaucet()) === true ? 'faucet' : 'coins')
	}

	#makeKey(): void {
		createKey(this.#app, {
			kind: this.#kind,
			made: (key) => {
				this.#form().field('from')?.choose(key.name)
				this.look(key)
			},
		})
	}

	#fund({ address }: KeyInfo): void {
		const app = this.#app
		app.toast('busy', 'the faucet is sending')
		app.attempt(async () => {
			await app.client?.admin?.faucet(address)
			this.#lacks.set(address, undefined)
			app.refreshIdentity()
			app.toast('good', 'the faucet sent coins')
		})
	}
}
