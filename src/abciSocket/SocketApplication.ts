import type { Application } from '../abci/Application.ts'
import type { LockedApplication } from '../abci/LockedApplication.ts'
import type { Snapshots } from '../abci/Snapshots.ts'

/** An application that a real engine drives over a socket. */
export interface SocketApplication extends Application {
	/** Forgets a block that was begun and not committed: its engine went away and will begin it again. */
	discardBlock(): void
}

/** The parts that an engine uses through its connections. */
export interface SocketTarget {
	readonly application: LockedApplication<SocketApplication>
	/** State sync; without it no snapshot is offered or accepted. */
	readonly snapshots?: Snapshots | undefined
	/** Has signatures verified that an engine will deliver soon, of the very same arrays. It changes no result. */
	readonly verifyAhead?: ((txs: readonly Uint8Array[]) => void) | undefined
	/** Called for each height once it is durable. Returns the oldest height whose block the engine must keep, 0 for all. */
	readonly committed?: ((height: number) => number) | undefined
	/** Told how long each request took, in seconds, by its name: `deliver_tx`. */
	readonly timed?: ((method: string, seconds: number) => void) | undefined
}
