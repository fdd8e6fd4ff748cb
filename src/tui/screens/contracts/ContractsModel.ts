import type { CallNode, ChainClient, ChainEvent, EvmAccount, EvmClient, KeyInfo } from '../../../client/index.ts'
import { UserError } from '../../../errors/UserError.ts'
import type { ScreenModel } from '../../app/ScreenModel.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { ItemList } from '../../kit/models/ItemList.ts'
import type { Movable } from '../../kit/models/Movable.ts'
import { ContractPage } from './ContractPage.ts'
import type { KnownPlace } from './KnownPlace.ts'
import { TracePage } from './TracePage.ts'

/** The contracts one has ABIs of; one opened, and a call tree over it. */
export class ContractsModel implements ScreenModel {
	readonly app: TuiApp
	readonly list: ItemList<KnownPlace>
	/** The opened contract. */
	page: ContractPage | undefined
	/** The call tree in front. */
	trace: TracePage | undefined
	/** EVM accounts by address. */
	readonly accounts = new Map<string, EvmAccount>()
	#client: ChainClient | undefined
	#seen = false
	#made: { readonly version: number; readonly places: readonly KnownPlace[] } = { version: -1, places: [] }

	constructor(app: TuiApp) {
		this.app = app
		this.list = new ItemList<KnownPlace>({
			items: () => this.#places(),
			keyOf: ({ name, address }) => `${name} ${address ?? ''}`,
			texts: ({ name, address }) => [name, address ?? ''],
			sorts: {
				name: (a, b) => a.name.localeCompare(b.name),
				address: (a, b) => (a.address ?? '').localeCompare(b.address ?? ''),
			},
		})
	}

	/** The chain's EVM; undefined where it has none. */
	get evm(): EvmClient | undefined {
		return this.#client?.evm
	}

	/**
	 * The EVM.
	 *
	 * @throws {UserError} if the chain has none.
	 */
	get needEvm(): EvmClient {
		if (this.evm !== undefined) return this.evm
		throw new UserError('This chain has no EVM.', { next: 'Start a chain with one: --chain-id chain_2222-1.' })
	}

	/** Keys that sign for the EVM. */
	get ethKeys(): readonly KeyInfo[] {
		return this.app.state.keys.filter(({ algo }) => algo === 'eth_secp256k1')
	}

	crumbs(): readonly string[] {
		const trace = this.trace === undefined ? [] : ['trace']
		return this.page === undefined ? trace : [this.page.place.name, ...trace]
	}

	movable(): Movable {
		return this.trace?.sections ?? this.page?.movable ?? this.list
	}

	opened(target?: string): void {
		this.#seen = true
		this.readAccounts()
		if (target === undefined) return
		this.app.attempt(async () => this.openAt(target))
	}

	connected(client: ChainClient): void {
		this.#client = client
		this.page = undefined
		this.trace = undefined
		this.accounts.clear()
		this.#made = { version: -1, places: [] }
		if (this.#seen) this.readAccounts()
	}

	back(): boolean {
		if (this.trace !== undefined) {
			this.trace = undefined
			return true
		}
		if (this.page !== undefined) {
			if (this.page.back()) return true
			this.page = undefined
			return true
		}
		if (this.list.filter === '') return false
		this.list.setFilter('')
		return true
	}

	events(events: readonly ChainEvent[]): void {
		const changed = events.some((event) => event.type === 'block' && event.txs.length > 0)
		if (!changed || !this.#seen) return
		this.readAccounts()
		this.page?.readNews()
	}

	/** Opens the selected contract. */
	open(place = this.list.selected): void {
		if (place === undefined) return
		this.list.select(`${place.name} ${place.address ?? ''}`)
		this.page = new ContractPage(this.app, this.needEvm, place)
		this.app.touch()
	}

	/** Opens the contract at an address, by its ABI where there is one. */
	async openAt(address: string): Promise<void> {
		const account = await this.needEvm.account(address)
		const known = this.needEvm.abis.at(account.address)
		this.open({ name: known?.name ?? 'Contract', abi: known?.abi ?? [], address: account.address.toLowerCase() })
	}

	/** Shows a call tree. */
	showTrace(root: CallNode, title: string): void {
		this.trace = new TracePage(root, title)
		this.app.touch()
	}

	/** Reads what the EVM knows of the contracts. */
	readAccounts(): void {
		const { evm } = this
		if (evm === undefined) return
		this.app.attempt(async () => {
			for (const { address } of this.#places()) {
				if (address !== undefined) this.accounts.set(address, await evm.account(address))
			}
		})
	}

	#places(): readonly KnownPlace[] {
		const { evm } = this
		if (evm === undefined) return []
		const { version } = evm.abis
		if (version !== this.#made.version) {
			const places = evm.abis.list().flatMap(({ name, abi, addresses }): readonly KnownPlace[] => {
				if (addresses.length === 0) return [{ name, abi, address: undefined }]
				return addresses.map((address) => ({ name, abi, address }))
			})
			this.#made = { version, places }
		}
		return this.#made.places
	}
}
