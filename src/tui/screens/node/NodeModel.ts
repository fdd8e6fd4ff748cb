import type { AdminClient, NodeAbout, NodeStatus } from '../../../client/index.ts'
import type { ScreenModel } from '../../app/ScreenModel.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { ListCursor } from '../../kit/models/ListCursor.ts'
import type { Movable } from '../../kit/models/Movable.ts'

/** Listeners in the order they are shown. */
export const listenerNames = ['rpc', 'rest', 'grpc', 'legacy8', 'endpoints'] as const

/** One listener of the node. */
export type ListenerName = (typeof listenerNames)[number]

/** A snapshot the node keeps. */
export type Snapshot = Awaited<ReturnType<AdminClient['snapshots']>>[number]

/** The node: how it does, where it listens, and the powers one has over an embedded one. */
export class NodeModel implements ScreenModel {
	readonly name = 'node'
	readonly app: TuiApp
	/** Over listeners, then snapshots. */
	readonly cursor = new ListCursor(() => this.rowCount)
	/** Snapshots of the node, the lowest height first; empty until they are loaded. */
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
		this.snapshots = []
		this.#readAbout()
		this.#readSnapshots()
	}

	opened(): void {
		this.app.chartSpan.refresh()
		this.#readAbout()
		this.#readSnapshots()
	}

	#readAbout(): void {
		const { client } = this.app
		if (client === undefined) return
		this.app.attempt(
			async () => {
				this.about = await client.about()
			},
			// The status already shows that the node does not answer.
			() => {},
		)
	}

	#readSnapshots(): void {
		const { client } = this.app
		const admin = client?.admin
		if (admin === undefined) return
		this.app.attempt(
			async () => {
				const snapshots = await admin.snapshots()
				// Another node may have been chosen while this one answered.
				if (this.app.client === client) this.snapshots = snapshots
			},
			// The status already shows that the node does not answer.
			() => {},
		)
	}

	/** Runs an admin call, reads status and snapshots again and shows a message. */
	act(work: (admin: AdminClient) => Promise<unknown>, said: string): void {
		const { client } = this.app
		const admin = client?.admin
		if (client === undefined || admin === undefined) return
		this.app.attempt(async () => {
			await work(admin)
			this.#readSnapshots()
			this.app.set({ status: await client.status() })
			this.app.toast('good', said)
		})
	}

	/** Makes every screen reload after the chain's past changed. */
	async reread(): Promise<void> {
		const { client } = this.app
		if (client === undefined) return
		this.app.set({ status: await client.status() })
		for (const screen of this.app.screens) screen.model.connected?.(client)
		this.app.refreshIdentity()
	}
}
