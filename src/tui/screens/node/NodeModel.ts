import type { AdminClient, NodeAbout, NodeStatus } from '../../../client/ChainClient.ts'
import type { ScreenModel } from '../../app/ScreenModel.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { ListCursor } from '../../kit/models/ListCursor.ts'
import type { Movable } from '../../kit/models/Movable.ts'

/** Listeners in the order they are shown. */
export const listenerNames = ['rpc', 'rest', 'grpc', 'legacy8', 'endpoints'] as const

/** One listener of the node. */
export type ListenerName = (typeof listenerNames)[number]

/** A snapshot taken in this run. */
export interface Snapshot {
	readonly id: string
	readonly height: number
	/** Milliseconds since the epoch. */
	readonly at: number
}

/** The node: how it does, where it listens, and the powers one has over an embedded one. */
export class NodeModel implements ScreenModel {
	readonly name = 'node'
	readonly app: TuiApp
	/** Over listeners, then snapshots. */
	readonly cursor = new ListCursor(() => this.rowCount)
	snapshots: readonly Snapshot[] = []
	/** Names, versions and peers; undefined until they are read. */
	about: NodeAbout | undefined

	constructor(app: TuiApp) {
		this.app = app
	}

	get admin(): AdminClient | undefined {
		return this.app.client?.admin
	}

	get status(): NodeStatus | undefined {
		return this.app.state.status
	}

	get rowCount(): number {
		return listenerNames.length + this.snapshots.length
	}

	get selectedListener(): ListenerName | undefined {
		return listenerNames[this.cursor.selected]
	}

	get selectedSnapshot(): Snapshot | undefined {
		return this.snapshots[this.cursor.selected - listenerNames.length]
	}

	crumbs(): readonly string[] {
		return []
	}

	movable(): Movable {
		return {
			move: (delta) => this.cursor.move(delta),
			page: (pages) => this.cursor.page(pages),
			edge: (end) => this.cursor.select(end === 'first' ? 0 : this.rowCount - 1),
		}
	}

	connected(): void {
		this.#readAbout()
	}

	opened(): void {
		this.#readAbout()
	}

	#readAbout(): void {
		const { client } = this.app
		if (client === undefined) return
		this.app.attempt(
			async () => {
				this.about = await client.about()
			},
			// The state says already that the node does not answer.
			() => {},
		)
	}

	/** Runs an admin call, asks for the status again and says what happened. */
	act(work: (admin: AdminClient) => Promise<unknown>, said: string): void {
		const { client } = this.app
		const admin = client?.admin
		if (client === undefined || admin === undefined) return
		this.app.attempt(async () => {
			await work(admin)
			this.app.set({ status: await client.status() })
			this.app.toast('good', said)
		})
	}

	/** After the chain's past changed: every screen reads anew. */
	async reread(): Promise<void> {
		const { client } = this.app
		if (client === undefined) return
		this.app.set({ status: await client.status() })
		for (const screen of this.app.screens) screen.model.connected?.(client)
		this.app.refreshIdentity()
	}
}
