import { UserError } from '../../errors/UserError.ts'
import { utf8 } from '../../util/bytes.ts'
import { getOrInsert } from '../../util/getOrInsert.ts'
import { NodeStore } from '../iavl/NodeStore.ts'
import { hashNode } from '../iavl/nodeCodec.ts'
import type { KvDatabase } from '../KvDatabase.ts'
import { bytesOf, numberKey } from '../keyBytes.ts'

import { decodeCommit, decodeVersions } from './CommitRecord.ts'
import { simpleMapRoot } from './simpleMerkle.ts'

/** Result of checking the versioned state. */
export interface VerifiedState {
	/** Newest version; 0 if there is none. */
	readonly latest: number
	/** Versions that are kept, newest first. */
	readonly versions: readonly number[]
	/** Sentences about versions that are not what was committed. */
	readonly faults: ReadonlyMap<number, string>
	/** The app hash of every version that is whole. */
	readonly appHashes: ReadonlyMap<number, Uint8Array>
}

/**
 * Walks the trees of every kept version and checks each node against the hash in its parent. Nodes shared by versions
 * are checked once.
 * @param db The part of the database with the state alone.
 * @param progress Receives the number of checked versions and the total.
 */
export async function verifyState(
	db: KvDatabase,
	progress: (done: number, all: number) => void,
): Promise<VerifiedState> {
	const faults = new Map<number, string>()
	const appHashes = new Map<number, Uint8Array>()
	const versions: number[] = []
	const saved = db.get(utf8('s'))
	if (saved === undefined) return { latest: 0, versions, faults, appHashes }
	const { latest, earliest } = decodeVersions(saved)
	const checked = new Map<string, Set<number>>()
	for (let version = latest; version >= earliest; ) {
		versions.push(version)
		let previous = 0
		try {
			const bytes = db.get(numberKey('v', version))
			if (bytes === undefined) {
				faults.set(version, 'its record is missing')
				break
			}
			const record = decodeCommit(bytes)
			previous = record.previous
			for (const { name, rootId, hash } of record.stores) {
				const known = getOrInsert(checked, name, () => new Set<number>())
				if (rootId !== 0) checkTree(new NodeStore(db.prefixed(utf8(`k/${name}/`))), rootId, hash, known, name)
			}
			appHashes.set(version, bytesOf(simpleMapRoot(record.stores.map(({ name, hash }) => [name, hash] as const))))
		} catch (error) {
			faults.set(version, error instanceof UserError ? error.why : (error as Error).message)
			if (previous === 0) previous = version - 1
		}
		version = Math.max(previous, earliest - 1)
		progress(latest - version, latest - earliest + 1)
		await new Promise(setImmediate)
	}
	return { latest, versions, faults, appHashes }
}

/** Throws UserError for a node that is missing or does not match its hash. */
function checkTree(nodes: NodeStore, rootId: number, rootHash: string, known: Set<number>, name: string): void {
	const open: [number, string][] = [[rootId, rootHash]]
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		const [id, hash] = next
		if (known.has(id)) continue
		const node = nodes.load(id, hash)
		if (hashNode(node) !== hash) {
			throw new UserError('The state is damaged.', { why: `node ${id} of ${name} does not match its hash` })
		}
		known.add(id)
		if (node.height === 0) continue
		open.push([node.leftId, node.leftHash ?? ''], [node.rightId, node.rightHash ?? ''])
	}
}
