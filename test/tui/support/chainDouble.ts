import { createHash, randomBytes } from 'node:crypto'
import type { GasBreakdown } from '../../../src/client/actions/gasTrace.ts'
import type {
	AdminClient,
	BlockSummary,
	ChainClient,
	ChainEvent,
	Coin,
	FeeOptions,
	Greeting,
	HistoryReply,
	KeyInfo,
	KeysClient,
	NetworkStatus,
	NodeAbout,
	NodeStatus,
	SimulatedTx,
	TakenKey,
	TxDetail,
	TxProgress,
} from '../../../src/client/ChainClient.ts'
import type { EndpointsClient } from '../../../src/client/EndpointsClient.ts'
import type { EthereumTx, EvmClient } from '../../../src/client/evm/EvmClient.ts'
import { analyzeStdTx, type StdTxAnalysis } from '../../../src/client/legacy/analyzeStdTx.ts'
import type { KnownState } from '../../../src/client/legacy/KnownState.ts'
import type { MultisigTx } from '../../../src/client/tx/MultisigTx.ts'
import { addressToText } from '../../../src/codec/address/address.ts'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import { type AccountForms, accountForms } from '../../../src/codec/legacy/forms/convertAccountForm.ts'
import { createRegistry } from '../../../src/codec/registry/createRegistry.ts'
import { UserError } from '../../../src/errors/UserError.ts'
import { recordedBody } from './recordedTx.ts'
import { RequestsDouble } from './requestsDouble.ts'

/** What a double starts with. */
export interface DoubleOptions {
	readonly greetings?: readonly string[]
	/** Makes a block each so many milliseconds; none when absent. */
	readonly blockEveryMs?: number
	readonly keys?: readonly string[]
	readonly locked?: boolean
	readonly remote?: boolean
	/** The genesis does not fund the faucet account. */
	readonly noFaucet?: boolean
	readonly time?: number
	/** The endpoint service; none by default. */
	readonly endpoints?: EndpointsClient
	/** Accounts by address, as recorded of both generations. */
	readonly accounts?: Readonly<Record<string, RecordedAccount>>
}

/** What REST servers of both generations answered for an account. */
export interface RecordedAccount {
	readonly 8: string
	readonly 9: string
}

/**
 * A double of the chain client, only for drawing screens and pressing keys: it keeps greetings, keys and coins in
 * memory and signs nothing. What a chain really does is tested against the real node elsewhere.
 */
export class ChainDouble implements ChainClient {
	readonly calls: string[] = []
	readonly greetings: Greeting[] = []
	readonly txs: TxDetail[] = []
	readonly blockList: (BlockSummary & { readonly txs: readonly TxDetail[] })[] = []
	/** The next transactions fail like this. */
	failure: Extract<TxProgress, { state: 'failed' }> | undefined
	/** Accounts that were recorded; may be changed by a test. */
	readonly recorded: Map<string, RecordedAccount>
	simulated: SimulatedTx = { gasUsed: 61_234n }
	/** What legacy transactions are checked against. */
	known: KnownState = {
		chainId: 'chain-localnet',
		prefix: 'chain',
		brand: 'chain',
		accounts: new Map(),
		minimumGasPrices: '0.01uchain',
	}
	/** The first height whose state is kept. */
	earliest = 0
	/** Addresses everybody knows. */
	names: ReadonlyMap<string, string> = new Map([[addressOf('faucet'), 'faucet']])
	/** Why nothing can be searched. */
	searchProblem: UserError | undefined
	/** Why no gas is traced. */
	gasProblem: UserError | undefined
	/** What the node's status says of its mempool, in place of the transactions that wait. */
	mempoolSize: number | undefined
	state: NodeStatus['state'] = 'live'
	/** What the node keeps. */
	snapshots: Awaited<ReturnType<AdminClient['snapshots']>>[number][] = []
	/** Against the machine's clock. */
	/** Accounts that the node lets anyone act as. */
	acted: readonly string[] = []
	clock: Pick<NodeStatus, 'clockOffsetMs' | 'clockFrozen'> = { clockOffsetMs: 0, clockFrozen: false }
	readonly keys: KeysDouble
	/** What clients asked. */
	readonly journal = new RequestsDouble(this.calls)
	readonly #listeners = new Set<(event: ChainEvent) => void>()
	readonly #coins = new Map<string, bigint>()
	readonly #options: DoubleOptions
	#waiting: { readonly tx: TxDetail; readonly done: (height: number) => void }[] = []
	#timer: NodeJS.Timeout | undefined
	#time: number

