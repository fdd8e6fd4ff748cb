import type { AdminClient, NodeAbout, NodeStatus } from '../../../client/index.ts'
import { ListModel } from '../../app/list/ListModel.ts'
import { ItemList } from '../../kit/models/ItemList.ts'

/** Listeners in the order they are shown. */
export const listenerNames = ['rpc', 'rest', 'grpc', 'legacy8', 'endpoints'] as const

/** One listener of the node. */
export type ListenerName = (typeof listenerNames)[number]

/** A snapshot the node keeps. */
export type Snapshot = Awaited<ReturnType<AdminClient['snapshots']>>[number]

/** A row of the list: a listener, or a snapshot. */
export type NodeRow = { readonly listener: ListenerName } | { readonly snapshot: Snapshot }

const listenerRows: readonly NodeRow[] = listenerNames.map((listener) => ({ listener }))

/** The node: how it does, where it listens, and the powers one has over an embedded one. */
export class NodeModel extends ListModel<NodeRow> {
	readonly name = 'node'
	/** Listeners, then snapshots. The selection stays with its own: Enter after a change never meets another. */
	readonly list = new ItemList<NodeRow>({
		items: () => this.#rows,
		keyOf: (row) => ('listener' in row ? row.listener : `snapshot ${row.snapshot.name}`),
	})
	/** Names, versions and peers; undefined until they are read. */
	about: NodeAbout | undefined

	#rows: readonly NodeRow[] = listenerRows

	/** Snapshots of the node, the lowest height first; empty until they are loaded. */
	get snapshots(): readonly Snapshot[] {
		return this.#rows.flatMap((row) => ('snapshot' in row ? [row.snapshot] : []))
	}

	#show(snapshots: readonly Snapshot[]): void {
		this.#rows = [...listenerRows, ...snapshots.map((snapshot) => ({ snapshot }))]
	}

	get admin(): AdminClient | undefined {
		return this.app.client?.admin
	}

	get status(): NodeStatus | undefined {
		return this.app.state.status
	}

	get selectedListener(): ListenerName | undefined {
		const { selected } = this.list
		return selected !== undefined && 'listener' in selected ? selected.listener : undefined
	}

	get selectedSnapshot(): Snapshot | undefined {
		const { selected } = this.list
		return selected !== undefined && 'snapshot' in selected ? selected.snapshot : undefined
	}

	connected(): void {
		this.#show([])
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
				if (this.app.client === client) this.#show(snapshots)
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
