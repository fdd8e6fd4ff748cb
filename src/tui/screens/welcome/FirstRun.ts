import type { ChainClient, KeyInfo } from '../../../client/index.ts'
import type { TuiApp } from '../../app/TuiApp.ts'

/** How the new key gets its first coins; `none`: there is no faucet. */
type Funding = { readonly state: 'none' | 'asked' | 'arrived' } | { readonly state: 'failed'; readonly problem: string }

/** State shared by the pages of the first run: the new key, its coins, and the end of the run. */
export class FirstRun {
	readonly app: TuiApp
	readonly client: ChainClient
	#funding: Funding = { state: 'none' }

	constructor(app: TuiApp, client: ChainClient) {
		this.app = app
		this.client = client
	}

	get funding(): Funding {
		return this.#funding
	}

	/** The key that was made. */
	get key(): KeyInfo | undefined {
		return this.app.state.keys.find((candidate) => candidate.name === this.app.state.current)
	}

	/** No coins yet. */
	get poor(): boolean {
		const given = this.#funding.state === 'asked' || this.#funding.state === 'arrived'
		return !given && this.app.state.balances.every((coin) => coin.amount === '0')
	}

	/**
	 * Makes the key, with which everything is signed from now on, and asks the faucet for its first coins.
	 *
	 * @param passphrase Opens the key file, or is set on a new one; unused where the keyring is open.
	 * @returns The words of the key.
	 */
	async make(name: string, passphrase: string): Promise<string> {
		const { keys } = this.client
		if (keys.isLocked()) await keys.unlock(passphrase)
		const made = await keys.create(name)
		this.app.preferences.set('key', name)
		this.app.refreshIdentity()
		this.#fund(made.key.address)
		return made.mnemonic
	}

	/** It is not offered again in this home. */
	end(): void {
		this.app.preferences.set('welcomed', true)
	}

	#fund(address: string): void {
		const { admin } = this.client
		if (admin === undefined) return
		this.#funding = { state: 'asked' }
		this.app.attempt(
			async () => {
				if (!(await admin.hasFaucet())) {
					this.#funding = { state: 'none' }
					return
				}
				await admin.faucet(address)
				this.#funding = { state: 'arrived' }
				this.app.refreshIdentity()
			},
			(error) => {
				this.#funding = { state: 'failed', problem: error.message }
			},
		)
	}
}
