import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { fromBinary } from '@bufbuild/protobuf'
import { AnySchema } from '@bufbuild/protobuf/wkt'
import { RLP } from '@ethereumjs/rlp'
import { type Hex, HttpRequestError, http, type RpcRequestError, TimeoutError } from 'viem'
import { hexToHash } from '../../crypto/hexAddress.ts'
import { keccak256 } from '../../crypto/keccak256.ts'
import { provenValue, trieRoot } from '../../crypto/merkleTrie.ts'
import { thrownText, UserError } from '../../errors/UserError.ts'
import { CommitmentProofSchema } from '../../gen/confio/proofs_pb.js'
import { EthAccountSchema } from '../../gen/ethermint/types/v1/account_pb.js'
import { ProofOpSchema } from '../../gen/tendermint/crypto/proof_pb.js'
import { concatBytes, equalBytes, fromHex, toHex } from '../../util/bytes.ts'
import { inParallel } from '../../util/inParallel.ts'
import { member } from '../../util/jsonParts.ts'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'
import { verifyExistence } from '../actions/verifyGreeting.ts'

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

/** `eth_getProof` (EIP-1186). */
interface AccountProof {
	readonly accountProof: readonly Hex[]
	readonly storageHash: Hex
	readonly storageProof: readonly { readonly key: Hex; readonly value: Hex; readonly proof: readonly Hex[] }[]
}

interface ReadContract {
	readonly address: Hex
	readonly nonce: bigint
	readonly balance: bigint
	readonly code: Uint8Array
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
		{ nonce: Number(nonce), balance: quantity(balance), code: hexOf(code), storage },
	])
	const state = { accounts: Object.fromEntries(accounts), best_block_number: quantity(BigInt(place.height)) }
	writeFileAtomic(target, Buffer.from(`${JSON.stringify(state)}\n`), { access: 'open' })
	return {
		chainId,
		height: place.height,
		accounts: read.length,
		slots: read.reduce((sum, { storage }) => sum + Object.keys(storage).length, 0),
		stateRoot: place.proof === undefined ? '' : hexOf(place.proof.root),
		unproven: [
			...(place.proof === undefined ? [{ what: 'all accounts', reason: place.without }] : []),
			...read.filter(({ doubt }) => doubt !== '').map(({ address, doubt }) => ({ what: address, reason: doubt })),
		],
	}
}

