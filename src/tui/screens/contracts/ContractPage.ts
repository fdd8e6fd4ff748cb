import type { Abi, AbiFunction, EvmAccount, EvmClient, EvmLog, EvmReceipt, Hex } from '../../../client/index.ts'
import { signatureOf } from '../../../codec/evm/evmValues.ts'
import { UserError } from '../../../errors/UserError.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { FoldedSections } from '../../kit/models/FoldedSections.ts'
import { ItemList } from '../../kit/models/ItemList.ts'
import type { Movable } from '../../kit/models/List.ts'
import { Rereading } from '../../kit/models/Rereading.ts'

/** A contract that is known here: one of the ABIs at one of its places. */
export interface KnownPlace {
	readonly name: string
	readonly abi: Abi
	/** 0x in lower case; absent for an ABI without a deployment. */
	readonly address: string | undefined
}

/** Number of newest blocks whose events are read when a contract is opened: what the node returns in one call. */
const eventBlocks = 5_000
/** Events that are kept. */
const mostEvents = 500

/** A function of a contract with what it gave last. */
export interface FunctionRow {
	readonly fn: AbiFunction
	readonly signature: string
	/** It changes nothing: it is called without a transaction. */
	readonly isRead: boolean
}

/** Result of a call, or its failure. */
export interface Outcome {
	readonly text: string
	readonly failed: boolean
}

/** An opened contract: its functions, its events as they come, its slots and code. */
export class ContractPage {
	readonly place: KnownPlace
	readonly functions: ItemList<FunctionRow>
	readonly sections = new FoldedSections(['code'])
	/** The keys are in the facts beneath the functions. */
	inFacts = false
	account: EvmAccount | undefined
	code: Hex | undefined
	/** Newest first. */
	events: readonly EvmLog[] = []
	/** Slots that were asked for. */
	readonly slots = new Map<bigint, Hex>()
	/** Last result of each function, by signature. */
	readonly outcomes = new Map<string, Outcome>()
	/** The last transaction sent from here: Ethereum's hash and its block. */
	lastSent: Pick<EvmReceipt, 'hash' | 'height'> | undefined
	readonly #app: TuiApp
	readonly #evm: EvmClient
	/** The last block whose events are there. */
	#until = 0
	readonly #rereading: Rereading

	constructor(app: TuiApp, evm: EvmClient, place: KnownPlace) {
		this.#app = app
		this.#rereading = new Rereading(app)
		this.#evm = evm
		this.place = place
		const rows = functionRows(place)
		this.functions = new ItemList<FunctionRow>({
			items: () => rows,
			keyOf: ({ signature }) => signature,
			texts: ({ signature, isRead }) => [signature, isRead ? 'read' : 'write'],
		})
		this.readNews()
		app.attempt(() => this.readPlain())
	}

	/** Ethereum hash of the newest known transaction, from an event or sent from here; empty if there is none. */
	get newestTx(): string {
		const event = this.events[0]
		if (event === undefined || event.height <= (this.lastSent?.height ?? 0)) return this.lastSent?.hash ?? ''
		return event.txHash
	}

	/** What the movement keys move. */
	get movable(): Movable {
		return this.inFacts ? this.sections : this.functions
	}

	/** Esc: out of the facts, then out of the filter. */
	back(): boolean {
		if (this.inFacts) {
			this.inFacts = false
			return true
		}
		if (this.functions.filter === '') return false
		this.functions.setFilter('')
		return true
	}

	/** Reads its account and the events since the last time. */
	readNews(): void {
		const { address } = this.place
		if (address === undefined) return
		this.#rereading.run(
			() => this.#read(address),
			(error) => this.#app.tell(error),
		)
	}

	async #read(address: string): Promise<void> {
		const height = this.#app.latestHeight
		// The last block is read again: more of it may have been to come, and one beyond the last is refused.
		const from = this.#until === 0 ? Math.max(1, height - eventBlocks) : this.#until
		const [account, logs, code] = await Promise.all([
			this.#evm.account(address),
			this.#logsFrom(address, from),
			this.code ?? this.#evm.code(address),
		])
		this.account = account
		this.code = code
		const known = new Set(this.events.map(keyOf))
		const fresh = logs.filter((log) => !known.has(keyOf(log)))
		this.events = [...fresh.toReversed(), ...this.events].slice(0, mostEvents)
		this.#until = Math.max(this.#until, ...fresh.map((log) => log.height))
		for (const [slot] of this.slots) this.slots.set(slot, await this.#evm.storage(address, slot))
		if (fresh.length > 0) await this.readPlain()
	}

	/** The events from a height on. Where the chain went back behind it, all that are left. */
	async #logsFrom(address: string, from: number): Promise<readonly EvmLog[]> {
		try {
			return await this.#evm.logs({ addresses: [address], from })
		} catch (error) {
			if (this.#until === 0 || !(error instanceof UserError)) throw error
			const logs = await this.#evm.logs({ addresses: [address], from: 1 })
			this.events = []
			this.#until = 0
			return logs
		}
	}

	/** Calls every read function without arguments, as a description of the contract. */
	async readPlain(): Promise<void> {
		for (const row of this.functions.all) {
			if (row.isRead && row.fn.inputs.length === 0) await this.call(row, [])
		}
	}

	/** Calls a function and keeps what it gave. */
	async call(row: FunctionRow, args: readonly string[]): Promise<void> {
		const { address } = this.place
		if (address === undefined) return
		try {
			const { data, values } = await this.#evm.call({ to: address, fn: row.fn, args })
			const words = values.map(({ name, text }) => `${name === '' ? '' : `${name} `}${text === '' ? '""' : text}`)
			const given = args.length === 0 ? '' : `(${args.join(', ')}) = `
			this.outcomes.set(row.signature, { text: given + (words.length === 0 ? data : words.join(', ')), failed: false })
		} catch (error) {
			this.outcomes.set(row.signature, { text: (error as Error).message, failed: true })
		}
		this.#app.touch()
	}

	/** Reads a slot and shows it from now on. */
	async readSlot(slot: bigint): Promise<void> {
		const { address } = this.place
		if (address !== undefined) this.slots.set(slot, await this.#evm.storage(address, slot))
		if (this.sections.isFolded('storage')) this.sections.toggle('storage')
	}
}

/** Read functions first, each kind in the order of the ABI. */
function functionRows({ abi }: KnownPlace): readonly FunctionRow[] {
	const rows = abi.flatMap((entry): readonly FunctionRow[] => {
		if (entry.type !== 'function') return []
		const isRead = entry.stateMutability === 'view' || entry.stateMutability === 'pure'
		return [{ fn: entry, signature: signatureOf(entry), isRead }]
	})
	return [...rows.filter(({ isRead }) => isRead), ...rows.filter(({ isRead }) => !isRead)]
}

function keyOf({ height, index }: EvmLog): string {
	return `${height}.${index}`
}
