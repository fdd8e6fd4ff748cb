import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { bytesToHex, type Hex, HttpRequestError, http, numberToHex, type RpcRequestError, TimeoutError } from 'viem'
import { thrownText, UserError } from '../../errors/UserError.ts'
import { inParallel } from '../../util/inParallel.ts'
import { member } from '../../util/jsonParts.ts'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'
import { type AccountProof, bytesOf, checkIavl, checkTrie, type ToldAccount, wordOf } from './contractProofs.ts'

/** A contract or another account of an EVM, and the slots that the user knows of. */
export interface ListedContract {
	readonly address: Hex
	/** 32 bytes each. */
	readonly slots: readonly Hex[]
}

/** What to read of an EVM. */
export interface ContractsWish {
	/** URL of its JSON-RPC. */
	readonly from: string
	readonly contracts: readonly ListedContract[]
	/** A height whose state it keeps; the newest when left out. */
	readonly height?: number | undefined
	readonly progress?: (done: number, all: number) => void
	readonly stopped?: AbortSignal
}

/** What an import of contracts found. */
export interface ContractsSummary {
	readonly chainId: number
	readonly height: number
	readonly accounts: number
	readonly slots: number
	/** The root that every account and slot was proven against; empty where the source gives no proofs. */
	readonly stateRoot: string
	/** What is not proven, or may be missing, with the reason. */
	readonly unproven: readonly { readonly what: string; readonly reason: string }[]
}

interface ReadContract extends ToldAccount {
	/** Slots that are not zero. */
	readonly storage: Readonly<Record<Hex, Hex>>
	readonly doubt: string
}

/** Where a state is, and how it is proven. */
interface Place {
	readonly height: number
	/** The header with the state's root; undefined without proofs. A chain of the framework has it one block later. */
	readonly proof: { readonly kind: 'trie' | 'iavl'; readonly height: number; readonly root: Uint8Array } | undefined
	/** Why there are no proofs. */
	readonly without: string
}

/** Accounts at a time, slots of one request, and how long the block after the newest one is waited for. */
const [atOnce, slotsAtOnce, nextBlockMs] = [4, 500, 8_000]
/** Most bytes of a dump that are unpacked. */
const mostDumped = 256 * 2 ** 20

/**
 * Reads accounts with their codes and slots from the JSON-RPC of an EVM, as `start --state` takes them. Slots are those that
 * the user names and those that the source lists (`anvil_dumpState`, `debug_storageRangeAt`). What `eth_getProof` answers is
 * checked against the state root of the block: trie nodes of Ethereum, or the proofs of a chain of the framework.
 * @throws {UserError} if the source does not answer, or a proof shows something else than it answered.
 */
export async function importContracts(target: string, wish: ContractsWish): Promise<ContractsSummary> {
	const source = new EvmJson(wish.from)
	const chainId = Number(await source.ask('eth_chainId'))
	const newest = wish.height ?? Number(await source.ask('eth_blockNumber'))
	const place = await placeOf(source, newest, wish)
	const dumped = await dumpedSlots(source)
	const read: ReadContract[] = []
	const work = (contract: ListedContract): Promise<ReadContract> => {
		wish.stopped?.throwIfAborted()
		return readContract(source, contract, place, dumped)
	}
	for await (const contract of inParallel(Readable.from(wish.contracts), atOnce, work)) {
		wish.progress?.(read.push(contract), wish.contracts.length)
	}
	const accounts = read.map(({ address, nonce, balance, code, storage }) => [
		address,
		{ nonce: Number(nonce), balance: numberToHex(balance), code: bytesToHex(code), storage },
	])
	const state = { accounts: Object.fromEntries(accounts), best_block_number: numberToHex(BigInt(place.height)) }
	writeFileAtomic(target, Buffer.from(`${JSON.stringify(state)}\n`), { access: 'open' })
	return {
		chainId,
		height: place.height,
		accounts: read.length,
		slots: read.reduce((sum, { storage }) => sum + Object.keys(storage).length, 0),
		stateRoot: place.proof === undefined ? '' : bytesToHex(place.proof.root),
		unproven: [
			...(place.proof === undefined ? [{ what: 'all accounts', reason: place.without }] : []),
			...(place.proof?.kind === 'iavl' ? [unprovenByIavl] : []),
			...read.filter(({ doubt }) => doubt !== '').map(({ address, doubt }) => ({ what: address, reason: doubt })),
		],
	}
}

