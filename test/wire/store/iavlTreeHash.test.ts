import { expect, test } from 'vitest'
import { MutableTree } from '../../../src/store/iavl/MutableTree.ts'
import { NodeStore } from '../../../src/store/iavl/NodeStore.ts'
import { bytesOf } from '../../../src/store/keyBytes.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { toHex } from '../../../src/util/bytes.ts'
import { recordedBytes } from './recording.ts'

// The constants of iavl v0.17.3 tree_test.go TestTreeHash. The file holds its operations, as its random source gives
// them: 0 removes the key at an index of the list of living keys, 1 updates it, 2 inserts a new key.
const roots = [
	'58ec30fa27f338057e5964ed9ec3367e59b2b54bec4c194f10fde7fed16c2a1c',
	'91ad3ace227372f0064b2d63e8493ce8f4bdcbd16c7a8e4f4d54029c9db9570c',
	'92c25dce822c5968c228cfe7e686129ea281f79273d4a8fcf6f9130a47aa5421',
	'e44d170925554f42e00263155c19574837a38e3efed8910daccc7fa12f560fa0',
]

test('four versions of 4,096 changes each have the root hashes of the Go test', async () => {
	const file = recordedBytes('iavlTreeHash.bin')
	const db = createMemoryDb()
	const tree = new MutableTree(new NodeStore(db), undefined, 0)
	const keys: Uint8Array[] = []
	let at = 0
	const take = (length: number) => {
		at += length
		return new Uint8Array(file.subarray(at - length, at))
	}
	for (const [version, root] of roots.entries()) {
		for (let i = 0; i < 4096; i++) {
			const kind = file[at++]
			if (kind === 2) {
				const key = take(16)
				tree.set(key, take(16))
				keys.push(key)
				continue
			}
			const index = file.readUInt16BE(at)
			at += 2
			const key = keys[index] as Uint8Array
			if (kind === 0) {
				keys.splice(index, 1)
				tree.delete(key)
			} else tree.set(key, take(16))
		}
		const batch = db.batch()
		tree.save(version + 1, batch)
		await db.write(batch, { sync: false })
		expect(toHex(bytesOf(tree.hash()))).toBe(root)
	}
	expect(at).toBe(file.length)
})
