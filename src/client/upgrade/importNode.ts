import { appendFile, readFile, rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { memorySource } from '../../codec/goJson/JsonScanner.ts'
import { thrownText } from '../../errors/thrownText.ts'
import { UserError } from '../../errors/UserError.ts'
import { Spool } from '../../migrate/genesisFiles.ts'
import { migrateGenesis } from '../../migrate/migrateGenesis.ts'

/** What to read of a node. */
export interface ImportWish {
	/** URL of its REST server. */
	readonly from: string
	/** These accounts, all of the node, or those that hold a denomination; a node of generation 8 has no list of all. */
	readonly addresses: readonly string[] | 'all' | { readonly holders: string }
	/** A height that the node keeps; the newest when left out. */
	readonly height?: number | undefined
	/** Is told how many accounts are read. */
	readonly progress?: (done: number, all: number | undefined) => void
	readonly stopped?: AbortSignal
}

/** What an import found. */
export interface ImportSummary {
	readonly generation: 8 | 9
	readonly chainId: string
	readonly height: number
	readonly accounts: number
	/** Accounts of kinds that this program does not know: they keep their coins alone. */
	readonly balancesOnly: readonly string[]
	/** What could not be read, with the reason. */
	readonly unread: readonly { readonly what: string; readonly reason: string }[]
}

/** One account as it was read; a line of the file from which a stopped import goes on. */
interface ReadAccount {
	readonly address: string
	/** JSON of the account in its generation; null if its kind is not known, or there is none. */
	readonly account: unknown
	readonly coins: readonly Coin[]
	readonly reason?: string
}
interface Coin {
	readonly denom: string
	readonly amount: string
}

/** Tries of one request, and the pauses between them in milliseconds. */
const pauses = [250, 1_000, 4_000, 10_000]
const timeoutMs = 20_000
/** Entries of a page, and requests at a time. */
const [pageSize, atOnce] = [200, 6]

const knownKinds =
	/^\/cosmos\.(auth\.v1beta1\.(Base|Module)|vesting\.v1beta1\.(Continuous|Delayed|Periodic)Vesting)Account$|^\/ethermint\.types\.v1\.EthAccount$/

/**
 * Builds a genesis of generation 9 from what a node answers. What is read is kept beside the target, so that the same call
 * goes on where the last one stopped.
 *
 * @throws {UserError} if the node does not answer, or has no list of its accounts where all are wanted.
 */
export async function importNode(target: string, wish: ImportWish): Promise<ImportSummary> {
	const node = new RestNode(wish)
	const { generation, chainId, height } = await node.start()
	const journal = `${target}.import`
	const mark = JSON.stringify({ from: wish.from, chainId, height: wish.height ?? 0 })
	const before = await readJournal(journal, mark)
	if (before.size === 0) await appendFile(journal, `${mark}\n`)
	const unread: { what: string; reason: string }[] = []
	const { addresses: wanted } = wish
	const holders = typeof wanted === 'object' && 'holders' in wanted ? wanted.holders : undefined
	const addresses =
		holders !== undefined || wanted === 'all' ? await node.addresses(holders) : (wanted as readonly string[])
	const missing = [...new Set(addresses)].filter((address) => !before.has(address))
	let done = before.size
	wish.progress?.(done, before.size + missing.length)
	const next = missing.values()
	const work = async (): Promise<void> => {
		for (const address of next) {
			wish.stopped?.throwIfAborted()
			const read = await node.account(address)
			before.set(address, read)
			await appendFile(journal, `${JSON.stringify(read)}\n`)
			wish.progress?.(++done, before.size)
		}
	}
	await Promise.all(Array.from({ length: atOnce }, work))
	const held = (coins: readonly Coin[]): boolean =>
		holders === undefined || coins.some(({ denom }) => denom === holders)
	const accounts = [...before.values()].filter(({ coins }) => held(coins))
	for (const { address, reason } of accounts) if (reason !== undefined) unread.push({ what: address, reason })
	const params = new Map<string, unknown>()
	for (const module of generation === 9 ? ['auth', 'bank'] : []) {
		try {
			params.set(module, ((await node.json(`/cosmos/${module}/v1beta1/params`)) as { params: unknown }).params)
		} catch (cause) {
			unread.push({ what: `parameters of ${module}`, reason: thrownText(cause) })
		}
	}
	unread.push({ what: 'greetings', reason: 'a genesis has no place for them' })
	const head = { genesis_time: node.time, chain_id: chainId, app_hash: '' }
	const spool = new Spool(target)
	try {
		if (generation === 9) await spool.write(`${JSON.stringify(document9(head, accounts, params))}\n`)
		else {
			const old = Buffer.from(JSON.stringify(document8(head, accounts)))
			await migrateGenesis(memorySource(old), (text) => spool.write(text))
		}
		await spool.become(target)
	} finally {
		await spool.remove()
	}
	await rm(journal, { force: true })
	return {
		generation,
		chainId,
		height,
		accounts: accounts.filter(({ account }) => account !== null).length,
		balancesOnly: accounts
			.filter(({ account, coins }) => account === null && coins.length > 0)
			.map(({ address }) => address),
		unread,
	}
}

/** A node's REST server of either generation. */
class RestNode {
	readonly #wish: ImportWish
	#generation: 8 | 9 = 9
	#height = 0
	/** Time of the block that is read, RFC 3339. */
	time = ''

	constructor(wish: ImportWish) {
		this.#wish = wish
	}

	/** Finds out what the node is, and fixes the height of everything that is read. */
	async start(): Promise<{ readonly generation: 8 | 9; readonly chainId: string; readonly height: number }> {
		const at = this.#wish.height ?? 'latest'
		type Block = { readonly block?: { readonly header: { chain_id: string; height: string; time: string } } }
		const newer = (await this.json(`/cosmos/base/tendermint/v1beta1/blocks/${at}`).catch((cause) => {
			if (cause instanceof Refused) return {}
			throw cause
		})) as Block
		this.#generation = newer.block === undefined ? 8 : 9
		const { block } = newer.block === undefined ? ((await this.json(`/blocks/${at}`)) as Block) : newer
		if (block === undefined) {
			throw new UserError(`${this.#wish.from} is no REST server of a chain of this line.`, {
				next: 'Give the address of its REST server, such as http://127.0.0.1:1317.',
			})
		}
		const { chain_id: chainId, time } = block.header
		this.#height = Number(block.header.height)
		this.time = time
		return { generation: this.#generation, chainId, height: this.#height }
	}

	/** All accounts, page by page; those that hold a denomination where the node lists them (framework 0.46 and later). */
	async addresses(holders?: string): Promise<readonly string[]> {
		if (this.#generation === 8) {
			throw new UserError('A node of generation 8 has no list of its accounts.', {
				next: 'Name them with --addresses FILE, one a line. Or export a genesis there, and migrate that.',
			})
		}
		const found: string[] = []
		try {
			if (holders !== undefined) {
				const path = `/cosmos/bank/v1beta1/denom_owners/${encodeURIComponent(holders)}`
				for await (const page of this.#pages(path)) {
					found.push(...((page.denom_owners as { address: string }[]) ?? []).map(({ address }) => address))
				}
				return found
			}
		} catch (cause) {
			// An older node does not list them: all are read, and those without are left out.
			if (!(cause instanceof Refused)) throw cause
		}
		for await (const page of this.#pages('/cosmos/auth/v1beta1/accounts')) {
			for (const account of (page.accounts as readonly unknown[]) ?? []) {
				const address = addressIn(account)
				if (address !== undefined) found.push(address)
			}
		}
		return found
	}

	async account(address: string): Promise<ReadAccount> {
		try {
			return this.#generation === 9 ? await this.#account9(address) : await this.#account8(address)
		} catch (cause) {
			if (!(cause instanceof Refused)) throw cause
			return { address, account: null, coins: [], reason: cause.message }
		}
	}

	async #account9(address: string): Promise<ReadAccount> {
		const coins: Coin[] = []
		for await (const page of this.#pages(`/cosmos/bank/v1beta1/balances/${address}`))
			coins.push(...(page.balances as Coin[]))
		try {
			const { account } = (await this.json(`/cosmos/auth/v1beta1/accounts/${address}`)) as {
				account: { '@type': string }
			}
			const kind = account['@type']
			return knownKinds.test(kind)
				? { address, account, coins }
				: {
						address,
						account: null,
						coins,
						reason: `accounts of the kind ${kind} are not known: it keeps its coins alone`,
					}
		} catch (cause) {
			if (!(cause instanceof Refused)) throw cause
			return { address, account: null, coins, reason: cause.message }
		}
	}

	async #account8(address: string): Promise<ReadAccount> {
		const { result } = (await this.json(`/auth/accounts/${address}`)) as {
			readonly result: { readonly type: string; readonly value: { readonly address: string; readonly coins?: Coin[] } }
		}
		if (result.value.address === '') return { address, account: null, coins: [], reason: 'there is no such account' }
		return { address, account: result, coins: result.value.coins ?? [] }
	}

	async *#pages(path: string): AsyncGenerator<Readonly<Record<string, unknown>>> {
		let key = ''
		do {
			const query = `?pagination.limit=${pageSize}${key === '' ? '' : `&pagination.key=${encodeURIComponent(key)}`}`
			const page = (await this.json(path + query)) as { readonly pagination?: { readonly next_key?: string | null } }
			yield page
			key = page.pagination?.next_key ?? ''
		} while (key !== '')
	}

	/** A reply as JSON. What may pass is tried again: no answer, 429 (after the time it asks for), 5xx of a gateway. */
	async json(path: string): Promise<unknown> {
		const url = new URL(path, this.#wish.from)
		if (this.#generation === 8 && this.#height > 0) url.searchParams.set('height', String(this.#height))
		for (let turn = 0; ; turn++) {
			let problem: string
			let wait = pauses[turn]
			try {
				const headers = this.#height > 0 ? { 'x-cosmos-block-height': String(this.#height) } : {}
				const reply = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) })
				const text = await reply.text()
				if (reply.ok) return JSON.parse(text)
				problem = `HTTP status ${reply.status}`
				if (![429, 502, 503, 504].includes(reply.status)) throw new Refused(messageIn(text) || problem)
				const asked = Number(reply.headers.get('retry-after'))
				if (wait !== undefined && asked > 0) wait = Math.min(60, asked) * 1_000
			} catch (cause) {
				if (cause instanceof Refused) throw cause
				problem = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : thrownText(cause)
			}
			if (wait === undefined) {
				throw new UserError(`${this.#wish.from} does not answer.`, {
					why: `${url.pathname}: ${problem}.`,
					next: 'Run the same command again: it goes on where it stopped.',
				})
			}
			await pause(wait, undefined, { signal: this.#wish.stopped })
		}
	}
}

/** The node answers that it will not. */
class Refused extends Error {}

function messageIn(text: string): string {
	try {
		const { message, error } = JSON.parse(text) as { readonly message?: unknown; readonly error?: unknown }
		return String(message ?? error ?? '')
	} catch {
		return ''
	}
}

/** What an earlier call has read; nothing if it asked something else. */
async function readJournal(path: string, mark: string): Promise<Map<string, ReadAccount>> {
	const text = await readFile(path, 'utf8').catch(() => '')
	const [first, ...lines] = text.split('\n')
	const read = new Map<string, ReadAccount>()
	if (first !== mark) {
		await rm(path, { force: true })
		return read
	}
	for (const line of lines) {
		try {
			const account = JSON.parse(line) as ReadAccount
			read.set(account.address, account)
		} catch {
			// The last line of a call that was killed may be cut.
		}
	}
	return read
}

/** The address of an account of any kind: a vesting or module account has a base account inside. */
function addressIn(account: unknown): string | undefined {
	if (typeof account !== 'object' || account === null) return undefined
	const { address } = account as { readonly address?: unknown }
	if (typeof address === 'string') return address
	return Object.values(account)
		.map(addressIn)
		.find((found) => found !== undefined)
}

type Head = Readonly<Record<string, string>>

function document9(head: Head, accounts: readonly ReadAccount[], params: ReadonlyMap<string, unknown>): unknown {
	const balances = accounts.filter(({ coins }) => coins.length > 0).map(({ address, coins }) => ({ address, coins }))
	return {
		...head,
		initial_height: '1',
		app_state: {
			auth: {
				...(params.has('auth') ? { params: params.get('auth') } : {}),
				accounts: accounts.flatMap(({ account }) => account ?? []),
			},
			bank: {
				params: params.get('bank') ?? { send_enabled: [], default_send_enabled: true },
				balances,
				supply: totalOf(accounts),
				denom_metadata: [],
			},
		},
	}
}

function document8(head: Head, accounts: readonly ReadAccount[]): unknown {
	const params = {
		max_memo_characters: '256',
		tx_sig_limit: '7',
		tx_size_cost_per_byte: '10',
		sig_verify_cost_ed25519: '590',
		sig_verify_cost_secp256k1: '1000',
	}
	const known = accounts.flatMap(({ account }) => account ?? [])
	const auth = { params, accounts: known }
	return { ...head, app_state: { auth, bank: { send_enabled: true }, supply: { supply: totalOf(accounts) } } }
}

/** The sum of all balances by denomination. */
function totalOf(accounts: readonly ReadAccount[]): readonly Coin[] {
	const sums = new Map<string, bigint>()
	for (const { denom, amount } of accounts.flatMap(({ coins }) => coins)) {
		sums.set(denom, (sums.get(denom) ?? 0n) + BigInt(amount))
	}
	return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([denom, amount]) => ({ denom, amount: String(amount) }))
}
