import type { ChainEvent } from '../../chain/ChainEvent.ts'
import type { ChainReader, Unsubscribe } from '../../chain/ChainReader.ts'
import type { GenesisDocument } from '../../chain/GenesisDocument.ts'
import { BugError } from '../../errors/UserError.ts'
import type { KvDatabase } from '../../store/KvDatabase.ts'
import type { LevelReader, LevelView } from '../../store/kv/levelReader.ts'
import type { Log } from '../../util/Log.ts'
import { ChainRecords, type StandingChain } from '../ChainRecords.ts'
import { EventBus } from '../EventBus.ts'
import { readGenesis } from '../genesisRecord.ts'
import { BlockStore } from '../store/BlockStore.ts'
import { decodeState, type EngineState } from '../store/EngineState.ts'
import { prefixes, stateKey } from '../store/keys.ts'
import { Sweeper } from '../store/Sweeper.ts'
import type { Pulse } from './Pulse.ts'

/** The state of a chain's application as a thread reads it that does not make its blocks. */
export interface FollowingApplication {
	/** Reads the newest committed state. */
	follow(): void
}

/** Dependencies of a follower. */
export interface ChainFollowerOptions {
	readonly reader: LevelReader
	readonly pulse: Pulse
	/** Opens the application on its part of the database, to read; again after the chain has gone back. */
	readonly openApplication: (db: KvDatabase, chainId: string) => FollowingApplication
	/** Status of the chain while the database has none. */
	readonly state: EngineState
	readonly log: Log
}

interface FollowedChain extends StandingChain {
	readonly sweeper: Sweeper
}

/** A light engine's chain in another thread, at one durable height: whoever learned of a block finds it here. */
export class ChainFollower extends ChainRecords implements ChainReader {
	readonly #options: ChainFollowerOptions
	readonly #bus: EventBus
	#initial: EngineState
	#changes = -1
	#turns = -1
	#view: LevelView | undefined
	/** The one from before the chain went back: who reads from it may end until the next block. */
	#last: LevelView | undefined
	#application: FollowingApplication | undefined
	#standing: FollowedChain | undefined

	constructor(options: ChainFollowerOptions) {
		super()
		this.#options = options
		this.#initial = options.state
		this.#bus = new EventBus(options.log)
		this.refresh()
	}

	protected override get standing(): StandingChain {
		this.refresh()
		if (this.#standing === undefined) throw new BugError('a chain was opened for reading while it went back')
		return this.#standing
	}

	/** Advances to the newest durable height. While the chain goes back, it reads the state before that. */
	refresh(): void {
		const { pulse, reader } = this.#options
		const { changes, turns } = pulse
		if (changes === this.#changes || turns % 2 === 1) return
		const isStill = (): boolean => pulse.turns === turns
		if (turns === this.#turns) {
			if (this.#standing === undefined || this.#view?.advance(isStill) !== true) return
			this.#endLast()
			this.#standing = this.#stand(this.#standing)
			this.#application?.follow()
		} else {
			const view = reader.view()
			if (!isStill()) {
				view.end()
				return
			}
			this.#endLast()
			this.#last = this.#view
			this.#view = view
			this.#open(view.db)
		}
		this.#changes = changes
		this.#turns = turns
	}

	/** The chain has gone back to this status, until its database says otherwise. */
	stands(state: EngineState): void {
		this.#initial = state
		this.#changes = -1
		this.refresh()
	}

	/** Notifies subscribers of a durable block. Moves on to it, so that a thread that nobody asks holds no old moment (see `LevelView`). */
	announce(height: number): void {
		this.refresh()
		if (!this.#bus.isHeard) return
		const { store, state } = this.standing
		const made = height > state.height ? undefined : store.made(height)
		// One that the chain has gone back behind since.
		if (made === undefined) return
		this.#bus.publishBlock(made.block, made.results, made.records)
	}

	async subscribe(query: string, listener: (event: ChainEvent) => void): Promise<Unsubscribe> {
		return this.#bus.subscribe(query, listener)
	}

	#endLast(): void {
		this.#last?.end()
		this.#last = undefined
	}

	#open(root: KvDatabase): void {
		const db = root.prefixed(prefixes.engine)
		const store = new BlockStore(db)
		const genesis = genesisOf(db)
		this.#standing = this.#stand({ db, store, genesis, sweeper: new Sweeper(db, store) })
		this.#application = this.#options.openApplication(root.prefixed(prefixes.application), genesis.chainId)
	}

	#stand({ db, store, genesis, sweeper }: Omit<FollowedChain, 'state' | 'nextHeight'>): FollowedChain {
		const bytes = db.get(stateKey)
		const state = bytes === undefined ? this.#initial : decodeState(bytes)
		sweeper.reload()
		const nextHeight = state.height === 0 ? genesis.initialHeight : state.height + 1
		return { db, store, genesis, sweeper, state, nextHeight }
	}
}

function genesisOf(db: KvDatabase): GenesisDocument {
	const genesis = readGenesis(db)
	if (genesis === undefined) throw new BugError('a chain without a genesis document')
	return genesis
}
