import type { AdminClient, ChainClient, NodeAbout, NodeStatus, ServedRequests } from '../../../client/index.ts'
import { evmChainIdOf } from '../../../codec/ChainSettings.ts'
import { ListModel } from '../../app/list/ListModel.ts'
import { tabs } from '../../app/tabs.ts'
import { ItemList } from '../../kit/models/ItemList.ts'

/** Listeners in the order they are shown. */
export const listenerNames = ['rpc', 'rest', 'grpc', 'legacy8', 'endpoints', 'eth'] as const

/** One listener of the node. */
export type ListenerName = (typeof listenerNames)[number]

/** A snapshot the node keeps. */
export type Snapshot = Awaited<ReturnType<AdminClient['snapshots']>>[number]

/** A row of the list: a listener, or a snapshot. */
export type NodeRow = { readonly listener: ListenerName } | { readonly snapshot: Snapshot }

const listenerRows = listenerNames.map((listener) => ({ listener }))
const rowsWithoutEvm = listenerRows.filter(({ listener }) => listener !== 'eth')

/** Time between two looks at what the listeners served, in milliseconds. */
const everyMs = 2_000

/** The node: how it does, where it listens, and the powers one has over an embedded one. */
export class NodeModel extends ListModel<NodeRow> {
	/** Listeners, then snapshots. The selection stays with its own: Enter after a change never meets another. */
	readonly list = new ItemList<NodeRow>({
		items: () => this.#rowsNow(),
		keyOf: (row) => ('listener' in row ? row.listener : `snapshot ${row.snapshot.name}`),
		changed: () => {
			this.#strayed = false
		},
	})
	/** The selected snapshot is gone, and nobody has chosen the listener that has its place. */
	#strayed = false
	/** Names, versions and peers; undefined until they are read. */
	about: NodeAbout | undefined

	/** What the listeners served; undefined where the node does not tell. */
	served: ServedRequests | undefined
	#snapshots: readonly Snapshot[] = []
	#of: ChainClient | undefined
	#timer: NodeJS.Timeout | undefined
	#made: { readonly of: readonly unknown[]; readonly rows: readonly NodeRow[] } = { of: [], rows: [] }

	#rowsNow(): readonly NodeRow[] {
		const { status } = this
		const hasEvm = status?.listeners.eth !== undefined || evmChainIdOf(status?.chainId ?? '') !== undefined
		const of = [hasEvm, this.snapshots]
		if (of.some((part, index) => part !== this.#made.of[index])) {
			const listeners = hasEvm ? listenerRows : rowsWithoutEvm
			this.#made = { of, rows: [...listeners, ...this.snapshots.map((snapshot) => ({ snapshot }))] }
		}
		return this.#made.rows
	}

	get admin(): AdminClient | undefined {
		return this.app.client?.admin
	}

	get status(): NodeStatus | undefined {
		return this.app.state.status
	}

	/** Snapshots of the node, the lowest height first; empty until they are loaded. */
	get snapshots(): readonly Snapshot[] {
		return this.#snapshots
	}

	set snapshots(snapshots) {
		const before = this.selectedSnapshot
		this.#snapshots = snapshots
		if (before !== undefined && this.selectedSnapshot === undefined) this.#strayed = true
	}

	get selectedListener(): ListenerName | undefined {
		if (this.#strayed) return undefined
		const { selected } = this.list
		return selected !== undefined && 'listener' in selected ? selected.listener : undefined
	}

	get selectedSnapshot(): Snapshot | undefined {
		const { selected } = this.list
		return selected !== undefined && 'snapshot' in selected ? selected.snapshot : undefined
	}

	connected(client: ChainClient): void {
		// After a change of the chain’s past it is the same node: the selection stays with its snapshot.
		if (this.#of !== client) {
			this.about = undefined
			this.snapshots = []
			this.served = undefined
		}
		this.#of = client
		this.#readAbout()
		this.#readSnapshots()
	}

	opened(): void {
		this.app.chartSpan.refresh()
		this.#readAbout()
		this.#readSnapshots()
		this.#readServed()
		this.#timer ??= setInterval(() => {
			if (this.app.state.screen === tabs.node.id) this.#readServed()
			else {
				clearInterval(this.#timer)
				this.#timer = undefined
			}
		}, everyMs).unref()
	}

	#readServed(): void {
		const { client } = this.app
		if (client === undefined) return
		this.app.attempt(
			async () => {
				const served = await client.requests.served()
				if (this.app.client === client) this.served = served
			},
			// A node of others does not tell.
			() => {},
		)
	}

	#readAbout(): void {
		const { client } = this.app
		if (client === undefined) return
		this.app.attempt(
			async () => {
				const about = await client.about()
				if (this.app.client === client) this.about = about
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

	/** Reads the status of a node. One that was left meanwhile is not heard. */
	async #readStatus(client: ChainClient): Promise<void> {
		const status = await client.status()
		if (this.app.client === client) this.app.set({ status })
	}

	/** Runs an admin call, reads status and snapshots again and shows a message. */
	act(work: (admin: AdminClient) => Promise<unknown>, said: string): void {
		const { client } = this.app
		if (client?.admin === undefined) return
		const { admin } = client
		this.app.attempt(async () => {
			await work(admin)
			this.#readSnapshots()
			await this.#readStatus(client)
			this.app.toast('good', said)
		})
	}

	/** Makes every screen reload after the chain's past changed. */
	async reread(): Promise<void> {
		const { client } = this.app
		if (client === undefined) return
		await this.#readStatus(client)
		if (this.app.client !== client) return
		for (const screen of this.app.screens) screen.model.connected?.(client)
		this.app.refreshIdentity()
	}
}
