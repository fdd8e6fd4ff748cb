import { BugError } from '../../errors/UserError.ts'
import type { KvDatabase, WriteBatch } from '../KvDatabase.ts'
import { numberKey } from '../keyBytes.ts'
import type { IavlNode } from './IavlNode.ts'
import { decodeNode, encodeNode } from './nodeCodec.ts'

/** Nodes a tree keeps in memory by default: between this many and twice as many. */
const usualCacheSize = 30_000

/**
 * The saved nodes of one tree. Ids are given in order of saving, so that new nodes land behind each other in the
 * database and dropping the newest versions is dropping a range of ids.
 */
export class NodeStore {
	/** The id of the next node to be saved. */
	nextId = 1
	readonly #db: KvDatabase
	// Two generations approximate an LRU cache: a node that is read moves to the young one; when that is full, the old
	// one is dropped.
	#young = new Map<number, IavlNode>()
	#old = new Map<number, IavlNode>()
	/** The nodes of the last commit, whose batch may not have been written yet. */
	#fresh = new Map<number, IavlNode>()

	readonly #cacheSize: number

	constructor(db: KvDatabase, cacheSize = usualCacheSize) {
		this.#db = db
		this.#cacheSize = cacheSize
	}

	/** Loads the node of an id; `hash` is the hash in its parent. */
	load(id: number, hash: string): IavlNode {
		const young = this.#young.get(id)
		if (young !== undefined) return young
		const node = this.#old.get(id) ?? this.#fresh.get(id) ?? this.#read(id, hash)
		this.#remember(node)
		return node
	}

	/** A new version begins to be saved; the batch of the one before must have been handed to the database. */
	beginSave(): void {
		this.#fresh = new Map()
	}

	/** A node is no part of the latest version any more: queries of older ones may read it again. */
	forget(id: number): void {
		this.#young.delete(id)
		this.#old.delete(id)
	}

	/** Assigns an id to a hashed node and puts it into the batch. */
	save(node: IavlNode, batch: WriteBatch): void {
		this.put(node, batch)
		this.#fresh.set(node.id, node)
		this.#remember(node)
	}

	/** Saves a node that nobody reads before its batch is handed to the database. */
	put(node: IavlNode, batch: WriteBatch): void {
		node.id = this.nextId++
		batch.put(numberKey('n', node.id), encodeNode(node))
	}

	delete(id: number, batch: WriteBatch): void {
		batch.delete(numberKey('n', id))
		this.forget(id)
		this.#fresh.delete(id)
	}

	/** Deletes all nodes from an id on. */
	deleteFrom(id: number, batch: WriteBatch): void {
		for (let last = id; last < this.nextId; last++) batch.delete(numberKey('n', last))
		this.#young = new Map()
		this.#old = new Map()
		this.#fresh = new Map()
	}

	#read(id: number, hash: string): IavlNode {
		const record = this.#db.get(numberKey('n', id))
		if (record === undefined)
			throw new BugError(
				`node ${id} of the state is missing: its version was pruned while it was read, or the database is damaged`,
			)
		return decodeNode(record, id, hash)
	}

	#remember(node: IavlNode): void {
		this.#young.set(node.id, node)
		if (this.#young.size < this.#cacheSize) return
		this.#old = this.#young
		this.#young = new Map()
	}
}
