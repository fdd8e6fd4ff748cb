import { describe, expect, test } from 'vitest'
import { ChainError } from '../../../src/errors/ChainError.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import type { CommitMultiStore } from '../../../src/store/MultiStore.ts'
import { createCommitMultiStore } from '../../../src/store/multi/commitMultiStore.ts'
import { fromHex, toHex } from '../../../src/util/bytes.ts'
import { recording } from './recording.ts'

interface RecordedQuery {
	path: string
	data: string
	height: number
	prove: boolean
	code: number
	log: string
	value: string | null
	at: number
	proof: [string, string, string][] | null
}

interface Run {
	name: string
	initialVersion: number
	pruning: [number, number, number]
	versions: {
		ops: [string, string, string | null][]
		version: number
		hash: string
		kept: number[]
		queries?: RecordedQuery[]
	}[]
}

const runs = recording<Run[]>('multistore')
const bytes = (hex: string) => fromHex(hex) ?? new Uint8Array()

function openRun(run: Run, db = createMemoryDb()) {
	const [keepRecent, keepEvery, interval] = run.pruning
	const store = createCommitMultiStore({
		db,
		kvStores: ['alpha', 'beta', 'empty', 'zeta'],
		transientStores: ['gone'],
		pruning: { keepRecent, keepEvery, interval },
	})
	store.setInitialVersion(run.initialVersion)
	return { db, store }
}

function apply(store: CommitMultiStore, ops: Run['versions'][number]['ops']): void {
	for (const [name, key, value] of ops) {
		if (value === null) store.kvStore(name).delete(bytes(key))
		else store.kvStore(name).set(bytes(key), bytes(value))
	}
}

function answer(
	store: CommitMultiStore,
	query: RecordedQuery,
): Omit<RecordedQuery, 'path' | 'data' | 'height' | 'prove'> {
	const [, name = '', ...rest] = query.path.split('/')
	const path = rest.length === 0 ? '' : `/${rest.join('/')}`
	try {
		const reply = store.query({ store: name, path, data: bytes(query.data), height: query.height, prove: query.prove })
		return {
			code: 0,
			log: reply.log,
			value: reply.value === undefined ? null : toHex(reply.value),
			at: reply.height,
			proof: reply.proofOps?.map((op) => [op.type, toHex(op.key), toHex(op.data)] as [string, string, string]) ?? null,
		}
	} catch (error) {
		if (!(error instanceof ChainError)) throw error
		return { code: error.code, log: error.log, value: null, at: 0, proof: null }
	}
}

describe.each(runs)('$name of the framework, pruning $pruning, from version $initialVersion', (run) => {
	test('every version has its hash, the same versions are kept, and queries give the same bytes', async () => {
		const { db, store } = openRun(run)
		for (const { ops, version, hash, kept, queries } of run.versions) {
			apply(store, ops)
			const batch = db.batch()
			const commit = store.commit(batch)
			expect({ version: commit.version, hash: toHex(commit.hash) }).toEqual({ version, hash })
			await db.write(batch, { sync: false })
			const versions = Array.from({ length: version + 2 }, (_, height) => height)
			expect(versions.filter((height) => store.hasVersion(height))).toEqual(kept)
			expect(store.earliestVersion).toBe(kept[0])
			for (const query of queries ?? []) {
				const { path, data, height, prove, ...expected } = query
				expect(answer(store, query), `${path} ${data} at ${height}`).toEqual(expected)
			}
		}
	})

	test('a store opened again at any point goes on with the same hashes', async () => {
		const db = createMemoryDb()
		for (const { ops, version, hash } of run.versions) {
			const { store } = openRun(run, db)
			apply(store, ops)
			const batch = db.batch()
			expect({ ...store.commit(batch), hash: toHex(store.lastCommit.hash) }).toEqual({ version, hash })
			await db.write(batch, { sync: false })
		}
	})
})
