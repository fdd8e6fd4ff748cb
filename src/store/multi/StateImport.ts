import { plainError } from '../../errors/ChainError.ts'
import { equalBytes } from '../../util/bytes.ts'
import { emptyTreeHash } from '../iavl/MutableTree.ts'
import type { NodeStore } from '../iavl/NodeStore.ts'
import { type ExportedNode, TreeImporter } from '../iavl/treeTransfer.ts'
import type { KvDatabase, WriteBatch } from '../KvDatabase.ts'
import type { CommitRecord } from './CommitRecord.ts'

/** Nodes that are written together. */
const nodesPerWrite = 5_000

/** Target of an import. */
export interface ImportTarget {
	readonly version: number
	readonly db: KvDatabase
	readonly stores: ReadonlyMap<string, { readonly prefix: Uint8Array; readonly nodes: NodeStore }>
	appHash(record: CommitRecord): Uint8Array
	/** Makes the record the state, in the batch and in memory. */
	adopt(record: CommitRecord, batch: WriteBatch): void
}

/** A state that is imported node by node, invisible until `finish`. */
export class StateImport {
	readonly #target: ImportTarget
	readonly #roots = new Map<string, CommitRecord['stores'][number]>()
	#batch: WriteBatch
	#nodes = 0
	#current:
		| { readonly name: string; readonly importer: TreeImporter; readonly nodes: NodeStore; batch: WriteBatch }
		| undefined

	constructor(target: ImportTarget) {
		this.#target = target
		this.#batch = target.db.batch()
	}

	/** The nodes that follow are of this store. Throws a plain error for a store the state does not have, or has had. */
	beginStore(name: string): void {
		this.#endStore()
		const store = this.#target.stores.get(name)
		if (store === undefined || this.#roots.has(name))
			throw plainError(`the state has no store ${name}, or it came twice`)
		const importer = new TreeImporter(store.nodes, this.#target.version)
		this.#current = { name, importer, nodes: store.nodes, batch: this.#batch.prefixed(store.prefix) }
	}

	/** Adds a node. @throws a plain error for a node out of place. */
	async add(node: ExportedNode): Promise<void> {
		if (this.#current === undefined) throw plainError('a node came before its store')
		this.#current.importer.add(node, this.#current.batch)
		if (++this.#nodes % nodesPerWrite === 0) await this.#write()
	}

	/** Makes the state durable and current if it has the expected app hash; otherwise nothing changes: false. */
	async finish(appHash: Uint8Array): Promise<boolean> {
		this.#endStore()
		const { stores, version } = this.#target
		if (this.#roots.size !== stores.size) throw plainError('a store is missing')
		const record = { previous: 0, stores: [...stores.keys()].map((name) => this.#roots.get(name)!) }
		if (version < 1 || !equalBytes(this.#target.appHash(record), appHash)) {
			await this.abort()
			return false
		}
		this.#target.adopt(record, this.#batch)
		await this.#target.db.write(this.#batch, { sync: true })
		return true
	}

	/** Takes back what was written. */
	async abort(): Promise<void> {
		for (const { nodes, prefix } of this.#target.stores.values()) nodes.deleteFrom(1, this.#batch.prefixed(prefix))
		await this.#write()
	}

	async #write(): Promise<void> {
		const batch = this.#batch
		this.#batch = this.#target.db.batch()
		await this.#target.db.write(batch, { sync: false })
		const { stores } = this.#target
		for (const { nodes } of stores.values()) nodes.beginSave()
		if (this.#current !== undefined) {
			this.#current.batch = this.#batch.prefixed(stores.get(this.#current.name)!.prefix)
		}
	}

	#endStore(): void {
		if (this.#current === undefined) return
		const { name, importer, nodes } = this.#current
		const root = importer.finish()
		this.#roots.set(name, { name, rootId: root?.id ?? 0, hash: root?.hash ?? emptyTreeHash, nextId: nodes.nextId })
		this.#current = undefined
	}
}
