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

	/** Whether the chain has contracts, for which a key of Ethereum signs. */
	get hasEvm(): boolean {
		return this.client.evm !== undefined
	}

	/** Name of the Ethereum key beside a key. */
	ethName(name: string): string {
		return `${[...name].slice(0, 50).join('').trimEnd()}-eth`
	}

	/** No coins yet. */
	get poor(): boolean {
		const given = this.#funding.state === 'asked' || this.#funding.state === 'arrived'
		return !given && this.app.state.balances.every((coin) => coin.amount === '0')
	}

	/**
	 * Makes the key, with which everything is signed from now on, on a chain with an EVM one of Ethereum too, and asks
	 * the faucet for their first coins.
	 * @param passphrase Opens the key file, or is set on a new one; unused where the keyring is open.
	 * @returns The words of the key.
	 */
	async make(name: string, passphrase: string): Promise<string> {
		const { keys } = this.client
		if (keys.isLocked()) await keys.unlock(passphrase)
		const made = await keys.create(name)
		this.app.preferences.set('key', name)
		const addresses = [made.key.address]
		if (this.hasEvm) {
			// Of the same words, so that one backup brings both back.
			const second = await keys.importMnemonic(this.ethName(name), made.mnemonic, { algo: 'eth_secp256k1' })
			addresses.push(second.address)
		}
		this.app.refreshIdentity()
		this.#fund(addresses)
		return made.mnemonic
	}

	/** It is not offered again in this home. */
	end(): void {
		this.app.preferences.set('welcomed', true)
	}

	#fund(addresses: readonly string[]): void {
		const { admin } = this.client
		if (admin === undefined) return
		this.#funding = { state: 'asked' }
		this.app.attempt(
			async () => {
				if (!(await admin.hasFaucet())) {
					this.#funding = { state: 'none' }
					return
				}
				for (const address of addresses) await admin.faucet(address)
				this.#funding = { state: 'arrived' }
				this.app.refreshIdentity()
			},
			(error) => {
				this.#funding = { state: 'failed', problem: error.message }
			},
		)
	}
}
