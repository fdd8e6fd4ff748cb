import type { ChainClient, Coin } from '../../../client/index.ts'

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
	readonly #client: () => ChainClient | undefined
	readonly #changed: () => void
	readonly #failed: (error: unknown) => void
	readonly #also: (client: ChainClient, address: string) => Promise<void>
	readonly #infos = new Map<string, AccountInfo>()
	/** Asked for since it was last thought to have changed. */
	readonly #fresh = new Set<string>()
	readonly #waiting: string[] = []
	#asking = 0

	constructor(options: {
		readonly client: () => ChainClient | undefined
		readonly changed: () => void
		readonly failed: (error: unknown) => void
		/** Reads what else a row shows of an address. */
		readonly also: (client: ChainClient, address: string) => Promise<void>
	}) {
		this.#client = options.client
		this.#changed = options.changed
		this.#failed = options.failed
		this.#also = options.also
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
		const client = this.#client()
		while (client !== undefined && this.#asking < atOnce) {
			const address = this.#waiting.shift()
			if (address === undefined) return
			this.#asking++
			this.#read(client, address)
				.catch(this.#failed)
				.finally(() => {
					this.#asking--
					this.#changed()
					this.#work()
				})
		}
	}

	async #read(client: ChainClient, address: string): Promise<void> {
		const [account, balances] = await Promise.all([client.account(address), client.balances(address)])
		this.version++
		this.#infos.set(address, { kind: accountKind(account), balances, ...baseOf(account ?? {}) })
		await this.#also(client, address)
	}
}

/** The kind of an account of gateway JSON in one word. */
function accountKind(account: Readonly<Record<string, unknown>> | undefined): string {
	if (account === undefined) return 'not used yet'
	const type = String(account['@type']).split('.').at(-1) ?? ''
	if (type === 'EthAccount') return account.code_hash === noCode ? 'base' : 'contract'
	return kinds[type] ?? 'other'
}

type Json = Readonly<Record<string, unknown>>

/** Number, sequence and key of gateway JSON, as deep as they lie. */
function baseOf(account: Json): Pick<AccountInfo, 'number' | 'sequence' | 'pubKey' | 'module'> {
	const inner = account.base_account ?? account.base_vesting_account
	if (typeof inner === 'object' && inner !== null) {
		return { ...baseOf(inner as Json), module: typeof account.name === 'string' ? account.name : '' }
	}
	const text = (value: unknown): string => (typeof value === 'string' && /^\d+$/.test(value) ? value : '')
	return {
		number: text(account.account_number),
		sequence: text(account.sequence) || '0',
		pubKey: pubKeyText(account.pub_key),
		module: '',
	}
}

function pubKeyText(pubKey: unknown): string {
	if (typeof pubKey !== 'object' || pubKey === null) return ''
	const { key, threshold, public_keys: keys } = pubKey as Json
	if (typeof key === 'string') return key
	return Array.isArray(keys) ? `${String(threshold)} of ${keys.length} keys` : ''
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
