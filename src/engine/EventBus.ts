import type { AbciEvent } from '../abci/Application.ts'
import type { Block, BlockResults, TxRecord } from '../chain/blockTypes.ts'
import type { ChainEvent } from '../chain/ChainEvent.ts'
import { thrownText } from '../errors/UserError.ts'
import { toHexUpper } from '../util/bytes.ts'
import type { Log } from '../util/Log.ts'
import { matchQuery } from './query/matchQuery.ts'
import { parseQuery, type Query } from './query/parseQuery.ts'

interface Subscription {
	readonly query: Query
	readonly listener: (event: ChainEvent) => void
	/** The one event its query can match; undefined when it names none. */
	readonly only: string | undefined
}

/** Hands the events of blocks to those whose query matches, in order of subscription. A listener that throws is logged. */
export class EventBus {
	readonly #subscriptions = new Set<Subscription>()

	readonly #log: Log

	constructor(log: Log) {
		this.#log = log
	}

	/** Whether there is a listener. */
	get isHeard(): boolean {
		return this.#subscriptions.size > 0
	}

	/** Throws QueryError. Calling the result twice does nothing. */
	subscribe(text: string, listener: (event: ChainEvent) => void): () => void {
		const query = parseQuery(text)
		const subscription = { query, listener, only: eventOf(query) }
		this.#subscriptions.add(subscription)
		return () => this.#subscriptions.delete(subscription)
	}

	/** Announces a block: NewBlock, NewBlockHeader, then each Tx (tendermint v0.34.15 state/execution.go fireEvents). */
	publishBlock(block: Block, results: BlockResults, records: readonly TxRecord[]): void {
		if (!this.isHeard) return
		const blockEvents = [...results.beginBlockEvents, ...results.endBlockEvents]
		const wanted = (type: ChainEvent['type']): boolean =>
			[...this.#subscriptions].some(({ only }) => only === undefined || only === type)
		this.#publish({ type: 'NewBlock', block, results, keys: keysOf(blockEvents, [['tm.event', 'NewBlock']]) })
		this.#publish({
			type: 'NewBlockHeader',
			header: block.header,
			numTxs: block.txs.length,
			results,
			keys: keysOf(blockEvents, [['tm.event', 'NewBlockHeader']]),
		})
		// A block of 500 transactions has thousands of keys, which most listeners never use.
		if (!wanted('Tx')) return
		for (const record of records) {
			const reserved = [
				['tm.event', 'Tx'],
				['tx.hash', toHexUpper(record.hash)],
				['tx.height', String(record.height)],
			] as const
			this.#publish({ type: 'Tx', record, keys: keysOf(record.result.events, reserved) })
		}
	}

	#publish(event: ChainEvent): void {
		for (const { query, listener } of [...this.#subscriptions]) {
			if (!matchQuery(query, event.keys)) continue
			try {
				listener(event)
			} catch (cause) {
				this.#log('error', 'engine', `A listener to "${query.text}" failed: ${thrownText(cause)}`)
			}
		}
	}
}

/** The event that a query requires by `tm.event='…'`; it matches no other. */
function eventOf({ conditions }: Query): string | undefined {
	const condition = conditions.find(({ key, operator }) => key === 'tm.event' && operator === '=')
	return condition?.operand?.kind === 'text' ? condition.operand.value : undefined
}

/** Composite keys with their values in order; the reserved ones come last (tendermint types/event_bus.go). */
function keysOf(
	events: readonly AbciEvent[],
	reserved: readonly (readonly [string, string])[],
): ReadonlyMap<string, readonly string[]> {
	const keys = new Map<string, string[]>()
	const add = (key: string, value: string): void => {
		const values = keys.get(key)
		if (values === undefined) keys.set(key, [value])
		else values.push(value)
	}
	for (const { type, attributes } of events) {
		if (type === '') continue
		for (const { key, value } of attributes) if (key !== '') add(`${type}.${key}`, value)
	}
	for (const [key, value] of reserved) add(key, value)
	return keys
}
