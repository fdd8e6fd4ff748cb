import { expect, test } from 'vitest'
import { putLastHeader, readLastHeader } from '../../../src/app/lastHeader.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { fromUtf8, utf8 } from '../../../src/util/bytes.ts'

test('the last header is read as it was put, in one record; before the first it has nothing but zeros', async () => {
	const db = createMemoryDb()
	expect(readLastHeader(db)).toEqual({
		chainId: '',
		height: 0,
		time: { seconds: 0n, nanos: 0 },
		proposerAddress: new Uint8Array(0),
	})
	const time = { seconds: 2n ** 60n + 1n, nanos: 7 }
	const header = { chainId: 'chain "1"', height: 12, time, proposerAddress: Uint8Array.of(1, 0xab) }
	const batch = db.batch()
	putLastHeader(header, batch)
	await db.write(batch, { sync: false })
	expect(readLastHeader(db)).toEqual(header)
	expect(fromUtf8(db.get(utf8('header'))!)).toBe('["chain \\"1\\"",12,"1152921504606846977",7,"01ab"]')
})
