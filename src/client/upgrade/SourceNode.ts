import { setTimeout as pause } from 'node:timers/promises'
import { only } from '../../errors/attempt.ts'
import { networkReason } from '../../errors/innermostCause.ts'
import { UserError } from '../../errors/UserError.ts'
import { accountAddress } from '../../migrate/outlineGenesis.ts'
import { jsonOf } from '../../util/jsonParts.ts'
import type { Coin } from '../chainTypes.ts'
import { type ImportSource, type SourceReply, timeoutMs } from './GrpcSource.ts'

/** What to read of a node. */
export interface ImportWish {
	/** URL of its REST server, or `grpc://host:port` (`grpcs:` behind TLS). */
	readonly from: string
	/** These accounts, all of the node, or those that hold a denomination; a node of generation 8 has no list of all. */
	readonly addresses: readonly string[] | 'all' | { readonly holders: string }
	/** A height that the node keeps; the newest when left out. */
	readonly height?: number | undefined
	/** Leaves the accounts of a node of generation 8 as they are: the genesis is of generation 8 then. */
	readonly keepsOld?: boolean
	/** Is told how many accounts are read. */
	readonly progress?: (done: number, all: number | undefined) => void
	readonly stopped?: AbortSignal
}

/** One account as it was read; a line of the file from which a stopped import goes on. */
export interface ReadAccount {
	readonly address: string
	/** JSON of the account in its generation; null if its kind is not known, or there is none. */
	readonly account: unknown
	readonly coins: readonly Coin[]
	readonly reason?: string
}

/** Tries of one request, and the pauses between them in milliseconds. */
const pauses = [250, 1_000, 4_000, 10_000]
/** Entries of a page. */
const pageSize = 200

const knownKinds =
	/^\/cosmos\.(auth\.v1beta1\.(Base|Module)|vesting\.v1beta1\.(Continuous|Delayed|Periodic)Vesting)Account$|^\/ethermint\.types\.v1\.EthAccount$/

/** A node's REST server. */
export class RestSource implements ImportSource {
	readonly #from: string
	readonly #closed = new AbortController()

	constructor(from: string) {
		this.#from = from
	}

	async ask(path: string, height: number): Promise<SourceReply> {
		const headers = height > 0 ? { 'x-cosmos-block-height': String(height) } : {}
		const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), this.#closed.signal])
		const reply = await fetch(new URL(path, this.#from), { headers, signal })
		const retryAfter = Number(reply.headers.get('retry-after')) || 0
		return { status: reply.status, text: await reply.text(), retryAfter }
	}

	close(): void {
		this.#closed.abort()
	}
}

/** A node of either generation. */
export class SourceNode {
	readonly #source: ImportSource
	readonly #wish: ImportWish
	readonly #wait: (ms: number) => Promise<void>
	#isOld = false
	#height = 0
	/** What the node says of a block that it does not give. */
	#refused = ''
	/** Time of the block that is read, RFC 3339. */
	time = ''

	/** @param wait passes the time between two tries of a request, in milliseconds */
	constructor(
		source: ImportSource,
		wish: ImportWish,
		wait = (ms: number): Promise<void> => pause(ms, undefined, { signal: wish.stopped }),
	) {
		this.#source = source
		this.#wish = wish
		this.#wait = wait
	}

	/**
	 * Finds out what the node is, and fixes the height of everything that is read.
	 * @param earlier the height of an import that was stopped; another one is begun if the node has it no more
	 */
	async start(
		earlier: number | undefined,
	): Promise<{ readonly generation: 8 | 9; readonly chainId: string; readonly height: number }> {
		const again = earlier === undefined ? undefined : await this.#block(earlier)
		const found = again ?? (await this.#block(this.#wish.height ?? 'latest'))
		if (found !== undefined) return found
		throw new UserError(`${this.#wish.from} does not give the block to begin with.`, {
			why: this.#refused === '' ? 'It is no server of a chain of this line.' : `It says: ${this.#refused}.`,
			next: 'Give a height that it has, and the address of its REST or gRPC server, such as http://127.0.0.1:1317 or grpc://127.0.0.1:9090.',
		})
	}

	async #block(at: number | 'latest') {
		type Reply = { readonly block?: { readonly header: { chain_id: string; height: string; time: string } } }
		for (const generation of [9, 8] as const) {
			const path = generation === 9 ? '/cosmos/base/tendermint/v1beta1/blocks' : '/blocks'
			try {
				const { block } = (await this.json(`${path}/${at}`)) as Reply
				if (block === undefined) continue
				const { chain_id: chainId, time } = block.header
				this.#isOld = generation === 8
				this.#height = Number(block.header.height)
				this.time = time
				return { generation, chainId, height: this.#height }
			} catch (cause) {
				if (!(cause instanceof Refused)) throw cause
				this.#refused ||= cause.message
			}
		}
		return undefined
	}

	/** All accounts, page by page; those that hold a denomination where the node lists them (framework 0.46 and later). */
	async addresses(holders?: string): Promise<readonly string[]> {
		if (this.#isOld) {
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
				const address = accountAddress(account)
				if (address !== undefined) found.push(address)
			}
		}
		return found
	}

	async account(address: string): Promise<ReadAccount> {
		const found = this.#isOld ? this.#account8(address) : this.#account9(address)
		return found.catch(only(Refused, ({ message }) => ({ address, account: null, coins: [], reason: message })))
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
		const asked = this.#isOld ? `${path}${path.includes('?') ? '&' : '?'}height=${this.#height}` : path
		for (let turn = 0; ; turn++) {
			let problem: string
			let wait = pauses[turn]
			try {
				const { status, text, retryAfter } = await this.#source.ask(asked, this.#height)
				if (status === 200) return JSON.parse(text)
				problem = `HTTP status ${status}`
				if (![429, 502, 503, 504].includes(status)) throw new Refused(messageIn(text) || problem)
				if (wait !== undefined && retryAfter > 0) wait = Math.min(60, retryAfter) * 1_000
			} catch (cause) {
				if (cause instanceof Refused) throw cause
				problem = networkReason(cause)
			}
			this.#wish.stopped?.throwIfAborted()
			if (wait === undefined) {
				throw new UserError(`${this.#wish.from} does not answer.`, {
					why: `${path.split('?')[0]}: ${problem}.`,
					next: 'Run the same command again: it goes on where it stopped.',
				})
			}
			await this.#wait(wait)
		}
	}
}

/** The node answers that it will not. */
class Refused extends Error {}

function messageIn(text: string): string {
	const { message, error } = (jsonOf(text) ?? {}) as { readonly message?: unknown; readonly error?: unknown }
	return String(message ?? error ?? '')
}