/** Finds out whether the source proves, and which header has the root of the state. */
async function placeOf(source: EvmJson, height: number, wish: ContractsWish): Promise<Place> {
	const [first] = wish.contracts
	const probe = await source.attempt<AccountProof>('eth_getProof', first?.address, [], quantity(BigInt(height)))
	if (typeof probe === 'string') return { height, proof: undefined, without: `the source gives no proofs: ${probe}` }
	const kind = probe.accountProof.some((node) => /^0x0a0a69637332333a/.test(node)) ? 'iavl' : 'trie'
	const at = kind === 'iavl' ? height + 1 : height
	const until = performance.now() + nextBlockMs
	for (;;) {
		const block = await source.ask<{ readonly stateRoot: Hex } | null>(
			'eth_getBlockByNumber',
			quantity(BigInt(at)),
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
	const at = quantity(BigInt(height))
	const [balance, nonce, code] = await Promise.all([
		source.ask<Hex>('eth_getBalance', address, at),
		source.ask<Hex>('eth_getTransactionCount', address, at),
		source.ask<Hex>('eth_getCode', address, at),
	])
	const account = { address, nonce: BigInt(nonce), balance: BigInt(balance), code: bytesOf(code) }
	const listed = dumped?.get(address.toLowerCase()) ?? (await rangeOfSlots(source, address, at))
	const keys = [...new Set([...slots, ...(typeof listed === 'string' ? [] : listed)])].map(wordOf)
	const isUnlisted = typeof listed === 'string' && account.code.length > 0
	if (proof === undefined) {
		const pairs: (readonly [Hex, Hex])[] = []
		for (const some of inParts(keys)) {
			const values = await Promise.all(some.map((key) => source.ask<Hex>('eth_getStorageAt', address, key, at)))
			pairs.push(...some.map((key, index) => [key, wordOf(values[index]!)] as const))
		}
		return { ...account, storage: storageOf(pairs), doubt: isUnlisted ? listed : '' }
	}
	const parts: AccountProof[] = []
	for (const some of inParts(keys)) {
		parts.push(await source.ask<AccountProof>('eth_getProof', address, some, quantity(BigInt(proof.height))))
	}
	const slotProofs = parts.flatMap(({ storageProof }) => storageProof)
	const storage = storageOf(slotProofs.map(({ key, value }) => [wordOf(key), wordOf(value)]))
	let isWhole = false
	try {
		if (proof.kind === 'iavl') checkIavl(account, parts[0]!, slotProofs, proof.root)
		else isWhole = checkTrie(account, parts[0]!, slotProofs, storage, proof.root)
	} catch (cause) {
		throw new UserError(`The proof of ${address} does not fit what the source answers.`, {
			why: `${thrownText(cause)}.`,
			next: 'Ask another source: this one tells wrong values, or its chain went back meanwhile.',
		})
	}
	const doubt =
		isWhole || account.code.length === 0 ? '' : proof.kind === 'trie' ? incomplete : isUnlisted ? listed : ''
	return { ...account, storage, doubt }
}

/** Keys of one request after the other: at least one request, that of an account without any. */
function* inParts(keys: readonly Hex[]): Generator<readonly Hex[]> {
	for (let from = 0; from === 0 || from < keys.length; from += slotsAtOnce) yield keys.slice(from, from + slotsAtOnce)
}

const incomplete = 'it has more slots than are known: name them in the file, after the address'

/** Checks an account and its slots by the nodes of Ethereum's tries. Whether these are all its slots. */
function checkTrie(
	{ address, nonce, balance, code }: Omit<ReadContract, 'storage' | 'doubt'>,
	{ accountProof }: AccountProof,
	slots: AccountProof['storageProof'],
	storage: ReadContract['storage'],
	root: Uint8Array,
): boolean {
	const value = provenValue(root, keccak256(bytesOf(address)), accountProof.map(bytesOf))
	const [n, b, storageRoot, codeHash] = (
		value === undefined ? [noBytes, noBytes, trieRoot([]), keccak256(noBytes)] : RLP.decode(value)
	) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array]
	same('nonce', numberOf(n), nonce)
	same('balance', numberOf(b), balance)
	same('code', toHex(codeHash), toHex(keccak256(code)))
	const pairs = Object.entries(storage) as [Hex, Hex][]
	const whole = trieRoot(pairs.map(([key, word]) => [keccak256(bytesOf(key)), RLP.encode(BigInt(word))]))
	if (equalBytes(whole, storageRoot)) return true
	for (const { key, value: told, proof } of slots) {
		const shown = provenValue(storageRoot, keccak256(bytesOf(wordOf(key))), proof.map(bytesOf))
		same(`slot ${key}`, shown === undefined ? 0n : numberOf(RLP.decode(shown) as Uint8Array), BigInt(told))
	}
	return false
}

/** Checks an account's nonce and code, and its slots that are not zero, by the proofs of a chain of the framework. */
function checkIavl(
	{ address, nonce, code }: Omit<ReadContract, 'storage' | 'doubt'>,
	{ accountProof }: AccountProof,
	slots: AccountProof['storageProof'],
	root: Uint8Array,
): void {
	const who = bytesOf(address)
	const prove = (store: string, key: Uint8Array, proof: readonly Hex[], value?: Uint8Array): Uint8Array => {
		const ops = proof.map((op) => fromBinary(ProofOpSchema, bytesOf(op)))
		const found = fromBinary(CommitmentProofSchema, ops[0]?.data ?? noBytes).proof
		const shown = value ?? (found.case === 'exist' ? found.value.value : noBytes)
		const reason = verifyExistence({ ops, store, key, value: shown, appHash: root })
		if (reason !== '') throw new Error(reason)
		return shown
	}
	for (const { key, value, proof } of slots) {
		if (BigInt(value) === 0n) continue
		// The store keeps an address's slots behind 0x02 (ethermint x/evm/types/key.go KeyPrefixStorage).
		prove('evm', concatBytes(Uint8Array.of(2), who, bytesOf(wordOf(key))), proof, bytesOf(wordOf(value)))
	}
	// An account that was never used has no proof; then it has no code either.
	if (nonce === 0n && code.length === 0) return
	const any = fromBinary(AnySchema, prove('acc', concatBytes(Uint8Array.of(1), who), accountProof))
	if (!any.typeUrl.endsWith('.EthAccount')) return
	const { baseAccount, codeHash } = fromBinary(EthAccountSchema, any.value)
	same('nonce', baseAccount?.sequence ?? 0n, nonce)
	same('code', codeHash.replace(/^0x/, '').toLowerCase(), toHex(keccak256(code)))
}

function same<T>(what: string, shown: T, told: T): void {
	if (shown !== told) throw new Error(`the ${what} is ${shown} by the proof and ${told} by the answer`)
}

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

const noBytes = new Uint8Array(0)

function storageOf(pairs: readonly (readonly [key: Hex, value: Hex])[]): Readonly<Record<Hex, Hex>> {
	return Object.fromEntries(pairs.filter(([, value]) => BigInt(value) !== 0n))
}

function bytesOf(hex: Hex): Uint8Array {
	return fromHex(hex.slice(2)) ?? noBytes
}

function numberOf(bytes: Uint8Array): bigint {
	return BigInt(`0x${toHex(bytes) || '0'}`)
}

function wordOf(hex: Hex): Hex {
	return hexOf(hexToHash(hex))
}

function hexOf(bytes: Uint8Array): Hex {
	return `0x${toHex(bytes)}`
}

function quantity(value: bigint): Hex {
	return `0x${value.toString(16)}`
}