	constructor(options: DoubleOptions = {}) {
		this.#options = options
		this.recorded = new Map(Object.entries(options.accounts ?? {}))
		this.#time = options.time ?? Date.now()
		this.keys = new KeysDouble(options.keys ?? [], options.locked === true)
		for (const name of options.keys ?? []) this.#coins.set(addressOf(name), 1_000_000_000n)
		for (const message of options.greetings ?? []) {
			this.greetings.push({ id: String(this.greetings.length), owner: addressOf('alice'), message })
		}
		this.makeBlock()
		if (options.blockEveryMs !== undefined) {
			this.#timer = setInterval(() => this.state === 'live' && this.makeBlock(), options.blockEveryMs)
		}
	}

	get admin(): AdminClient | undefined {
		return this.#options.remote === true ? undefined : this.#admin
	}

	/** Of a chain without one, unless a test gives it one; the real one is tested over a real node. */
	evm: EvmClient | undefined

	get requests(): RequestsDouble {
		this.journal.refuses = this.#options.remote === true
		return this.journal
	}

	get endpoints(): EndpointsClient | undefined {
		return this.#options.endpoints
	}

	async about(): Promise<NodeAbout> {
		const peer = {
			id: 'b1'.repeat(20),
			moniker: 'seed\u001b[2J',
			version: '0.34.15',
			address: '192.0.2.7',
			outbound: true,
		}
		return {
			id: 'a0'.repeat(20),
			moniker: 'localnet',
			engineVersion: '0.34.15',
			blockProtocol: '11',
			appName: 'chain',
			appVersion: '0.9.0',
			peers: this.#options.remote === true ? [peer] : [],
		}
	}

	async status(): Promise<NodeStatus> {
		const last = this.blockList.at(-1)!
		return {
			kind: this.#options.remote === true ? 'remote' : 'embedded',
			state: this.state,
			problem: this.state === 'unreachable' ? 'no answer from 127.0.0.1:26657' : '',
			chainId: 'chain-localnet',
			settings: defaultChainSettings,
			height: last.height,
			time: last.time,
			appHash: last.appHash,
			mempoolSize: this.mempoolSize ?? this.#waiting.length,
			peers: 0,
			listeners: {
				rpc: 'http://127.0.0.1:26657',
				rest: 'http://127.0.0.1:1317',
				grpc: '127.0.0.1:9090',
				endpoints: 'http://127.0.0.1:8545',
			},
			minimumGasPrices: '0.01uchain',
			blockMode: 'interval',
			blockIntervalMs: 1_000,
			...this.clock,
			actAs: this.acted,
		}
	}

	subscribe(listener: (event: ChainEvent) => void): () => void {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}

