import { describe, expect, it } from 'vitest'
import { openGenesis, readGenesis, resetDatabase, storeLargeGenesis } from '../../../src/engine/genesisRecord.ts'
import { prefixes } from '../../../src/engine/store/keys.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { fromUtf8, utf8 } from '../../../src/util/bytes.ts'
import { kvGenesis } from './testEngine.ts'

const head = kvGenesis({ app_state: undefined })

describe('a genesis larger than a text', () => {
	it('a large genesis is kept in parts of a megabyte and read across them, however its pieces came', async () => {
		const state = JSON.stringify({ k: Array.from({ length: 400_000 }, (_, index) => index) })
		for (const pieceLength of [700_000, 1 << 20, 2_200_000, state.length]) {
			const db = createMemoryDb()
			const pieces: Uint8Array[] = []
			for (let at = 0; at < state.length; at += pieceLength) pieces.push(utf8(state.slice(at, at + pieceLength)))
			await storeLargeGenesis(db, head, pieces)
			const genesis = readGenesis(db.prefixed(prefixes.engine))!
			expect(genesis.state!.size).toBe(state.length)
			expect(genesis.appState === state, `pieces of ${pieceLength}`).toBe(true)
			const across = await genesis.state!.read((1 << 20) - 3, 6)
			expect(fromUtf8(across)).toBe(state.slice((1 << 20) - 3, (1 << 20) + 3))
			expect(JSON.parse(genesis.text)).toEqual({ ...JSON.parse(head), app_state: JSON.parse(state) })
			await db.close()
		}
	})

	it('a database keeps its first genesis, refuses to begin without one, and takes another by a reset alone', async () => {
		const db = createMemoryDb()
		await expect(openGenesis(db, undefined)).rejects.toThrow('no genesis document was given')
		expect((await openGenesis(db, kvGenesis({ chain_id: 'first' }))).chainId).toBe('first')
		expect((await openGenesis(db, kvGenesis({ chain_id: 'second' }))).chainId).toBe('first')
		await resetDatabase(db, kvGenesis({ chain_id: 'third' }))
		expect((await openGenesis(db, undefined)).chainId).toBe('third')
		await db.close()
	})
})
