import type { Application } from '../abci/Application.ts'
import type { LockedApplication } from '../abci/LockedApplication.ts'
import type { Snapshots } from '../abci/Snapshots.ts'

/** An application that a real engine drives over a socket. */
export interface SocketApplication extends Application {
	/** Forgets a block that was begun and not committed: its engine went away and will begin it again. */
	discardBlock(): void
}

/** What an engine reaches through its connections. */
export interface SocketTarget {
	readonly application: LockedApplication<SocketApplication>
	/** State sync; absent gives and takes no snapshot. */
	readonly snapshots?: Snapshots | undefined
	/** Hears of each height once it is durable and the engine may be told. */
	readonly committed?: ((height: number) => void) | undefined
}