/** What `checkIavl` takes as it is told. */
const unprovenByIavl = {
	what: 'balances, accounts that never sent, empty slots',
	reason: 'the chain’s proofs do not show them',
}

/** Finds out whether the source proves, and which header has the root of the state. */
async function placeOf(source: EvmJson, height: number, wish: ContractsWish): Promise<Place> {
	const [first] = wish.contracts
	const probe = await source.attempt<AccountProof>('eth_getProof', first?.address, [], numberToHex(BigInt(height)))
	if (typeof probe === 'string') return { height, proof: undefined, without: `the source gives no proofs: ${probe}` }
	const kind = probe.accountProof.some((node) => /^0x0a0a69637332333a/.test(node)) ? 'iavl' : 'trie'
	const at = kind === 'iavl' ? height + 1 : height
	const until = performance.now() + nextBlockMs
	for (;;) {
		const block = await source.ask<{ readonly stateRoot: Hex } | null>(
			'eth_getBlockByNumber',
			numberToHex(BigInt(at)),
			false,
		)
		if (block !== null) return { height, proof: { kind, height: at, root: bytesOf(block.stateRoot) }, without: '' }
		if (performance.now() > until) break
		await new Promise((resolve) => setTimeout(resolve, 200))
		wish.stopped?.throwIfAborted()
	}
	const without = `the root of this state is in block ${at}, which is not made yet: name an earlier height with --height`
	return { height, proof: undefined, without }
}

async function readContract(
	source: EvmJson,
	{ address, slots }: ListedContract,
	{ height, proof }: Place,
	dumped: ReadonlyMap<string, readonly Hex[]> | undefined,
): Promise<ReadContract> {
	const at = numberToHex(BigInt(height))
	const [balance, nonce, code] = await Promise.all([
		source.ask<Hex>('eth_getBalance', address, at),
		source.ask<Hex>('eth_getTransactionCount', address, at),
		source.ask<Hex>('eth_getCode', address, at),
	])
	const account = { address, nonce: BigInt(nonce), balance: BigInt(balance), code: bytesOf(code) }
	const listed = dumped?.get(address.toLowerCase()) ?? (await rangeOfSlots(source, address, at))
	const keys = [...new Set([...slots, ...(typeof listed === 'string' ? [] : listed)])].map(wordOf)
	// An account without code rarely has slots, and only a trie shows that it has some.
	let doubt = typeof listed === 'string' && account.code.length > 0 ? listed : ''
	if (proof === undefined) {
		const pairs: (readonly [Hex, Hex])[] = []
		for (const some of inParts(keys)) {
			const values = await Promise.all(some.map((key) => source.ask<Hex>('eth_getStorageAt', address, key, at)))
			pairs.push(...some.map((key, index) => [key, wordOf(values[index]!)] as const))
		}
		return { ...account, storage: storageOf(pairs), doubt }
	}
	const parts: AccountProof[] = []
	for (const some of inParts(keys)) {
		parts.push(await source.ask<AccountProof>('eth_getProof', address, some, numberToHex(BigInt(proof.height))))
	}
	const slotProofs = parts.flatMap(({ storageProof }) => storageProof)
	const storage = storageOf(slotProofs.map(({ key, value }) => [wordOf(key), wordOf(value)]))
	try {
		if (proof.kind === 'iavl') checkIavl(account, parts[0]!, slotProofs, proof.root)
		else doubt = checkTrie(account, parts[0]!, slotProofs, storage, proof.root) ? '' : incomplete
	} catch (cause) {
		throw new UserError(`The proof of ${address} does not fit what the source answers.`, {
			why: `${thrownText(cause)}.`,
			next: 'Ask another source: this one tells wrong values, or its chain went back meanwhile.',
		})
	}
	return { ...account, storage, doubt }
}

