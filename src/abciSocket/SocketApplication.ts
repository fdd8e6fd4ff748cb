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
	/** Called for each height once it is durable. */
	readonly committed?: ((height: number) => void) | undefined
}