	emit(event: ChainEvent): void {
		for (const listener of this.#listeners) listener(event)
	}

	/** Makes the next block from what waits. */
	makeBlock(): void {
		const height = this.blockList.length + 1
		this.#time = Math.max(this.#time, this.#options.time === undefined ? Date.now() : this.#time + 1_000)
		const time = new Date(this.#time).toISOString()
		const waiting = this.#waiting
		this.#waiting = []
		const txs = waiting.map(({ tx }, index) => ({ ...tx, height, time, index }))
		const block = {
			height,
			time,
			hash: hash(`block ${height}`),
			proposer: hash('proposer').slice(0, 40),
			txCount: txs.length,
			gasUsed: txs.reduce((sum, tx) => sum + tx.gasUsed, 0n),
			appHash: hash(`app ${height}`),
			size: 300 + 200 * txs.length,
			txs,
		}
		this.blockList.push(block)
		this.txs.push(...txs)
		// As on a node: what a block made is there when the block is told.
		for (const { done } of waiting) done(height)
		this.emit({ type: 'block', block, txs })
		this.emit({
			type: 'log',
			entry: { time, level: 'info', source: 'engine', message: `block ${height} with ${txs.length} transactions` },
		})
	}

	async greetingCount(): Promise<number> {
		return this.greetings.length
	}

	async greeting(id: string): Promise<Greeting | undefined> {
		return this.greetings[Number(id)]
	}

	async greetingRange(from: number, to: number): Promise<readonly Greeting[]> {
		return this.greetings.slice(from, to)
	}

	async greetingTx(id: string): Promise<TxDetail | undefined> {
		const message = this.greetings[Number(id)]?.message
		return this.txs.find((tx) => JSON.stringify(tx.json).includes(JSON.stringify(message)))
	}

	async verifyGreeting(): Promise<{ readonly ok: boolean; readonly height: number; readonly reason: string }> {
		return { ok: true, height: this.blockList.length, reason: '' }
	}

	async legacyAccount(address: string, generation: 8 | 9, height?: number): Promise<string> {
		this.calls.push(`legacyAccount ${address} ${generation}${height === undefined ? '' : ` at ${height}`}`)
		const recorded = this.recorded.get(address)
		if (recorded !== undefined) return recorded[generation]
		const coins = await this.balances(address)
		const value =
			generation === 9
				? { address, account_number: '5' }
				: { address, coins, public_key: null, account_number: '5', sequence: '0' }
		const type = generation === 9 ? 'chain-sdk/BaseAccount' : 'chain-sdk/Account'
		return JSON.stringify({ height: String(height ?? this.blockList.length), result: { type, value } })
	}

	async account(address: string): Promise<Readonly<Record<string, unknown>> | undefined> {
		return { '@type': '/cosmos.auth.v1beta1.BaseAccount', address }
	}

	async accounts(most: number): Promise<readonly Readonly<Record<string, unknown>>[]> {
		return [...this.#coins.keys()]
			.slice(0, most)
			.map((address) => ({ '@type': '/cosmos.auth.v1beta1.BaseAccount', address }))
	}

	async *addressPages(): AsyncGenerator<readonly string[]> {
		for (const account of await this.accounts(1_000)) yield [String((account as { address?: unknown }).address)]
	}

	async accountNames(): Promise<ReadonlyMap<string, string>> {
		return this.names
	}

	async hasState(height: number): Promise<boolean> {
		return height >= this.earliest && height <= this.blockList.length
	}

	async balances(address: string): Promise<readonly Coin[]> {
		const amount = this.#coins.get(address) ?? 0n
		return amount === 0n ? [] : [{ denom: 'uchain', amount: String(amount) }]
	}

	async remoteAccount(url: string, address: string): Promise<AccountForms> {
		this.calls.push(`remoteAccount ${url} ${address}`)
		const recorded = this.recorded.get(address)
		if (recorded === undefined) throw new UserError(`No REST server answers at ${url}.`, { next: 'Start it.' })
		return accountForms(recorded[8], createRegistry())
	}

	async *broadcastTx(bytes: Uint8Array): AsyncIterable<TxProgress> {
		this.calls.push(`broadcastTx ${bytes.length}`)
		yield* this.#transact('/cosmos.bank.v1beta1.MsgSend', {}, 'alice', {})
	}

	async multisig(): Promise<MultisigTx> {
		throw new UserError('This chain has no threshold keys.')
	}

	async multisigOf(): Promise<MultisigTx> {
		return this.multisig()
	}

	async simulateTx(): Promise<SimulatedTx> {
		return this.simulated
	}

	/** A recorded transaction, whoever asks. */
	async signAmino(keyName: string): Promise<Uint8Array> {
		this.calls.push(`signAmino ${keyName}`)
		const { converted } = await this.analyzeLegacyTx(recordedBody('sync accepted'))
		if (converted === undefined) throw new UserError('the recorded transaction converts')
		return converted.bytes
	}

	async analyzeLegacyTx(text: string): Promise<StdTxAnalysis> {
		this.calls.push('analyzeLegacyTx')
		return analyzeStdTx(text, this.known)
	}

	async totalSupply(): Promise<readonly Coin[]> {
		return [{ denom: 'uchain', amount: '1000000000000' }]
	}

	async *sendTx(): AsyncIterable<TxProgress> {
		yield* this.#transact('/double.Msg', {}, 'alice', {})
	}

	async *createGreeting(keyName: string, message: string, options: FeeOptions = {}): AsyncIterable<TxProgress> {
		this.calls.push(`createGreeting ${keyName} ${message}`)
		const owner = addressOf(keyName)
		yield* this.#transact('/chain.greet.v1beta1.MsgCreateGreet', { message, owner }, keyName, options, () => {
			this.greetings.push({ id: String(this.greetings.length), owner, message })
		})
	}

	/** Somebody else writes a greeting; it waits for the next block when this resolves. */
	async greet(keyName: string, message: string): Promise<void> {
		const steps = this.createGreeting(keyName, message)[Symbol.asyncIterator]()
		for (let step = await steps.next(); step.done !== true; step = await steps.next()) {
			if (step.value.state === 'in-mempool') break
		}
		void steps.next()
	}

	async *send(
		keyName: string,
		to: string,
		coins: readonly Coin[],
		options: FeeOptions = {},
	): AsyncIterable<TxProgress> {
		this.calls.push(`send ${keyName} ${to} ${coins.map((coin) => coin.amount + coin.denom).join()}`)
		const value = { from_address: addressOf(keyName), to_address: to, amount: coins }
		yield* this.#transact('/cosmos.bank.v1beta1.MsgSend', value, keyName, options, () => {
			for (const coin of coins) {
				this.#coins.set(to, (this.#coins.get(to) ?? 0n) + BigInt(coin.amount))
				this.#coins.set(addressOf(keyName), (this.#coins.get(addressOf(keyName)) ?? 0n) - BigInt(coin.amount))
			}
		})
	}

	async estimate(..._asked: Parameters<ChainClient['estimate']>): ReturnType<ChainClient['estimate']> {
		return { gas: 56_000n, fee: '560uchain' }
	}

	async blocks(from: number, to: number): Promise<readonly BlockSummary[]> {
		return this.blockList.slice(Math.max(0, from - 1), to)
	}

	async block(height: number): Promise<(BlockSummary & { readonly txs: readonly TxDetail[] }) | undefined> {
		return this.blockList[height - 1]
	}

	sentTx(hash: string): Promise<TxDetail | undefined> {
		return this.tx(hash)
	}

	async tx(wanted: string): Promise<TxDetail | undefined> {
		return this.txs.find((tx) => tx.hash === wanted)
	}

	/** How the network does; of a chain of one there is none. */
	networkNow: NetworkStatus | undefined

	async network(): Promise<NetworkStatus> {
		if (this.networkNow === undefined) throw new UserError('there is no network')
		return this.networkNow
	}

	/** What the node measured; a node that does not measure without it. */
	measured: HistoryReply | undefined

	async history(): Promise<HistoryReply | undefined> {
		return this.measured
	}

	async ethereumTxs(): Promise<readonly EthereumTx[]> {
		return []
	}

	async gasTrace(wanted: string): Promise<GasBreakdown> {
		const tx = this.txs.find((known) => known.hash === wanted)
		if (tx === undefined || this.gasProblem) throw this.gasProblem ?? new UserError('there is no such transaction')
		const operation = (name: string, store: string, times: number, bytes: number, gas: bigint) => {
			return { name, store, times, bytes, gas }
		}
		const message = [operation('read', 'greet', 2, 8, 2_024n), operation('write', 'greet', 2, 57, 5_710n)]
		const size = tx.gasUsed - 7_734n
		const { hash, height, index, gasWanted, gasUsed } = tx
		const phases = [
			{ name: 'ConsumeTxSizeGas', gas: size, operations: [operation('txSize', '', 1, 0, size)] },
			{ name: `message 0 ${tx.messageTypes[0]}`, gas: 7_734n, operations: message },
		]
		return { hash, height, index, gasWanted, gasUsed, phases }
	}

	listTxs(query: string, page: number, perPage: number): ReturnType<ChainDouble['searchTxs']> {
		return this.searchTxs(query, page, perPage)
	}

	async searchTxs(
		query: string,
		page: number,
		perPage: number,
	): Promise<{ readonly txs: readonly TxDetail[]; readonly total: number }> {
		if (this.searchProblem !== undefined) throw this.searchProblem
		const bound = (sign: string): number | undefined => {
			const found = new RegExp(`tx\\.height ${sign} (\\d+)`).exec(query)?.[1]
			return found === undefined ? undefined : Number(found)
		}
		const sender = /message\.sender='([^']*)'/.exec(query)?.[1]
		const isReceiver = /^(transfer|ethereum_tx)\.recipient/.test(query)
		const newest = this.txs
			.filter((tx) => !isReceiver && (sender === undefined || tx.signers.includes(sender)))
			.filter((tx) => tx.height >= (bound('>=') ?? 0) && tx.height <= (bound('<=') ?? Number.POSITIVE_INFINITY))
			.toReversed()
		return { txs: newest.slice((page - 1) * perPage, page * perPage), total: newest.length }
	}

	async close(): Promise<void> {
		clearInterval(this.#timer)
		this.calls.push('close')
	}

	async *#transact(
		type: string,
		value: Readonly<Record<string, unknown>>,
		keyName: string,
		options: FeeOptions,
		done: () => void = () => {},
	): AsyncIterable<TxProgress> {
		yield { state: 'signing' }
		await new Promise((resolve) => setTimeout(resolve, 5))
		const failure = this.failure
		if (failure !== undefined && options.fee === undefined) {
			yield failure
			return
		}
		const fee = options.fee ?? '600uchain'
		const tx: TxDetail = {
			hash: hash(randomBytes(8).toString('hex')),
			height: 0,
			index: 0,
			time: '',
			code: 0,
			codespace: '',
			log: '',
			gasWanted: 120_000n,
			gasUsed: 55_960n,
			fee: [{ denom: 'uchain', amount: fee.replace(/\D/g, '') }],
			memo: options.memo ?? '',
			json: { body: { messages: [{ '@type': type, ...value }], memo: options.memo ?? '' } },
			first: { '@type': type, ...value },
			messageTypes: [type],
			signers: [addressOf(keyName)],
			raw: new Uint8Array(randomBytes(180)),
			data: new Uint8Array(),
			events: [{ type: 'message', attributes: [{ key: 'action', value: type, index: true }] }],
		}
		let committed: (height: number) => void = () => {}
		const height = new Promise<number>((resolve) => {
			committed = resolve
		})
		this.#waiting.push({
			tx,
			done: (at) => {
				done()
				committed(at)
			},
		})
		yield { state: 'in-mempool', hash: tx.hash, fee, gasWanted: tx.gasWanted }
		yield { state: 'committed', hash: tx.hash, height: await height, fee, gasWanted: tx.gasWanted, gasUsed: tx.gasUsed }
	}

	readonly #admin: AdminClient = {
		actAs: async ({ add = [], remove = [] }) => {
			this.calls.push(`actAs +${add.join()} -${remove.join()}`)
			this.acted = [...this.acted.filter((address) => !remove.includes(address)), ...add]
			return this.acted
		},
		setBlockMode: async (mode, intervalMs) => void this.calls.push(`setBlockMode ${mode} ${intervalMs}`),
		mine: async (blocks = 1) => {
			this.calls.push(`mine ${blocks}`)
			for (let i = 0; i < blocks; i++) this.makeBlock()
		},
		pause: async () => {
			this.calls.push('pause')
			this.state = 'paused'
		},
		resume: async () => {
			this.calls.push('resume')
			this.state = 'live'
		},
		setTime: async (isoTime, { freeze }) => {
			this.calls.push(`setTime ${isoTime} ${freeze}`)
			this.clock = { clockOffsetMs: Date.parse(isoTime) - Date.now(), clockFrozen: freeze }
		},
		advanceTime: async (seconds) => {
			this.calls.push(`advanceTime ${seconds}`)
			this.clock = { ...this.clock, clockOffsetMs: (this.clock.clockOffsetMs ?? 0) + seconds * 1_000 }
		},
		resetTime: async () => {
			this.calls.push('resetTime')
			this.clock = { clockOffsetMs: 0, clockFrozen: false }
		},
		snapshot: async (name = String(this.snapshots.length + 1)) => {
			this.calls.push(`snapshot ${name}`)
			if (this.snapshots.some((other) => other.name === name))
				throw new UserError(`There is already a snapshot ${name}.`)
			const { height } = this.blockList.at(-1)!
			this.snapshots.push({ name, height, time: new Date().toISOString(), offsetMs: 0, frozen: false })
			return name
		},
		snapshots: async () => [...this.snapshots],
		deleteSnapshot: async (name) => {
			this.calls.push(`deleteSnapshot ${name}`)
			this.snapshots = this.snapshots.filter((other) => other.name !== name)
		},
		rewind: async (height) => {
			this.calls.push(`rewind ${height}`)
			this.snapshots = this.snapshots.filter((other) => other.height <= height)
		},
		revert: async (id) => void this.calls.push(`revert ${id}`),
		hasFaucet: async () => this.#options.noFaucet !== true,
		faucet: async (address) => {
			if (this.#options.noFaucet) throw new UserError('This chain has no faucet.')
			this.calls.push(`faucet ${address}`)
			this.#coins.set(address, (this.#coins.get(address) ?? 0n) + 1_000_000_000n)
			return hash('faucet')
		},
		reset: async () => void this.calls.push('reset'),
		exportGenesis: async () => '{"chain_id":"chain-localnet"}',
		setListener: async (name, on) => void this.calls.push(`setListener ${name} ${on}`),
	}
}