/** Keys of one request after the other: at least one request, that of an account without any. */
function* inParts(keys: readonly Hex[]): Generator<readonly Hex[]> {
	for (let from = 0; from === 0 || from < keys.length; from += slotsAtOnce) yield keys.slice(from, from + slotsAtOnce)
}

const incomplete = 'it has more slots than are known: name them in the file, after the address'

/** The slots of all accounts by address, from a developer's node; undefined where it does not tell them in a form that can be read. */
async function dumpedSlots(source: EvmJson): Promise<ReadonlyMap<string, readonly Hex[]> | undefined> {
	const dump = await source.attempt<Hex>('anvil_dumpState')
	if (!/^0x1f8b/.test(dump)) return undefined
	try {
		const text = gunzipSync(bytesOf(dump as Hex), { maxOutputLength: mostDumped }).toString()
		const accounts = Object.entries(member(JSON.parse(text), 'accounts') ?? {})
		return new Map(
			accounts.map(([address, account]) => [
				address.toLowerCase(),
				Object.keys(member(account, 'storage') ?? {}) as Hex[],
			]),
		)
	} catch {
		return undefined
	}
}

/** The slots of a contract as go-ethereum lists them, or why it does not. */
async function rangeOfSlots(source: EvmJson, address: Hex, at: Hex): Promise<readonly Hex[] | string> {
	type Range = {
		readonly storage: Readonly<Record<string, { readonly key: Hex | null }>>
		readonly nextKey: Hex | null
	}
	const block = await source.ask<{ readonly hash: Hex } | null>('eth_getBlockByNumber', at, false)
	const found: Hex[] = []
	for (let from: Hex | null = wordOf('0x0'); from !== null; ) {
		const range: Range | string = await source.attempt<Range>(
			'debug_storageRangeAt',
			block?.hash,
			0,
			address,
			from,
			1_000,
		)
		if (typeof range === 'string') return 'the source does not list its slots: name them in the file, after the address'
		for (const { key } of Object.values(range.storage)) {
			if (key === null)
				return 'the source knows its slots by their hashes alone: name them in the file, after the address'
			found.push(key)
		}
		if (range.nextKey !== null && BigInt(range.nextKey) <= BigInt(from))
			return 'the source lists its slots without an end'
		from = range.nextKey
	}
	return found
}

type AnyRequest = (args: { readonly method: string; readonly params: readonly unknown[] }) => Promise<unknown>

/** A JSON-RPC that is asked again after a pause where that may help. */
class EvmJson {
	readonly #from: string
	readonly #request: AnyRequest

	constructor(from: string) {
		this.#from = from
		const { request } = http(from, { batch: { batchSize: 50 }, retryCount: 4, retryDelay: 500, timeout: 30_000 })({})
		this.#request = request as AnyRequest
	}

	/** @throws {UserError} if it does not answer, or refuses. */
	async ask<T = Hex>(method: string, ...params: readonly unknown[]): Promise<T> {
		try {
			return (await this.#request({ method, params })) as T
		} catch (cause) {
			const isSilent = cause instanceof HttpRequestError || cause instanceof TimeoutError
			throw new UserError(`${this.#from} ${isSilent ? 'does not answer' : `refuses ${method}`}.`, {
				why: `${innermostText(cause)}.`,
				next: isSilent
					? 'Check the address, and run the same command again.'
					: 'Name a height that it keeps, with --height.',
			})
		}
	}

	/** Like `ask`; the words of a refusal where there is no answer. */
	async attempt<T extends object | string>(method: string, ...params: readonly unknown[]): Promise<T | string> {
		try {
			return (await this.#request({ method, params })) as T
		} catch (cause) {
			return innermostText(cause)
		}
	}
}

function innermostText(cause: unknown): string {
	const { details } = cause as Partial<RpcRequestError>
	return (details ?? thrownText(cause)).replace(/\.$/, '')
}

function storageOf(pairs: readonly (readonly [key: Hex, value: Hex])[]): Readonly<Record<Hex, Hex>> {
	return Object.fromEntries(pairs.filter(([, value]) => BigInt(value) !== 0n))
}
