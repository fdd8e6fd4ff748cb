import type { FeeOptions, TxProgress } from '../../../client/index.ts'
import { thrownText, UserError } from '../../../errors/UserError.ts'
import { grouped } from '../../kit/text/numbers.ts'
import type { Toast } from '../AppState.ts'

/** A transaction of this session, from the Enter key to its block. */
export interface OutboxEntry {
	readonly id: number
	readonly kind: 'greeting' | 'send' | 'contract'
	/** Display text: the greeting, or `5 CHAIN to bob`. Not yet safe to print. */
	readonly label: string
	readonly key: string
	progress: TxProgress
	/** Time of the last step, in milliseconds since the epoch. */
	at: number
	/** Sends it again, perhaps with another fee. */
	readonly again: (options: FeeOptions) => AsyncIterable<TxProgress>
	readonly options: FeeOptions
}

/** The transactions of this session, the newest last. */
export interface Outbox {
	readonly entries: readonly OutboxEntry[]
	/** Sends a transaction and follows it to its end. `watch` receives each step. */
	start(
		what: Pick<OutboxEntry, 'kind' | 'label' | 'key' | 'options' | 'again'>,
		watch?: (progress: TxProgress) => void,
	): OutboxEntry
	/** Sends a failed transaction again with the fee the node asked for. */
	retry(entry: OutboxEntry): void
	remove(entry: OutboxEntry): void
	/** Calls a listener with each new transaction. */
	onStart(listener: (entry: OutboxEntry) => void): void
}

/** The parts of the app that an outbox uses. */
export interface OutboxHost {
	readonly clock: () => number
	toast(kind: Toast['kind'], text: string): void
	touch(): void
	logError(error: unknown): void
	/** Reads keys and balance again. */
	refreshIdentity: () => void
}

/** Creates an outbox that reports its steps as toasts. */
export function createOutbox(app: OutboxHost): Outbox {
	const entries: OutboxEntry[] = []
	const listeners: ((entry: OutboxEntry) => void)[] = []
	let nextId = 1

	async function follow(entry: OutboxEntry, watch?: (progress: TxProgress) => void): Promise<void> {
		const step = (progress: TxProgress): void => {
			entry.progress = progress
			entry.at = app.clock()
			watch?.(progress)
			const text = describeProgress(progress)
			app.toast(progress.state === 'failed' ? 'bad' : progress.state === 'committed' ? 'good' : 'busy', text)
			app.touch()
		}
		try {
			for await (const progress of entry.again(entry.options)) step(progress)
			if (entry.progress.state === 'committed') app.refreshIdentity()
		} catch (error) {
			app.logError(error)
			const known = error instanceof UserError
			step({
				state: 'failed',
				problem: thrownText(error),
				next: known ? error.next : 'See Logs for the details.',
				codespace: '',
				code: 0,
				log: '',
				hash: '',
			})
		}
	}

	return {
		entries,
		onStart: (listener) => listeners.push(listener),
		start: (what, watch) => {
			const entry: OutboxEntry = { ...what, id: nextId++, progress: { state: 'signing' }, at: app.clock() }
			entries.push(entry)
			// Finished transactions are on the chain, so only the newest are kept.
			while (entries.length > 200) entries.shift()
			for (const listener of listeners) listener(entry)
			void follow(entry, watch)
			return entry
		},
		retry: (entry) => {
			if (entry.progress.state !== 'failed') return
			const fee = entry.progress.requiredFee
			const index = entries.indexOf(entry)
			const again: OutboxEntry = {
				...entry,
				id: nextId++,
				progress: { state: 'signing' },
				at: app.clock(),
				options: fee === undefined ? entry.options : { ...entry.options, fee },
			}
			if (index >= 0) entries[index] = again
			else entries.push(again)
			void follow(again)
		},
		remove: (entry) => {
			const index = entries.indexOf(entry)
			if (index >= 0) entries.splice(index, 1)
			app.touch()
		},
	}
}

/** Text of a step, with its sign. */
export function describeProgress(progress: TxProgress): string {
	if (progress.state === 'signing') return '◌ signing'
	if (progress.state === 'in-mempool') return '◌ in mempool'
	if (progress.state === 'committed') return `✓ in block ${grouped(progress.height)}`
	const retry = progress.requiredFee === undefined ? '' : ` · r retry with ${progress.requiredFee}`
	return `✗ ${progress.problem}${retry}`
}