/** The keyring of the double: names with made-up addresses. */
export class KeysDouble implements KeysClient {
	readonly backend = 'memory'
	readonly notice = ''
	readonly calls: string[] = []
	#keys: KeyInfo[]
	#locked: boolean

	constructor(names: readonly string[], locked: boolean) {
		this.#keys = names.map((name) => local(name))
		this.#locked = locked
	}

	readonly apiKeys = new Map<string, string>()

	async apiKey(url: string): Promise<string | undefined> {
		return this.apiKeys.get(url)
	}

	async setApiKey(url: string, value: string | undefined): Promise<void> {
		if (value === undefined) this.apiKeys.delete(url)
		else this.apiKeys.set(url, value)
	}

	async isNew(): Promise<boolean> {
		return this.#locked
	}

	isLocked(): boolean {
		return this.#locked
	}

	async unlock(passphrase: string): Promise<void> {
		if (passphrase === 'wrong') throw new UserError('the passphrase is wrong', { next: 'Try again.' })
		this.#locked = false
	}

	async list(): Promise<readonly KeyInfo[]> {
		return this.#keys
	}

	async get(name: string): Promise<KeyInfo | undefined> {
		return this.#keys.find((key) => key.name === name)
	}

	async create(
		name: string,
		{ algo }: Pick<KeyInfo, 'algo'> = {},
	): Promise<{ readonly key: KeyInfo; readonly mnemonic: string }> {
		return { key: this.#add({ ...local(name), ...(algo === undefined ? {} : { algo }) }), mnemonic: words }
	}

	async importMnemonic(name: string, mnemonic: string): Promise<KeyInfo> {
		if (mnemonic.split(' ').length < 12)
			throw new UserError('these are not the words of a key', { next: 'Check each word.' })
		return this.#add(local(name))
	}

	async importPrivateKey(name: string): Promise<KeyInfo> {
		return this.#add(local(name))
	}

	async addWatchOnly(name: string, address: string): Promise<KeyInfo> {
		return this.#add({ name, address, kind: 'watch' })
	}

	async addMultisig(
		name: string,
		threshold: number,
		members: readonly string[],
		options: { readonly keepOrder?: boolean } = {},
	): Promise<KeyInfo> {
		this.calls.push(`addMultisig ${threshold} ${members.join(' ')}${options.keepOrder ? ' as given' : ''}`)
		// A key of several holds public keys, as the keyring's do.
		const keyOf = (given: string) => this.#keys.find((one) => one.name === given)?.pubKey ?? given
		return this.#add({ name, address: addressOf(name), kind: 'multi', threshold, members: members.map(keyOf) })
	}

	async rename(from: string, to: string): Promise<void> {
		this.#keys = this.#keys.map((key) => (key.name === from ? { ...key, name: to } : key))
	}

	async delete(name: string): Promise<void> {
		this.#keys = this.#keys.filter((key) => key.name !== name)
	}

	async take(name: string): Promise<TakenKey> {
		const taken = this.#keys.find((key) => key.name === name)!
		const place = this.#keys.indexOf(taken)
		await this.delete(name)
		return {
			restore: async () => {
				this.#keys = this.#keys.toSpliced(place, 0, taken)
				return taken
			},
			forget: () => void this.calls.push(`forget ${name}`),
		}
	}

	async exportKey(name: string): Promise<string> {
		return `-----BEGIN KEY-----\n${name}\n-----END KEY-----`
	}

	async importKey(name: string): Promise<KeyInfo> {
		return this.#add(local(name))
	}

	async signText(name: string, text: string): Promise<{ readonly signature: string; readonly pubKey: string }> {
		return { signature: Buffer.from(`${name}:${text}`).toString('base64'), pubKey: 'AxYz' }
	}

	async verifyText(address: string, text: string, signature: string): Promise<boolean> {
		const [name = '', ...signed] = Buffer.from(signature, 'base64').toString().split(':')
		return addressOf(name) === address && signed.join(':') === text
	}

	async moveTo(backend: string, passphrase = ''): Promise<void> {
		this.calls.push(`moveTo ${backend} ${passphrase}`)
	}

	#add(key: KeyInfo): KeyInfo {
		this.#keys = [...this.#keys, key]
		return key
	}
}

/** An address for a name. */
export function addressOf(name: string): string {
	return addressToText(createHash('sha256').update(name).digest().subarray(0, 20), 'chain')
}

function local(name: string): KeyInfo {
	return { name, address: addressOf(name), kind: 'local', pubKey: `AxYz${name}`, path: "m/44'/118'/0'/0/0" }
}

function hash(text: string): string {
	return createHash('sha256').update(text).digest('hex').toUpperCase()
}

const words =
	'abandon ability able about above absent absorb abstract absurd abuse access accident account accuse achieve acid acoustic acquire across act action actor actress art'
