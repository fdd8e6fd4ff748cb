import { describe, expect, it } from 'vitest'
import { parseGenesis } from '../../../src/chain/parseGenesis.ts'
import { openGenesis, readGenesis, resetDatabase, storeLargeGenesis } from '../../../src/engine/genesisRecord.ts'
import { genesisKey, genesisPartKey, prefixes, resetKey } from '../../../src/engine/store/keys.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { concatBytes, fromUtf8, toHex, utf8 } from '../../../src/util/bytes.ts'
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
		await resetDatabase(db, parseGenesis(kvGenesis({ chain_id: 'third' })))
		expect((await openGenesis(db, undefined)).chainId).toBe('third')
		await db.close()
	})

	it('a reset that a crash interrupted is completed before anything is read, and leaves nothing of the old chain', async () => {
		const db = createMemoryDb()
		await openGenesis(db, kvGenesis({ chain_id: 'first' }))
		const own = db.prefixed(prefixes.engine)
		const batch = db.batch()
		// As many records as two steps remove, some of whose keys are much like that of the mark.
		for (let index = 0; index < 6_000; index++) batch.put(utf8(`a${index}`), utf8('old'))
		const [mark = 0] = resetKey
		for (const key of [[97, mark], [mark], [...prefixes.engine, mark, 1], [...prefixes.engine, mark + 1]]) {
			batch.put(Uint8Array.from(key), utf8('old'))
		}
		batch.prefixed(prefixes.engine).put(resetKey, utf8(kvGenesis({ chain_id: 'second' })))
		await db.write(batch, { sync: false })
		expect((await openGenesis(db, kvGenesis({ chain_id: 'third' }))).chainId).toBe('second')
		const keys: string[] = []
		for await (const [key] of db.range({})) keys.push(toHex(key))
		expect(keys).toEqual([toHex(concatBytes(prefixes.engine, genesisKey))])
		expect(own.get(resetKey)).toBeUndefined()
		await db.close()
	})

	it('a genesis that no text can hold is not read at once, and says how to begin from its file', async () => {
		const db = createMemoryDb()
		await storeLargeGenesis(db, head, [utf8('{}')])
		const own = db.prefixed(prefixes.engine)
		const sized = async (size: number) => {
			const batch = own.batch()
			batch.put(genesisPartKey(0), utf8(String(size)))
			await own.write(batch, { sync: false })
			return readGenesis(own)!
		}
		expect((await sized(2)).appState).toBe('{}')
		const tooLarge = await sized(500_000_001)
		for (const read of [() => tooLarge.appState, () => tooLarge.text]) {
			expect(read).toThrow(
				expect.objectContaining({
					message: 'The genesis of this chain is too large to be read at once.',
					why: 'Its app_state has 500000001 bytes.',
				}),
			)
		}
		await db.close()
	})
})
