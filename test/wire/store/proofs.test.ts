import { iavlSpec, ics23, tendermintSpec, verifyMembership, verifyNonMembership } from '@confio/ics23'
import { expect, test } from 'vitest'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import type { ProofOp } from '../../../src/store/MultiStore.ts'
import { createCommitMultiStore } from '../../../src/store/multi/commitMultiStore.ts'
import { utf8 } from '../../../src/util/bytes.ts'
import { randomSource } from '../../support/random.js'

function decode(op: ProofOp | undefined): ics23.CommitmentProof {
	return ics23.CommitmentProof.decode(op?.data ?? new Uint8Array())
}

test('a foreign verifier accepts existence and absence proofs of every kept version', async () => {
	const random = randomSource()
	const db = createMemoryDb()
	const store = createCommitMultiStore({ db, kvStores: ['acc', 'bank', 'greet'], pruning: 'nothing' })
	const hashes: Uint8Array[] = [new Uint8Array()]
	for (let version = 1; version <= 4; version++) {
		for (let i = 0; i < 150; i++) {
			const key = utf8(`key-${random(400)}`)
			if (random(4) === 0) store.kvStore('bank').delete(key)
			else store.kvStore('bank').set(key, utf8(`value ${version} ${i}`))
		}
		const batch = db.batch()
		hashes.push(store.commit(batch).hash)
		await db.write(batch, { sync: false })
	}

	const seen = { present: 0, absent: 0 }
	for (let i = 0; i < 400; i++) {
		const height = 1 + random(4)
		const key = utf8(i < 2 ? (['a', 'z'][i] as string) : `key-${i}`)
		const { value, proofOps } = store.query({ store: 'bank', path: '/key', data: key, height, prove: true })
		expect(proofOps?.map((op) => op.type)).toEqual(['ics23:iavl', 'ics23:simple'])
		const outer = decode(proofOps?.[1])
		const root = outer.exist?.value ?? new Uint8Array()
		expect(verifyMembership(outer, tendermintSpec, hashes[height] as Uint8Array, utf8('bank'), root)).toBe(true)
		const inner = decode(proofOps?.[0])
		if (value === undefined) {
			expect(verifyNonMembership(inner, iavlSpec, root, key)).toBe(true)
			expect(verifyMembership(inner, iavlSpec, root, key, utf8('value'))).toBe(false)
			seen.absent++
		} else {
			expect(verifyMembership(inner, iavlSpec, root, key, value)).toBe(true)
			expect(verifyMembership(inner, iavlSpec, root, key, utf8('other'))).toBe(false)
			seen.present++
		}
	}
	expect(Math.min(seen.present, seen.absent)).toBeGreaterThan(50)
})
