import type { CallNode, ChainClient, ChainEvent, EvmAccount, EvmClient } from '../../../client/index.ts'
import { UserError } from '../../../errors/UserError.ts'
import { type Inside, ListModel } from '../../app/list/ListModel.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { FoldedSections } from '../../kit/models/FoldedSections.ts'
import { ItemList } from '../../kit/models/ItemList.ts'
import type { ListColumn } from '../../kit/models/List.ts'
import { middle } from '../../kit/text/cells.ts'
import { grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { ContractPage, type KnownPlace } from './ContractPage.ts'

/** A call tree that is shown. */
export interface TracePage {
	readonly root: CallNode
	readonly title: string
	readonly sections: FoldedSections
}

/** The contracts one has ABIs of; one opened, and a call tree over it. */
export class ContractsModel extends ListModel<KnownPlace> {
	readonly protocols = ['evm'] as const
	readonly list: ItemList<KnownPlace>
	/** The opened contract. */
	page: ContractPage | undefined
	/** The call tree in front. */
	trace: TracePage | undefined
	/** EVM accounts by address. */
	readonly accounts = new Map<string, EvmAccount>()
	#client: ChainClient | undefined
	#seen = false
	#made: { readonly version?: number; readonly places: readonly KnownPlace[] } = { places: [] }

	constructor(app: TuiApp) {
		super(app)
		this.list = new ItemList<KnownPlace>({
			items: () => this.#places(),
			keyOf: ({ name, address }) => `${name} ${address ?? ''}`,
			texts: ({ name, address }) => [name, address ?? ''],
			columns: contractColumns(this),
		})
	}

	/** The chain's EVM; undefined where it has none. */
	get evm(): EvmClient | undefined {
		return this.#client?.evm
	}

	/** The EVM. @throws {UserError} if the chain has none. */
	get needEvm(): EvmClient {
		if (this.evm !== undefined) return this.evm
		throw new UserError('This chain has no EVM.', { next: 'Start a chain with one: --chain-id chain_2222-1.' })
	}

	override get inside(): Inside | undefined {
		const { trace, page } = this
		if (trace !== undefined) {
			return {
				movable: trace.sections,
				crumb: 'trace',
				close: () => {
					this.trace = undefined
					return true
				},
			}
		}
		if (page === undefined) return undefined
		return {
			movable: page.movable,
			crumb: page.place.name,
			close: () => {
				if (!page.back()) this.page = undefined
				return true
			},
		}
	}

	override crumbs(): readonly string[] {
		return [...(this.trace === undefined || this.page === undefined ? [] : [this.page.place.name]), ...super.crumbs()]
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
		this.#made = { places: [] }
		if (this.#seen) this.readAccounts()
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
	}

	/** Opens the contract at an address, by its ABI where there is one. */
	async openAt(address: string): Promise<void> {
		const account = await this.needEvm.account(address)
		const known = this.needEvm.abis.at(account.address)
		this.open({ name: known?.name ?? 'Contract', abi: known?.abi ?? [], address: account.address.toLowerCase() })
	}

	showTrace(root: CallNode, title: string): void {
		this.trace = { root, title, sections: new FoldedSections() }
	}

	/** Reads what the EVM knows of the contracts. */
	readAccounts(): void {
		const { evm } = this
		if (evm === undefined) return
		this.app.attempt(async () => {
			for (const { address } of this.#places()) {
				if (address === undefined) continue
				const account = await evm.account(address)
				if (this.evm !== evm) return
				this.accounts.set(address, account)
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

/** The columns of the list. */
export function contractColumns(model: ContractsModel): readonly ListColumn<KnownPlace>[] {
	const { app } = model
	const accountOf = ({ address = '' }: KnownPlace): EvmAccount | undefined => model.accounts.get(address)
	return [
		{ id: 'name', width: 20, text: ({ name }, { mark }) => mark(safeText(name)), order: ({ name }) => name },
		{
			id: 'address',
			width: 'flex',
			text: (place, { theme, mark, cells }) =>
				place.address === undefined
					? theme.muted('not deployed here')
					: mark(middle(accountOf(place)?.address ?? place.address, Math.min(42, cells))),
			order: ({ address = '' }) => address,
		},
		{
			id: 'code',
			width: 12,
			align: 'right',
			text: (place, { theme }) => {
				if (place.address === undefined) return ''
				const account = accountOf(place)
				if (account === undefined) return '…'
				return account.code === undefined ? theme.bad('none') : `${grouped(account.code.size)} B`
			},
			order: (place) => accountOf(place)?.code?.size ?? 0,
		},
		{
			id: 'balance',
			width: 22,
			align: 'right',
			from: 84,
			text: (place) => {
				const account = accountOf(place)
				return account === undefined ? (place.address === undefined ? '' : '…') : app.amounts.evm(account.balance)
			},
			order: (place) => accountOf(place)?.balance ?? 0n,
		},
	]
}
