import type { ChainClient, ChainEvent, TxSummary } from '../../client/index.ts'
import type { Keyring } from '../../keyring/Keyring.ts'
import { GreetingCounter } from './GreetingCounter.ts'
import type { LiveLines } from './LiveLines.ts'

/** What to watch: events of blocks, every block, transactions only, greetings only. */
export const watchKinds = ['all', 'blocks', 'transactions', 'greetings'] as const
export type WatchKind = (typeof watchKinds)[number]

/** Writes events until a signal aborts, after `last` past ones; empty blocks with `blocks`, or `all` on a terminal. */
export async function watchChain(
	client: ChainClient,
	lines: LiveLines,
	names: AddressNames,
	wish: {
		readonly kind: WatchKind
		readonly last: number
		readonly emptyBlocks: boolean
		readonly signal: AbortSignal
	},
): Promise<void> {
	const { kind, last, signal } = wish
	const status = await client.status()
	const counter = kind === 'greetings' ? await GreetingCounter.start(client) : undefined
	if (counter !== undefined) for (const greeting of await counter.newest(last)) lines.greeting(greeting)
	else await past(client, lines, kind, status.height, last)
	// Handles one event at a time: while a greeting is read, the next block waits.
	let turn: Promise<void> = Promise.resolve()
	const one = async (event: BlockEvent): Promise<void> => {
		await names.learn(event.txs.flatMap(({ signers }) => signers))
		await tell(event, lines, wish, counter)
	}
	// The feed begins with the newest block. Any other one up to this height means that the chain went back.
	const start = counter?.height ?? status.height
	let isFirst = true
	await new Promise<void>((resolve, reject) => {
		const stop = client.subscribe((event) => {
			if (event.type !== 'block') return
			const { height } = event.block
			const isKnown = isFirst && height === start
			// A counter of greetings finds those of missed blocks itself.
			const missed = isFirst && counter === undefined ? blocksBetween(client, start, height) : []
			isFirst = false
			if (isKnown) return
			turn = turn.then(async () => {
				for await (const before of missed) await one(before)
				await one(event)
			})
			turn.catch(reject)
		})
		const ended = (): void => {
			stop()
			turn.then(resolve, reject)
		}
		if (signal.aborted) ended()
		signal.addEventListener('abort', ended)
	})
}

type BlockEvent = Pick<Extract<ChainEvent, { type: 'block' }>, 'block' | 'txs'>

/** Transactions of a page, at most. */
const pageSize = 100

/** The blocks above a height and below another, which were made while the feed was opened. */
async function* blocksBetween(client: ChainClient, after: number, before: number): AsyncGenerator<BlockEvent> {
	for (const block of await client.blocks(after + 1, before - 1)) {
		const txs: TxSummary[] = []
		for (let page = 1; txs.length < block.txCount; page++) {
			const found = await client.listTxs(`tx.height = ${block.height}`, page, pageSize)
			if (found.txs.length === 0) break
			txs.push(...found.txs)
		}
		yield { block, txs: txs.reverse() }
	}
}

async function tell(
	{ block, txs }: BlockEvent,
	lines: LiveLines,
	{ kind, emptyBlocks }: { readonly kind: WatchKind; readonly emptyBlocks: boolean },
	counter: GreetingCounter | undefined,
): Promise<void> {
	if (counter !== undefined) {
		for (const greeting of await counter.made(block, txs)) lines.greeting(greeting)
		return
	}
	if (kind === 'blocks' || (kind === 'all' && (txs.length > 0 || emptyBlocks))) lines.block(block)
	if (kind !== 'blocks') for (const tx of txs) lines.transaction(tx)
}

/** The last events, oldest first. */
async function past(
	client: ChainClient,
	lines: LiveLines,
	kind: WatchKind,
	height: number,
	last: number,
): Promise<void> {
	if (last === 0) return
	if (kind === 'blocks') {
		for (const block of await client.blocks(height - last + 1, height)) lines.block(block)
		return
	}
	const { txs } = await client.listTxs(`tx.height <= ${height}`, 1, last)
	for (const tx of [...txs].reverse()) lines.transaction(tx)
}

/** Shortest time between two reads of the keyring for unknown addresses, in milliseconds. */
const againMs = 1_000

/** Names of addresses: keys of the home, also new ones, and well-known accounts. */
export class AddressNames {
	readonly #keyring: Keyring
	#names: ReadonlyMap<string, string> = new Map()
	#readAt = Number.NEGATIVE_INFINITY

	constructor(keyring: Keyring) {
		this.#keyring = keyring
	}

	/** The name, or the address itself. */
	readonly nameOf = (address: string): string => this.#names.get(address) ?? address

	/** Reads all names. */
	async read(client: ChainClient): Promise<void> {
		const [known, keys] = await Promise.all([client.accountNames(), this.#keyring.list()])
		this.#names = new Map([...known, ...keys.map(({ name, address }) => [address, name] as const)])
	}

	/** Reads the names again if an address has none yet. */
	async learn(addresses: readonly string[]): Promise<void> {
		if (addresses.every((address) => this.#names.has(address)) || performance.now() - this.#readAt < againMs) return
		this.#readAt = performance.now()
		const keys = await this.#keyring.list()
		this.#names = new Map([...this.#names, ...keys.map(({ name, address }) => [address, name] as const)])
	}
}
