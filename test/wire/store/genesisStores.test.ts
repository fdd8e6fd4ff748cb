import { expect, test } from 'vitest'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { createCommitMultiStore } from '../../../src/store/multi/commitMultiStore.ts'
import { fromHex, toBase64, toHexUpper } from '../../../src/util/bytes.ts'
import { recording } from './recording.ts'

interface RecordedStore {
	name: string
	root: string
	kv: [string, string][]
}

interface Recording {
	commitHash: string
	dump: RecordedStore[]
	laterHash: string
	laterDump: RecordedStore[]
	emptyHash: string
	emptyDump: RecordedStore[]
	paramsProof: { key: string; value: string; ops: { type: string; key: string; data: string }[] }
}

const recorded = recording<Recording>('genesisStores')
const bytes = (hex: string) => fromHex(hex) ?? new Uint8Array()

async function committed(dump: readonly RecordedStore[]) {
	const db = createMemoryDb()
	const store = createCommitMultiStore({
		db,
		kvStores: dump.map(({ name }) => name),
		transientStores: ['transient_params'],
		pruning: 'default',
	})
	const branch = store.branch()
	// Against the order of keys, which the branch must not pass on.
	for (const { name, kv } of dump) {
		for (const [key, value] of [...kv].reverse()) branch.kvStore(name).set(bytes(key), bytes(value))
	}
	branch.kvStore('transient_params').set(Uint8Array.of(1), Uint8Array.of(1))
	branch.write()
	const batch = db.batch()
	const commit = store.commit(batch)
	await db.write(batch, { sync: false })
	return { store, commit }
}

test.each([
	['a genesis with accounts', recorded.dump, recorded.commitHash],
	['an empty genesis', recorded.emptyDump, recorded.emptyHash],
])('%s gives the recorded roots and app hash', async (_name, dump, hash) => {
	const { store, commit } = await committed(dump)
	expect(store.dump().map(({ name, root }) => [name, toHexUpper(root)])).toEqual(
		dump.map(({ name, root }) => [name, root]),
	)
	expect(toHexUpper(commit.hash)).toBe(hash)
	expect(store.dump().map(({ pairs }) => pairs.map(([k, v]) => [toHexUpper(k), toHexUpper(v)]))).toEqual(
		dump.map(({ kv }) => kv.map(([k, v]) => [k.toUpperCase(), v.toUpperCase()])),
	)
	expect(store.kvStore('transient_params').has(Uint8Array.of(1))).toBe(false)
})

test('the proof of a parameter is the recorded one', async () => {
	const { store } = await committed(recorded.dump)
	const { key, value, ops } = recorded.paramsProof
	const reply = store.query({ store: 'params', path: '/key', data: bytes(key), height: 1, prove: true })
	expect(toBase64(reply.value ?? new Uint8Array())).toBe(value)
	const [inner] = reply.proofOps ?? []
	expect({
		type: inner?.type,
		key: toBase64(inner?.key ?? new Uint8Array()),
		data: toBase64(inner?.data ?? new Uint8Array()),
	}).toEqual(ops[0])
})
