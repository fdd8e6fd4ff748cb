import type { ChainClient, Coin } from '../../../client/index.ts'
import { member } from '../../../util/jsonParts.ts'
import type { TuiApp } from '../../app/TuiApp.ts'

/** Account data of a list row. */
export interface AccountInfo {
	/** `base`, `contract`, `module`, `periodic`, `not used yet` when the chain has no such account. */
	readonly kind: string
	readonly balances: readonly Coin[]
	/** Account number, decimal; empty when the chain has no such account. */
	readonly number: string
	/** Number of signed transactions, decimal. */
	readonly sequence: string
	/** Base64, or how many keys a multisig one has; empty while the chain does not know it. */
	readonly pubKey: string
	/** Name of the module it belongs to; empty for all but module accounts. */
	readonly module: string
}

/** Accounts asked for at once. */
const atOnce = 6

/** Kind and balance by address, asked for when a row is drawn; kept while they are asked for again. */
export class AccountInfos {
	/** Grows with each answer: what is sorted by them is sorted again. */
	version = 0
	readonly #app: TuiApp
	readonly #also: (client: ChainClient, address: string) => Promise<void>
	readonly #infos = new Map<string, AccountInfo>()
	/** Asked for since it was last thought to have changed. */
	readonly #fresh = new Set<string>()
	readonly #waiting: string[] = []
	#asking = 0

	/** @param also Reads what else a row shows of an address. */
	constructor(app: TuiApp, also: (client: ChainClient, address: string) => Promise<void>) {
		this.#app = app
		this.#also = also
	}

	/** Known data of an address; reads it again if it may be old. */
	get(address: string): AccountInfo | undefined {
		if (!this.#fresh.has(address)) {
			this.#fresh.add(address)
			this.#waiting.push(address)
			this.#work()
		}
		return this.#infos.get(address)
	}

	/** Known data of an address, without reading it. */
	peek(address: string): AccountInfo | undefined {
		return this.#infos.get(address)
	}

	/** Any of them may have changed: those that are drawn are asked for again. */
	expire(): void {
		this.#fresh.clear()
		this.#waiting.length = 0
	}

	#work(): void {
		const { client } = this.#app
		while (client !== undefined && this.#asking < atOnce) {
			const address = this.#waiting.shift()
			if (address === undefined) return
			this.#asking++
			this.#read(client, address)
				.catch((error: unknown) => this.#app.logError(error))
				.finally(() => {
					this.#asking--
					this.#app.touch()
					this.#work()
				})
		}
	}

	async #read(client: ChainClient, address: string): Promise<void> {
		const [account, balances] = await Promise.all([client.account(address), client.balances(address)])
		this.version++
		this.#infos.set(address, infoOf(account, balances))
		await this.#also(client, address)
	}
}

/** The base account of an account of gateway JSON, as deep as it lies. */
export function baseAccount(account: unknown): unknown {
	const inner = member(account, 'base_account') ?? member(account, 'base_vesting_account')
	return typeof inner === 'object' && inner !== null ? baseAccount(inner) : account
}

function infoOf(account: unknown, balances: readonly Coin[]): AccountInfo {
	const base = baseAccount(account)
	const number = (name: string): string => {
		const value = member(base, name)
		return typeof value === 'string' && /^\d+$/.test(value) ? value : ''
	}
	const module = base === account ? undefined : member(account, 'name')
	return {
		kind: accountKind(account),
		balances,
		number: number('account_number'),
		sequence: number('sequence') || '0',
		pubKey: pubKeyText(member(base, 'pub_key')),
		module: typeof module === 'string' ? module : '',
	}
}

/** The kind of an account of gateway JSON in one word. */
function accountKind(account: unknown): string {
	if (account === undefined) return 'not used yet'
	const type = String(member(account, '@type')).split('.').at(-1) ?? ''
	if (type === 'EthAccount') return member(account, 'code_hash') === noCode ? 'base' : 'contract'
	return kinds[type] ?? 'other'
}

function pubKeyText(pubKey: unknown): string {
	const [key, keys] = [member(pubKey, 'key'), member(pubKey, 'public_keys')]
	if (typeof key === 'string') return key
	return Array.isArray(keys) ? `${String(member(pubKey, 'threshold'))} of ${keys.length} keys` : ''
}

/** Keccak-256 of no bytes: the code hash of an account without a contract. */
const noCode = '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'

const kinds: Readonly<Record<string, string>> = {
	BaseAccount: 'base',
	ModuleAccount: 'module',
	PeriodicVestingAccount: 'periodic',
	ContinuousVestingAccount: 'continuous',
	DelayedVestingAccount: 'delayed',
	PermanentLockedAccount: 'locked',
}
